"""The room of a competition: how many tables, what they are called, who goes where."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.views.asked import signed_in
from tournaments.forms.tables import CountForm, MoveForm, TablesForm
from tournaments.models import Competition
from tournaments.pages.organisers.hall_page import Hall, read_hall
from tournaments.services.hall import moving, setting_up
from tournaments.views.finding import find_organised, person
from tournaments.views.posting import posted_at_desk
from tournaments.views.refusal import answers_refusals, refuse


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@answers_refusals
def hall(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the tables of the room, and take how many there are."""
    competition = find_organised(request, pk)
    room = read_hall(competition, timezone.now())
    if request.method != "POST":
        asked = room.used or len(room.spots) or None
        return _page(request, competition, room, CountForm(initial={"count": asked}))
    form = CountForm(request.POST)
    if not form.is_valid():
        return _page(request, competition, room, form, status=422)
    setting_up.use_tables(
        competition_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data
    )
    return _done(request, pk)


@posted_at_desk
@signed_in
@answers_refusals
def choose(request: HttpRequest, pk: int) -> HttpResponse:
    """Name tables, and choose which of them are used."""
    competition = find_organised(request, pk)
    room = read_hall(competition, timezone.now())
    form = _tables(room, request)
    if not form.is_valid():
        return _page(request, competition, room, tables=form, status=422)
    names, used = form.chosen()
    setting_up.choose_tables(
        competition_id=pk, names=names, used=used, actor=person(request), now=timezone.now()
    )
    return _done(request, pk)


@posted_at_desk
@signed_in
@answers_refusals
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """Move a match to a free table, or let two matches change."""
    find_organised(request, pk)
    form = MoveForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    match, (kind, key) = form.cleaned_data["match"], form.target()
    who = {"match_id": match, "actor": person(request), "now": timezone.now()}
    if kind == "table":
        moving.move_match(table_id=key, **who)
    else:
        moving.swap_tables(other_id=key, **who)
    return _done(request, pk)


@posted_at_desk
@signed_in
@answers_refusals
def use(request: HttpRequest, pk: int, table: int) -> HttpResponse:
    """Take a table out of use, or use it again."""
    find_organised(request, pk)
    service = moving.take_out if "out" in request.POST else moving.bring_back
    service(table_id=table, competition_id=pk, actor=person(request), now=timezone.now())
    return _done(request, pk)


def _tables(room: Hall, request: HttpRequest | None = None) -> TablesForm:
    tables = [(spot.table, spot.is_used) for spot in room.spots]
    return TablesForm(request.POST if request else None, tables=tables)


def _page(
    request: HttpRequest,
    competition: Competition,
    room: Hall,
    count: CountForm | None = None,
    tables: TablesForm | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "competition": competition,
        "hall": room,
        "count_form": count or CountForm(initial={"count": room.used}),
        "tables_form": tables or _tables(room),
    }
    return render(request, "tournaments/hall.html", context, status=status)


def _done(request: HttpRequest, pk: int) -> HttpResponse:
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("competitions:hall", pk)
