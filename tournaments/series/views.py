"""Views of series: the list of a club or federation, one table, and what organisers change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.common.errors import RefusedError
from accounts.common.page_meta import PageMeta
from accounts.common.requests import login_required_keep_post, person
from accounts.models import Club, User
from games.live.templates import render_template
from tournaments.common.errors import (
    NotOrganiserError,
    answers_refusals,
    signed_in_form,
    signed_in_post,
)
from tournaments.formats.series_table import MOST_WEIGHT
from tournaments.models import Competition, Federation, Series
from tournaments.series import services
from tournaments.series.errors import CannotDefendError
from tournaments.series.forms import CompetitionsForm, EventForm, FinalForm, SeriesForm, event_forms
from tournaments.series.labels import as_text, at_stake, progress, rules
from tournaments.series.queries import (
    FinalView,
    SeriesTable,
    compare_final,
    hosts_for,
    read_table,
    series_of,
)

EVERY, LATEST = ":", "-8:"  # competitions with a column of their own, as a slice
LINES_A_PAGE = 50


@dataclass(frozen=True)
class FinalCard:
    """A final of a series on its page: one that was made, or the offer to make it."""

    is_silver: bool
    final: Competition | None
    view: FinalView | None
    size: int = 0
    form: FinalForm | None = None
    may_update: bool = False


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """List the series of a club; organisers open one more."""
    club = get_object_or_404(Club, slug=slug)
    return _open(request, club) if request.method == "POST" else _list(request, club)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def of_federation(request: HttpRequest, slug: str) -> HttpResponse:
    """List the circuits of a federation; organisers open one more."""
    federation = get_object_or_404(Federation, slug=slug)
    return _open(request, federation) if request.method == "POST" else _list(request, federation)


@login_required_keep_post
def _open(request: HttpRequest, owner: Club | Federation) -> HttpResponse:
    if not owner.can_organise(request.user):
        raise NotOrganiserError()
    form = SeriesForm(request.POST)
    opened: list[Series] = []

    def open_it() -> None:
        actor, now = person(request), timezone.now()
        opened.append(services.open_series(owner=owner, actor=actor, terms=form.terms(), now=now))

    if not _is_done(form, open_it):
        return _list(request, owner, form)
    messages.success(request, _("El circuito está abierto: marcá qué competencias cuentan."))
    return redirect("series:competitions", opened[0].pk)


def _list(
    request: HttpRequest, owner: Club | Federation, wrong: SeriesForm | None = None
) -> HttpResponse:
    context = {
        **_owned(owner),
        "organises": owner.can_organise(request.user),
        "found": series_of(owner, request.user),
        "form": wrong or SeriesForm(),
        "is_wrong": wrong is not None,
    }
    status = HTTPStatus.OK if wrong is None else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "tournaments/series/list.html", context, status=status)


def _owned(owner: Club | Federation) -> dict[str, Any]:
    """Return the owner as templates name it."""
    is_club = isinstance(owner, Club)
    return {
        "owner": owner,
        "club": owner if is_club else None,
        "federation": None if is_club else owner,
    }


@require_safe
def show_series(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the table of a series; `?all=yes` shows every competition as a column."""
    series = find_series(request, pk)
    table = read_table(series, timezone.now())
    link = request.build_absolute_uri(request.path)
    text = as_text(table, link)
    organises = series.owner.can_organise(request.user)
    context = {
        "series": series,
        "meta": _meta(series) if _is_public(series) else None,
        **_owned(series.owner),
        "table": table,
        "page": Paginator(table.lines, LINES_A_PAGE).get_page(request.GET.get("page")),
        "organises": organises,
        "finals": _finals(request, table, organises=organises),
        "rules": rules(series),
        "progress": progress(table),
        "stakes": at_stake(table),
        "text": text,
        "whatsapp": f"https://wa.me/?{urlencode({'text': text})}",
        "shows_all": "all" in request.GET,
        "columns": EVERY if "all" in request.GET else LATEST,
    }
    return render(request, "tournaments/series/series.html", context)


def _is_public(series: Series) -> bool:
    return Series.objects.visible_to(AnonymousUser()).filter(pk=series.pk).exists()


def _meta(series: Series) -> PageMeta:
    description = _("La tabla del circuito de truco %(series)s, de %(owner)s, fecha por fecha.")
    return PageMeta(
        (series, series.owner), (description % {"series": series, "owner": series.owner},)
    )


