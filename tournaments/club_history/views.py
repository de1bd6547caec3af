"""Views of a club's hall of fame, of a year in review, and of its seasons."""

from datetime import datetime
from http import HTTPStatus
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.common.errors import RefusedError
from accounts.common.page_meta import PageMeta
from accounts.common.pagination import LATEST_FIRST, place_asked_for
from accounts.common.requests import login_required_keep_post, person
from accounts.models import Club
from tournaments.club_history import queries as club_history_queries
from tournaments.club_history.errors import NoSuchSeasonError
from tournaments.club_history.queries import FIRST, year_at
from tournaments.club_history.seasons import SeasonForm, change_season, open_season, remove_season
from tournaments.common.errors import NotOrganiserError, answers_refusals, signed_in_post
from tournaments.models import Season


@require_safe
def fame(request: HttpRequest, slug: str) -> HttpResponse:
    """Show podiums, top winners and records of a club; `?before=` shows older podiums."""
    club = get_object_or_404(Club, slug=slug)
    before = place_asked_for(request, LATEST_FIRST)
    seen = club_history_queries.seen_at(club, request.user)
    podiums, older = club_history_queries.podiums(seen, before)
    context = {
        "club": club,
        "meta": PageMeta(
            (_("Salón de la fama"), club),
            (_("Los campeones, los podios y los récords de truco de %(club)s.") % {"club": club},),
        ),
        "podiums": podiums,
        "older": older,
        "before": before,
        "crowned": [] if before else club_history_queries.most_crowned(seen),
        "records": [] if before else club_history_queries.records(club, seen),
        "year": _this_year(club),
    }
    return render(request, "tournaments/club_history/fame.html", context)


@require_safe
def year(request: HttpRequest, slug: str, year: int) -> HttpResponse:
    """Show a club's year as a page to share or print."""
    club = get_object_or_404(Club, slug=slug)
    this_year = _this_year(club)
    if not FIRST <= year <= this_year:
        raise Http404
    link = request.build_absolute_uri(request.path)
    text = _("El año %(year)s de %(club)s:") % {"year": year, "club": club}
    context = {
        "shown": year_at(club, year, request.user),
        "meta": PageMeta(
            (text.rstrip(":"),),
            (
                _("La temporada de truco de %(club)s en %(year)s: campeones, tabla y récords.")
                % {"club": club, "year": year},
            ),
        ),
        "club": club,
        "before": year - 1 if year > FIRST else None,
        "after": year + 1 if year < this_year else None,
        "link": link,
        "text": text,
        "whatsapp": f"https://wa.me/?{urlencode({'text': f'{text} {link}'})}",
    }
    return render(request, "tournaments/club_history/year.html", context)


def _this_year(club: Club) -> int:
    return datetime.now(ZoneInfo(club.zone)).year


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's seasons, latest first. Organisers add a season or change `season`."""
    club = get_object_or_404(Club, slug=slug)
    return _change(request, club) if request.method == "POST" else _page(request, club)


@signed_in_post
def remove(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Delete a season. Its results stay."""
    club = get_object_or_404(Club, slug=slug)
    remove_season(club_id=club.pk, actor=person(request), season_id=season)
    messages.success(request, _("La temporada ya no está; lo jugado sigue en el ranking."))
    return redirect("club_seasons", slug)


@login_required_keep_post
def _change(request: HttpRequest, club: Club) -> HttpResponse:
    if not club.can_organise(request.user):
        raise NotOrganiserError()
    given = request.POST.get("season", "")
    known = {str(each.pk): each.pk for each in club.seasons.all()}
    if given and given not in known:
        raise NoSuchSeasonError()
    form = SeasonForm(request.POST, prefix=given or "new")
    if not form.is_valid():
        return _page(request, club, given, form)
    told = {"club_id": club.pk, "actor": person(request), **form.cleaned_data}
    try:
        if given:
            change_season(season_id=known[given], **told)
        else:
            open_season(**told)
    except RefusedError as error:
        if error.status != HTTPStatus.UNPROCESSABLE_ENTITY:
            raise
        form.add_error(None, error.message)
        return _page(request, club, given, form)
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("club_seasons", club.slug)


def _page(
    request: HttpRequest, club: Club, given: str = "", wrong: SeasonForm | None = None
) -> HttpResponse:
    organises = club.can_organise(request.user)
    found = club.seasons.all()
    context = {
        "club": club,
        "meta": PageMeta(
            (_("Temporadas"), club),
            (_("Las temporadas de truco de %(club)s, con sus fechas.") % {"club": club},),
        ),
        "organises": organises,
        "lines": [(each, _form(each, given, wrong) if organises else None) for each in found],
        "new": wrong if wrong is not None and not given else SeasonForm(prefix="new"),
        "is_wrong": wrong is not None and not given,
    }
    status = HTTPStatus.OK if wrong is None else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "tournaments/club_history/seasons.html", context, status=status)


def _form(season: Season, given: str, wrong: SeasonForm | None) -> SeasonForm:
    if wrong is not None and given == str(season.pk):
        return wrong
    return SeasonForm.of(season)
