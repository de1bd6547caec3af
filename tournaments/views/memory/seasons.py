"""The seasons of a club: for everybody to read, for its organisers to name."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import Club
from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.forms.seasons import SeasonForm
from tournaments.models import Season
from tournaments.services.ranking.seasons import change_season, open_season, remove_season
from tournaments.views.finding import person
from tournaments.views.refusal import answers_refusals, status_of
from tournaments.wording import refusals


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def seasons(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a club's seasons, the latest first; an organiser adds one, or changes `season`."""
    club = get_object_or_404(Club, slug=slug)
    return _change(request, club) if request.method == "POST" else _page(request, club)


@require_POST
@signed_in
@answers_refusals
def remove(request: HttpRequest, slug: str, season: int) -> HttpResponse:
    """Forget a season; what was played in it stays."""
    club = get_object_or_404(Club, slug=slug)
    remove_season(club_id=club.pk, actor=person(request), season_id=season)
    messages.success(request, _("La temporada ya no está; lo jugado sigue en el ranking."))
    return redirect("club_seasons", slug)


@signed_in
def _change(request: HttpRequest, club: Club) -> HttpResponse:
    if not club.can_organise(request.user):
        raise RefusedError("not-organiser")
    given = request.POST.get("season", "")
    known = {str(each.pk): each.pk for each in club.seasons.all()}
    if given and given not in known:
        raise RefusedError("no-such-season")
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
        if status_of(error.code) != HTTPStatus.UNPROCESSABLE_ENTITY:
            raise
        form.add_error(None, refusals.refusal(error.code))
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
        "organises": organises,
        "lines": [(each, _form(each, given, wrong) if organises else None) for each in found],
        "new": wrong if wrong is not None and not given else SeasonForm(prefix="new"),
        "is_wrong": wrong is not None and not given,
    }
    status = HTTPStatus.OK if wrong is None else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "tournaments/seasons.html", context, status=status)


def _form(season: Season, given: str, wrong: SeasonForm | None) -> SeasonForm:
    if wrong is not None and given == str(season.pk):
        return wrong
    return SeasonForm.of(season)
