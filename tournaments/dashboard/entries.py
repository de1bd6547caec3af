"""The organiser's list of entries with filters and counts, and its views."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.forms import HiddenInput
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.common.errors import RefusedError
from accounts.common.requests import is_part, person
from accounts.names.validation import confusable_skeleton, searchable
from tournaments.common import errors
from tournaments.common.errors import BadlyWrittenError, refuse, signed_in_page
from tournaments.common.form_fields import ReasonForm
from tournaments.common.lookups import find_organised, posted_at_desk
from tournaments.competitions import state
from tournaments.dashboard.live import DeskFrame
from tournaments.draw import services as draw
from tournaments.draw.draft_page import current_draft_title
from tournaments.entries import check_in, places
from tournaments.entries import services as entries
from tournaments.entries.forms import CapForm, EntriesForm, PlayersForm
from tournaments.entries.own_entry import OwnEntryView
from tournaments.entries.places import missed_round_gives, refusal_to_join, round_to_join
from tournaments.entries.queries import EntryLine, missing_accounts
from tournaments.lifecycle import services as lifecycle
from tournaments.models import Competition, Entry, Match
from tournaments.withdrawals import absences
from tournaments.withdrawals.pauses import open_place
from tournaments.withdrawals.queries import (
    absent_rounds,
    coming_round,
    left_out,
    may_leave,
    why_it_left,
    why_it_stays_out,
)
from tournaments.withdrawals.services import round_to_return

State = Entry.State
STAYS = (State.FORMING, State.REQUESTED, *Entry.IN)


@dataclass(frozen=True)
class Kind:
    """Filter of entries with a title."""

    title: str | Promise
    has: Callable[[EntryLine], bool]


KINDS: Final[Mapping[str, Kind]] = {
    "all": Kind(_("todos"), lambda line: True),
    "requested": Kind(_("a confirmar"), lambda line: line.entry.state == State.REQUESTED),
    "waiting": Kind(_("en espera"), lambda line: line.entry.state == State.WAITING),
    "forming": Kind(_("les falta alguien"), lambda line: line.entry.state == State.FORMING),
    "unpaid": Kind(_("sin pagar"), lambda line: line.entry.owes),
    "absent": Kind(
        _("sin acreditar"),
        lambda line: line.entry.state in Entry.IN and line.entry.checked_in_at is None,
    ),
    "unclaimed": Kind(
        _("sin cuenta"), lambda line: line.entry.state in STAYS and line.has_unclaimed
    ),
    "withdrawn": Kind(_("fuera"), lambda line: line.entry.state == State.WITHDRAWN),
}


@dataclass(frozen=True)
class Tab:
    """Filter with its number of entries."""

    key: str
    title: str | Promise
    number: int


@dataclass(frozen=True)
class Tally:
    """Numbers of entries by filter. The unpaid filter appears where a fee is set."""

    confirmed: int
    checked_in: int
    paid: int
    tabs: tuple[Tab, ...]

    @classmethod
    def of(cls, competition: Competition, lines: Sequence[EntryLine]) -> "Tally":
        """Count entries by state. Entries not checked in count only during the check-in."""
        paid = sum(line.entry.paid for line in lines)
        is_offered = {
            "absent": competition.state == Competition.State.CHECK_IN,
            "unpaid": bool(competition.fee),
        }
        tabs = (
            Tab(key, kind.title, sum(map(kind.has, lines)))
            for key, kind in KINDS.items()
            if is_offered.get(key, True)
        )
        confirmed = [line for line in lines if line.entry.state == State.CONFIRMED]
        return cls(
            len(confirmed),
            sum(line.entry.checked_in_at is not None for line in confirmed),
            paid,
            tuple(tab for tab in tabs if tab.number or tab.key == "all"),
        )


def may_undo(competition: Competition) -> bool:
    """Return whether to offer undoing the draw. Only the service checks every card."""
    matches = Match.objects.of(competition.pk)
    if not competition.is_drawn or competition.is_over:
        return False
    return not (matches.live().exists() or matches.filter(state=Match.State.COMPLETED).exists())


def filter_lines(
    lines: Sequence[EntryLine], kind: str, words: str, kept_ids: Collection[int] = ()
) -> list[EntryLine]:
    """Return the entries of a kind that match the words by entry, player or club name.

    Entries in `kept_ids` stay in the list, so that rows do not move under the next tap.
    """
    skeletons = [confusable_skeleton(word) for word in words.split()]
    has = KINDS.get(kind, KINDS["all"]).has
    return [
        line
        for line in lines
        if line.entry.pk in kept_ids
        or (has(line) and all(word in _text(line) for word in skeletons))
    ]


def _text(line: EntryLine) -> str:
    names = (line.entry.name, line.entry.affiliation, *(player.name for player in line.roster))
    return confusable_skeleton(" ".join(names))


WORDS_CUT = 60
MOST_KEPT = 200  # rows, so that the address does not grow too long
DIGITS = 19  # of a longer number no row is
STEPS: Mapping[str, tuple[Callable[..., None], Any]] = {
    "open-check-in": (
        state.open_check_in,
        gettext_lazy("La acreditación está abierta: al sorteo entra quien se acredite."),
    ),
    "roll-call": (
        check_in.check_in_all_present,
        ngettext_lazy(
            "Están todos: tocá «No está» en cada uno que falte y sorteá con los demás.",
            "Están todos: tocá «No están» en quienes falten y sorteá con los demás.",
            "people",
        ),
    ),
    "reopen": (
        lifecycle.reopen_registration,
        gettext_lazy(
            "La inscripción está abierta de nuevo: al sorteo entran todos los confirmados."
        ),
    ),
    "undo-draw": (
        draw.undo_draw,
        gettext_lazy("El sorteo quedó deshecho: cada uno conserva su lugar."),
    ),
    "with-cards": (
        lifecycle.play_with_cards,
        gettext_lazy("Se juega con cartas de verdad: los puntos los lleva el anotador, o vos."),
    ),
}
WITH_REASON = ("undo-draw",)


@signed_in_page
def show_entries(request: HttpRequest, pk: int) -> HttpResponse:
    """List the entries with their actions; `?show=` filters by kind, `?q=` searches."""
    competition = find_organised(request, pk)
    desk = DeskFrame.of(competition)
    lines = desk.snapshot.lines
    kind, words = _read_filter(request.GET)
    kept_ids = _read_kept_entries(request.GET)
    context = {
        "competition": competition,
        "desk": desk,
        "lines": filter_lines(lines, kind, words, kept_ids),
        "kept": kept_ids,
        "tally": Tally.of(competition, lines),
        "draft": current_draft_title(competition),
        "missing": missing_accounts(competition, lines),
        "coming": coming_round(competition),
        "joins": round_to_join(competition),
        "kind": kind,
        "sought": words,
        "cap_form": CapForm(initial={"cap": competition.cap}),
    }
    return render(request, "tournaments/dashboard/entered.html", context)


@signed_in_page
def one(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Show one entry: its players, its reserves and its actions."""
    competition = find_organised(request, pk)
    own = get_object_or_404(competition.entries, pk=entry)
    joins, is_left_out = round_to_join(competition), left_out(own)
    context = {
        "competition": competition,
        "own": own,
        "place": OwnEntryView.of(request.user, own, organises=True),
        "absent_rounds": absent_rounds(own),
        "open_place": open_place(own),
        "partner_form": _partner_form(own) if joins or not competition.is_drawn else None,
        "takes_entries": entries.takes_entries(competition),
        "may_leave": may_leave(own),
        "left": own.left_at is not None,
        "why_it_left": why_it_left(own) if own.left_at else "",
        "why_it_stays_out": why_it_stays_out(own) if own.left_at else "",
        "round_to_return": round_to_return(own) if own.left_at else None,
        "left_out": is_left_out,
        "joins": joins,
        "missed_gives": missed_round_gives(competition) if is_left_out and joins else "",
        "why_late": errors.refusal(refusal_to_join(competition) or ""),
        "may_undo": may_undo(competition),
    }
    return render(request, "tournaments/dashboard/entered_one.html", context)