def _finals(request: HttpRequest, table: SeriesTable, *, organises: bool) -> list[FinalCard]:
    """Return the finals of a series that were made, and for organisers those that can be."""
    series = table.series
    offers = [(False, series.final, table.finalists if series.finalists else ())]
    if series.silver_finalists:
        offers.append((True, series.silver_final, table.silver_finalists))
    cards = []
    for is_silver, final, lines in offers:
        if final is not None and final.state != Competition.State.CANCELLED:
            view = compare_final(series, final) if organises else None
            differs = view is not None and view.differs
            may_update = differs and final.is_run_by(request.user)
            cards.append(FinalCard(is_silver, final, view, may_update=may_update))
        elif organises and lines:
            hosts = hosts_for(series, request.user)
            form = (
                FinalForm(initial={"silver": is_silver}, hosts=hosts) if series.federation else None
            )
            cards.append(FinalCard(is_silver, None, None, len(lines), form))
    return cards


@signed_in_form
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the terms of a series."""
    series = _find_organised(request, pk)
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
    context = {"series": series, **_owned(series.owner), "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/series/edit.html", context, status=status)


@signed_in_form
def competitions(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose the competitions that count in a series."""
    series = _find_organised(request, pk)
    form = CompetitionsForm(request.POST if request.method == "POST" else None, series=series)
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
    context = {"series": series, **_owned(series.owner), "form": form}
    status = 422 if form.is_bound else 200
    return render(request, "tournaments/series/competitions.html", context, status=status)


@signed_in_form
def weights(request: HttpRequest, pk: int) -> HttpResponse:
    """Set how much each competition of a series weighs, and which edition it replaces."""
    series = _find_organised(request, pk)
    data = request.POST if request.method == "POST" else None
    forms = event_forms(series, data)
    are_valid = [form.is_valid() for form in forms]
    if data is not None and all(are_valid) and _store_weights(pk, forms, person(request)):
        messages.success(request, _("Listo, guardamos tus cambios."))
        return redirect("series:series", pk)
    # Django's own fields of 68 competitions, with 60 editions to choose among, take a second
    fields = render_template("series/weights", forms=forms, most=MOST_WEIGHT)
    context = {"series": series, **_owned(series.owner), "fields": mark_safe(fields)}
    status = 200 if data is None else 422
    return render(request, "tournaments/series/weights.html", context, status=status)


def _store_weights(pk: int, forms: Sequence[EventForm], actor: User) -> bool:
    """Store the terms of all competitions, or none; a refusal goes into its form."""
    now = timezone.now()
    with transaction.atomic():
        for form in forms:
            try:
                services.set_event_terms(
                    series_id=pk,
                    competition_id=form.event.pk,
                    weight=form.cleaned_data["weight"],
                    defends_id=form.cleaned_data.get("defends", form.event.defends_id),
                    actor=actor,
                    now=now,
                )
            except CannotDefendError as error:
                form.add_error("defends", error.message)
                transaction.set_rollback(True)
                return False
    return True


@signed_in_post
def create_final(request: HttpRequest, pk: int) -> HttpResponse:
    """Create a final, with the first ones of the table entered."""
    series = _find_organised(request, pk)
    form = FinalForm(request.POST, hosts=hosts_for(series, request.user))
    cleaned = form.cleaned_data if form.is_valid() else {}
    host = cleaned.get("host")
    final = services.create_final(
        series_id=pk,
        actor=person(request),
        now=timezone.now(),
        is_silver=cleaned.get("silver", False),
        host_id=host and host.pk,
    )
    messages.success(request, _("La final está lista: mirá quiénes la juegan."))
    return redirect("competitions:entered", final.pk)


@signed_in_post
def update_final(request: HttpRequest, pk: int, final: int) -> HttpResponse:
    """Enter those of the corrected table in a final that was not drawn."""
    _find_organised(request, pk)
    services.update_final(series_id=pk, final_id=final, actor=person(request), now=timezone.now())
    messages.success(request, _("La final tiene a los que dice la tabla de ahora."))
    return redirect("competitions:entered", final)


@signed_in_post
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a series; its competitions stay."""
    series = _find_organised(request, pk)
    services.remove_series(series_id=pk, actor=person(request), now=timezone.now())
    messages.success(request, _("El circuito ya no está; sus competencias siguen."))
    if series.federation is not None:
        return redirect("federations:series", series.federation.slug)
    return redirect("club_series", series.owner.slug)


def find_series(request: HttpRequest, pk: int) -> Series:
    """Return a series whose table the reader may see, or 404."""
    related = ("club", "federation", "final__champion", "silver_final__champion")
    visible = Series.objects.visible_to(request.user).select_related(*related)
    return get_object_or_404(visible, pk=pk)


def _find_organised(request: HttpRequest, pk: int) -> Series:
    series = find_series(request, pk)
    if not series.owner.can_organise(request.user):
        raise NotOrganiserError()
    return series


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
