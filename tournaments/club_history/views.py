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
from accounts.common.pagination import LATEST_FIRST, requested_cursor
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
    before = requested_cursor(request, LATEST_FIRST)
    competitions = club_history_queries.seen_at(club, request.user)
    podiums, older = club_history_queries.podiums(competitions, before)
    context = {
        "club": club,
        "meta": PageMeta(
            (_("Salón de la fama"), club),
            (_("Los campeones, los podios y los récords de truco de %(club)s.") % {"club": club},),
        ),
        "podiums": podiums,
        "older": older,
        "before": before,
        "crowned": [] if before else club_history_queries.most_crowned(competitions),
        "records": [] if before else club_history_queries.records(club, competitions),
        "year": _this_year(club),
    }
    return render(request, "tournaments/club_history/fame.html", context)


@require_safe
def show_year(request: HttpRequest, slug: str, year: int) -> HttpResponse:
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
def show_seasons(request: HttpRequest, slug: str) -> HttpResponse:
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
    season_id = request.POST.get("season", "")
    season_ids = {str(each.pk): each.pk for each in club.seasons.all()}
    if season_id and season_id not in season_ids:
        raise NoSuchSeasonError()
    form = SeasonForm(request.POST, prefix=season_id or "new")
    if not form.is_valid():
        return _page(request, club, season_id, form)
    arguments = {"club_id": club.pk, "actor": person(request), **form.cleaned_data}
    try:
        if season_id:
            change_season(season_id=season_ids[season_id], **arguments)
        else:
            open_season(**arguments)
    except RefusedError as error:
        if error.status != HTTPStatus.UNPROCESSABLE_ENTITY:
            raise
        form.add_error(None, error.message)
        return _page(request, club, season_id, form)
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("club_seasons", club.slug)


def _page(
    request: HttpRequest, club: Club, season_id: str = "", wrong: SeasonForm | None = None
) -> HttpResponse:
    organises = club.can_organise(request.user)
    seasons = club.seasons.all()
    context = {
        "club": club,
        "meta": PageMeta(
            (_("Temporadas"), club),
            (_("Las temporadas de truco de %(club)s, con sus fechas.") % {"club": club},),
        ),
        "organises": organises,
        "lines": [(each, _form(each, season_id, wrong) if organises else None) for each in seasons],
        "new": wrong if wrong is not None and not season_id else SeasonForm(prefix="new"),
        "is_wrong": wrong is not None and not season_id,
    }
    status = HTTPStatus.OK if wrong is None else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "tournaments/club_history/seasons.html", context, status=status)


def _form(season: Season, season_id: str, wrong: SeasonForm | None) -> SeasonForm:
    if wrong is not None and season_id == str(season.pk):
        return wrong
    return SeasonForm.of(season)