def _partner_form(entry: Entry) -> PlayersForm | None:
    """Return the form that completes an entry without accounts, with its players filled in."""
    waits = entry.state == Entry.State.FORMING
    players = list(entry.roster.order_by("number")) if waits else []
    if not players or any(player.user_id for player in players):
        return None  # players with an account invite a partner by link
    form = PlayersForm(players=entry.competition.players_per_side)
    del form.fields["name"], form.fields["affiliation"]
    for number, player in enumerate(players, start=1):
        field = form.fields[f"player_{number}"]
        field.initial, field.widget = player.name, HiddenInput()
    return form


@posted_at_desk
def decide(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Apply an action to one or several entries."""
    competition = find_organised(request, pk)
    if act not in ACTS:
        raise Http404
    form = EntriesForm(request.POST, known=list(competition.entries.values_list("pk", flat=True)))
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    number = ACTS[act](request, pk, form)
    message = ngettext("Hecho: %(number)s inscripción.", "Hecho: %(number)s inscripciones.", number)
    messages.success(request, message % {"number": number})
    return _back(request, pk, form.cleaned_data["only"], form.chosen())


@posted_at_desk
def change_cap(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the number of places."""
    find_organised(request, pk)
    form = CapForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    cap = form.cleaned_data["cap"]
    places.change_capacity(competition_id=pk, cap=cap, actor=person(request), now=timezone.now())
    messages.success(request, gettext("El cupo es de %(cap)s.") % {"cap": cap})
    return _back(request, pk)


@posted_at_desk
def take_step(request: HttpRequest, pk: int, step: str) -> HttpResponse:
    """Run a step: open the check-in, call the roll, reopen, undo the draw, use real cards."""
    competition = find_organised(request, pk)
    form = ReasonForm(request.POST)
    if step not in STEPS:
        raise Http404
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    service, message = STEPS[step]
    reason = {"reason": form.cleaned_data["reason"]} if step in WITH_REASON else {}
    service(competition_id=pk, actor=person(request), now=timezone.now(), **reason)
    messages.success(request, message % {"people": competition.named_per_entry})
    return redirect("competitions:entered" if step == "roll-call" else "competitions:manage", pk)


def _approve(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    return len(entries.approve(entry_ids=form.chosen(), **_by(request, pk)))


def _reject(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    reason = form.cleaned_data["reason"]
    return len(entries.reject(entry_ids=form.chosen(), reason=reason, **_by(request, pk)))


def _set_paid(
    request: HttpRequest, pk: int, form: EntriesForm, *, paid: bool = True, paid_by: str = ""
) -> int:
    terms = {"paid": paid, "paid_by": paid_by, **_by(request, pk)}
    return len(entries.set_paid(entry_ids=form.chosen(), **terms))


def _check_in(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    return _apply_to_entries(check_in.check_in_entry, request, form)


def _undo_check_in(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    return _apply_to_entries(check_in.undo_check_in, request, form)


def _absent(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    return _apply_to_entries(absences.mark_absent, request, form)


def _present(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    return _apply_to_entries(absences.mark_present, request, form)


ACTS: Mapping[str, Callable[[HttpRequest, int, EntriesForm], int]] = {
    "approve": _approve,
    "reject": _reject,
    "paid": _set_paid,
    "paid-cash": partial(_set_paid, paid_by=Entry.PaidBy.CASH),
    "paid-transfer": partial(_set_paid, paid_by=Entry.PaidBy.TRANSFER),
    "unpaid": partial(_set_paid, paid=False),
    "check-in": _check_in,
    "undo-check-in": _undo_check_in,
    "absent": _absent,
    "present": _present,
}


def _apply_to_entries(service: Callable[..., None], request: HttpRequest, form: EntriesForm) -> int:
    """Apply a service to each chosen entry. Refusals are ignored unless all entries are refused."""
    applied, last = 0, RefusedError()
    for pk in form.chosen():
        try:
            service(entry_id=pk, actor=person(request), now=timezone.now())
            applied += 1
        except RefusedError as error:
            last = error
    if not applied:
        raise last
    return applied


def _by(request: HttpRequest, pk: int) -> dict[str, Any]:
    return {"competition_id": pk, "actor": person(request), "now": timezone.now()}


def _read_filter(data: Mapping[str, str]) -> tuple[str, str]:
    """Return the filter and the search words."""
    kind = data.get("show", "all")
    return kind if kind in KINDS else "all", searchable(data.get("q", ""))[:WORDS_CUT]


def _read_kept_entries(data: QueryDict) -> list[int]:
    """Return the entries whose rows stay although they may no longer match the filter."""
    kept = data.getlist("kept")[-MOST_KEPT:]
    return [int(pk) for pk in kept if pk.isdecimal() and len(pk) < DIGITS]


def _back(
    request: HttpRequest, pk: int, only: int | None = None, changed: Iterable[int] = ()
) -> HttpResponse:
    """Redirect to the filtered list, at the entry that was changed.

    A page that only refreshes its list keeps the rows in place.
    """
    if request.POST.get("from") == "cash":
        return redirect(f"{reverse('competitions:cash', args=[pk])}#entry-{only}")
    kind, words = _read_filter(request.POST)
    parameters: dict[str, Any] = {"show": kind, "q": words} if kind != "all" or words else {}
    if is_part(request):
        parameters["kept"] = [*_read_kept_entries(request.POST), *changed][-MOST_KEPT:]
    query = f"?{urlencode(parameters, doseq=True)}" if parameters else ""
    anchor = f"#entry-{only}" if only else ""
    return redirect(reverse("competitions:entered", args=[pk]) + query + anchor)
