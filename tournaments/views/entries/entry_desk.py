"""The organiser's page of entries, and what is decided there."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.forms import HiddenInput
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.values.names import searchable
from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.forms.decisions import ReasonForm
from tournaments.forms.entries import CapForm, EntriesForm, PlayersForm
from tournaments.live.desk import DeskFrame
from tournaments.models import Entry
from tournaments.pages.organisers.draft import title_of_draft
from tournaments.pages.organisers.entry_desk import KINDS, Tally, asked_for, may_undo
from tournaments.pages.organisers.missing_accounts import missing_accounts
from tournaments.pages.people.leaving import (
    absent_rounds,
    coming_round,
    left_out,
    may_leave,
    why_it_left,
    why_it_stays_out,
)
from tournaments.pages.people.own_place import OwnPlace
from tournaments.services.competition import cap as cap_service
from tournaments.services.competition import lifecycle, real_cards
from tournaments.services.draw import undoing
from tournaments.services.entries import approval, check_in
from tournaments.services.entries.late import refusal_to_join, round_to_join
from tournaments.services.leaving import absences
from tournaments.views.finding import find_organised, person
from tournaments.views.posting import posted_at_desk
from tournaments.views.refusal import answers_refusals, refuse
from tournaments.wording import refusals
from truco_site.htmx import is_part

WORDS_CUT = 60
MOST_KEPT = 200  # rows, that an address can hold
STEPS: Mapping[str, tuple[Callable[..., None], Any]] = {
    "open-check-in": (
        lifecycle.open_check_in,
        gettext_lazy("La acreditación está abierta: al sorteo entra quien se acredite."),
    ),
    "roll-call": (
        check_in.call_the_roll,
        gettext_lazy("Están todos: tocá «No está» en cada uno que falte y sorteá con los demás."),
    ),
    "reopen": (
        lifecycle.reopen_registration,
        gettext_lazy(
            "La inscripción está abierta de nuevo: al sorteo entran todos los confirmados."
        ),
    ),
    "undo-draw": (
        undoing.undo_draw,
        gettext_lazy("El sorteo quedó deshecho: cada uno conserva su lugar."),
    ),
    "with-cards": (
        real_cards.play_with_cards,
        gettext_lazy("Se juega con cartas de verdad: los puntos los anota el tanteador, o vos."),
    ),
}
WITH_REASON = ("undo-draw",)


@require_safe
@signed_in
@never_cache
@answers_refusals
def desk(request: HttpRequest, pk: int) -> HttpResponse:
    """List the entries with what can be done to each; `?show=` keeps one kind, `?q=` finds."""
    competition = find_organised(request, pk)
    desk = DeskFrame.of(competition)
    lines = desk.snapshot.lines
    kind, sought = _asked(request.GET)
    kept = _kept(request.GET)
    context = {
        "competition": competition,
        "desk": desk,
        "lines": asked_for(lines, kind, sought, kept),
        "kept": kept,
        "tally": Tally.of(competition, lines),
        "draft": title_of_draft(competition),
        "missing": missing_accounts(competition, lines),
        "coming": coming_round(competition),
        "joins": round_to_join(competition),
        "kind": kind,
        "sought": sought,
        "cap_form": CapForm(initial={"cap": competition.cap}),
    }
    return render(request, "tournaments/entered.html", context)


@require_safe
@signed_in
@never_cache
@answers_refusals
def one(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Show one entry: its players, its reserves, what can be changed."""
    competition = find_organised(request, pk)
    found = get_object_or_404(competition.entries, pk=entry)
    context = {
        "competition": competition,
        "own": found,
        "place": OwnPlace.of(request.user, found, organises=True),
        "absent_rounds": absent_rounds(found),
        "partner_form": _partner_form(found),
        "may_leave": may_leave(found),
        "left": found.left_at is not None,
        "why_it_left": why_it_left(found) if found.left_at else "",
        "why_it_stays_out": why_it_stays_out(found) if found.left_at else "",
        "left_out": left_out(found),
        "joins": round_to_join(competition),
        "why_late": refusals.refusal(refusal_to_join(competition) or ""),
        "may_undo": may_undo(competition),
    }
    return render(request, "tournaments/entered_one.html", context)


def _partner_form(entry: Entry) -> PlayersForm | None:
    """Return the form of an entry by hand with those filled in who wait for a partner."""
    waits = entry.state == Entry.State.FORMING
    there = list(entry.roster.order_by("number")) if waits else []
    if not there or any(player.user_id for player in there):
        return None  # who has an account sends the link to whom they choose
    form = PlayersForm(players=entry.competition.players_per_side)
    del form.fields["name"], form.fields["affiliation"]
    for number, player in enumerate(there, start=1):
        field = form.fields[f"player_{number}"]
        field.initial, field.widget = player.name, HiddenInput()
    return form


