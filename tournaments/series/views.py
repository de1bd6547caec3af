"""Views of a club's series: the list, the table of one, and what organisers change."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.common.errors import RefusedError
from accounts.common.replayed_post import login_required_keep_post
from accounts.models import Club
from tournaments.common.errors import NotOrganiserError, answers_refusals
from tournaments.common.lookups import person
from tournaments.models import Series
from tournaments.series import services
from tournaments.series.forms import CompetitionsForm, SeriesForm
from tournaments.series.labels import as_text, at_stake, progress, rules
from tournaments.series.queries import read_table, series_of

EVERY, LATEST = ":", "-8:"  # competitions with a column of their own, as a slice


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """List the series of a club; organisers open one more."""
    club = get_object_or_404(Club, slug=slug)
    return _open(request, club) if request.method == "POST" else _list(request, club)


@login_required_keep_post
def _open(request: HttpRequest, club: Club) -> HttpResponse:
    if not club.can_organise(request.user):
        raise NotOrganiserError()
    form = SeriesForm(request.POST)
    opened: list[Series] = []

    def open_it() -> None:
        actor, now = person(request), timezone.now()
        terms = form.terms()
        opened.append(services.open_series(club_id=club.pk, actor=actor, terms=terms, now=now))

    if not _is_done(form, open_it):
        return _list(request, club, form)
    messages.success(request, _("El circuito está abierto: marcá qué competencias cuentan."))
    return redirect("series:competitions", opened[0].pk)


def _list(request: HttpRequest, club: Club, wrong: SeriesForm | None = None) -> HttpResponse:
    context = {
        "club": club,
        "organises": club.can_organise(request.user),
        "found": series_of(club, request.user),
        "form": wrong or SeriesForm(),
        "is_wrong": wrong is not None,
    }
    status = HTTPStatus.OK if wrong is None else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "tournaments/series/list.html", context, status=status)


@require_safe
def series(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the table of a series; `?all=yes` shows every competition as a column."""
    found = find_series(request, pk)
    table = read_table(found)
    link = request.build_absolute_uri(request.path)
    text = as_text(table, link)
    context = {
        "series": found,
        "club": found.club,
        "table": table,
        "organises": found.club.can_organise(request.user),
        "rules": rules(found),
        "progress": progress(table),
        "stakes": at_stake(table),
        "text": text,
        "whatsapp": f"https://wa.me/?{urlencode({'text': text})}",
        "shows_all": "all" in request.GET,
        "columns": EVERY if "all" in request.GET else LATEST,
    }
    return render(request, "tournaments/series/series.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@never_cache
@answers_refusals
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the terms of a series."""
    found = _find_organised(request, pk)
    form = SeriesForm(
        request.POST if request.method == "POST" else None, instance=Series.objects.get(pk=pk)
    )

    def change() -> None:
        services.change_series(
            series_id=pk, actor=person(request), terms=form.terms(), now=timezone.now()
        )

    if _is_done(form, change):
        messages.success(request, _("Listo, guardamos tus cambios."))
        return redirect("series:series", pk)
    context = {"series": found, "club": found.club, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/series/edit.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required_keep_post
@never_cache
@answers_refusals
def competitions(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose the competitions that count in a series."""
    found = _find_organised(request, pk)
    form = CompetitionsForm(request.POST if request.method == "POST" else None, series=found)
    if form.is_valid():
        services.choose_competitions(
            series_id=pk,
            chosen=form.cleaned_data["chosen"],
            offered=[each.pk for each in form.offered],
            actor=person(request),
            now=timezone.now(),
        )
        messages.success(request, _("Listo, guardamos tus cambios."))
        return redirect("series:series", pk)
    context = {"series": found, "club": found.club, "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/series/competitions.html", context, status=status)


@require_POST
@login_required_keep_post
@answers_refusals
def create_final(request: HttpRequest, pk: int) -> HttpResponse:
    """Create the final, with the first ones of the table entered."""
    _find_organised(request, pk)
    final = services.create_final(series_id=pk, actor=person(request), now=timezone.now())
    messages.success(request, _("La final está lista: mirá quiénes la juegan."))
    return redirect("competitions:entered", final.pk)


@require_POST
@login_required_keep_post
@answers_refusals
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a series; its competitions stay."""
    found = _find_organised(request, pk)
    services.remove_series(series_id=pk, actor=person(request), now=timezone.now())
    messages.success(request, _("El circuito ya no está; sus competencias siguen."))
    return redirect("club_series", found.club.slug)


def find_series(request: HttpRequest, pk: int) -> Series:
    """Return a series whose table the reader may see, or 404."""
    seen = Series.objects.visible_to(request.user).select_related("club", "final__champion")
    return get_object_or_404(seen, pk=pk)


def _find_organised(request: HttpRequest, pk: int) -> Series:
    found = find_series(request, pk)
    if not found.club.can_organise(request.user):
        raise NotOrganiserError()
    return found


def _is_done(form: SeriesForm, act: Callable[[], None]) -> bool:
    """Run the act of a valid form; a refusal of what was written goes into the form."""
    if not form.is_valid():
        return False
    try:
        act()
    except RefusedError as error:
        if error.status != HTTPStatus.UNPROCESSABLE_ENTITY:
            raise
        form.add_error("name" if error.code == "series-named" else None, error.message)
        return False
    return True