@posted_at_desk
@signed_in
@answers_refusals
def decide(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Do the same to one entry or to several."""
    competition = find_organised(request, pk)
    if act not in ACTS:
        raise Http404
    form = EntriesForm(request.POST, known=list(competition.entries.values_list("pk", flat=True)))
    if not form.is_valid():
        return refuse(request, "badly-written")
    number = ACTS[act](request, pk, form)
    told = ngettext("Hecho: %(number)s inscripción.", "Hecho: %(number)s inscripciones.", number)
    messages.success(request, told % {"number": number})
    return _back(request, pk, form.cleaned_data["only"], form.chosen())


@posted_at_desk
@signed_in
@answers_refusals
def change_cap(request: HttpRequest, pk: int) -> HttpResponse:
    """Have more places, or fewer."""
    find_organised(request, pk)
    form = CapForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    cap = form.cleaned_data["cap"]
    cap_service.change_cap(competition_id=pk, cap=cap, actor=person(request), now=timezone.now())
    messages.success(request, _("El cupo es de %(cap)s.") % {"cap": cap})
    return _back(request, pk)


@posted_at_desk
@signed_in
@answers_refusals
def take_step(request: HttpRequest, pk: int, step: str) -> HttpResponse:
    """Open the check-in, call the roll, take entries again, undo the draw, take real cards."""
    find_organised(request, pk)
    form = ReasonForm(request.POST)
    if step not in STEPS:
        raise Http404
    if not form.is_valid():
        return refuse(request, "badly-written")
    service, told = STEPS[step]
    reason = {"reason": form.cleaned_data["reason"]} if step in WITH_REASON else {}
    service(competition_id=pk, actor=person(request), now=timezone.now(), **reason)
    messages.success(request, told)
    return redirect("competitions:entered" if step == "roll-call" else "competitions:manage", pk)


def _approve(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    return len(approval.approve(entry_ids=form.chosen(), **_by(request, pk)))


def _reject(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    reason = form.cleaned_data["reason"]
    return len(approval.reject(entry_ids=form.chosen(), reason=reason, **_by(request, pk)))


def _paid(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    return len(approval.set_paid(entry_ids=form.chosen(), paid=True, **_by(request, pk)))


def _unpaid(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    return len(approval.set_paid(entry_ids=form.chosen(), paid=False, **_by(request, pk)))


def _check_in(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    return _each(check_in.check_in, request, form)


def _undo_check_in(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    return _each(check_in.undo_check_in, request, form)


def _absent(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    return _each(absences.mark_absent, request, form)


def _present(request: HttpRequest, pk: int, form: EntriesForm) -> int:
    return _each(absences.mark_present, request, form)


ACTS: Mapping[str, Callable[[HttpRequest, int, EntriesForm], int]] = {
    "approve": _approve,
    "reject": _reject,
    "paid": _paid,
    "unpaid": _unpaid,
    "check-in": _check_in,
    "undo-check-in": _undo_check_in,
    "absent": _absent,
    "present": _present,
}


def _each(service: Callable[..., None], request: HttpRequest, form: EntriesForm) -> int:
    """Do it to each; whoever it is done to already is passed over, unless it was the only one."""
    done, refused = 0, ""
    for pk in form.chosen():
        try:
            service(entry_id=pk, actor=person(request), now=timezone.now())
            done += 1
        except RefusedError as error:
            refused = error.code
    if not done:
        raise RefusedError(refused)
    return done


def _by(request: HttpRequest, pk: int) -> dict[str, Any]:
    return {"competition_id": pk, "actor": person(request), "now": timezone.now()}


def _asked(data: Mapping[str, str]) -> tuple[str, str]:
    """Return which kind of entries is asked for, and by which words."""
    kind = data.get("show", "all")
    return kind if kind in KINDS else "all", searchable(data.get("q", ""))[:WORDS_CUT]


def _kept(data: QueryDict) -> list[int]:
    """Return the entries whose rows stay although they may be of another kind by now."""
    return [int(pk) for pk in data.getlist("kept")[-MOST_KEPT:] if pk.isdecimal()]


def _back(
    request: HttpRequest, pk: int, only: int | None = None, done: Iterable[int] = ()
) -> HttpResponse:
    """Go back to the list as it was filtered, to the entry that was acted on.

    A page that only draws its list anew keeps the rows where they were.
    """
    kind, sought = _asked(request.POST)
    asked: dict[str, Any] = {"show": kind, "q": sought} if kind != "all" or sought else {}
    if is_part(request):
        asked["kept"] = [*_kept(request.POST), *done][-MOST_KEPT:]
    query = f"?{urlencode(asked, doseq=True)}" if asked else ""
    anchor = f"#entry-{only}" if only else ""
    return redirect(reverse("competitions:entered", args=[pk]) + query + anchor)
