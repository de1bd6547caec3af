"""Views to confirm a withdrawal, to undo it, and to set absences."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.common.requests import is_part, person
from tournaments.common.errors import (
    BadlyWrittenError,
    MatchNotOpenError,
    WrongStateError,
    refuse,
    signed_in_form,
    signed_in_page,
    signed_in_post,
)
from tournaments.common.form_fields import NEITHER, ReasonForm
from tournaments.common.lookups import WHOLE, find_competition, find_organised
from tournaments.entries import rosters
from tournaments.entries.forms import AbsenceForm
from tournaments.entries.views import _own_entry
from tournaments.matches.tables import extend_sit_down
from tournaments.models import Entry, Match
from tournaments.withdrawals import absences, no_shows, pauses, returns
from tournaments.withdrawals import services as withdrawals
from tournaments.withdrawals.absences import next_round_to_miss
from tournaments.withdrawals.no_shows import Stay, stay_field
from tournaments.withdrawals.queries import may_leave, what_falls
from tournaments.withdrawals.queries import no_show as read_no_show


class PauseForm(forms.Form):
    """Whether an entry rests or returns."""

    paused = forms.ChoiceField(choices=[(each, each) for each in ("yes", "no")])


class AbsentSidesForm(forms.Form):
    """The sides that did not come."""

    who = forms.ChoiceField(choices=[(each, each) for each in ("0", "1", NEITHER)])

    def sides(self) -> Sequence[int]:
        """Return the absent sides of a valid form."""
        choice = self.cleaned_data["who"]
        return (0, 1) if choice == NEITHER else (int(choice),)


class StaysForm(forms.Form):
    """The next step of each absent entry."""

    def __init__(self, data: Mapping[str, Any], *, entries: Sequence[Entry]) -> None:
        super().__init__(data)
        self.entries = entries
        for entry in entries:
            self.fields[stay_field(entry)] = forms.ChoiceField(
                choices=[(each, each) for each in Stay], required=False
            )

    def stays(self) -> dict[int, str]:
        """Return the choice for each entry, by pk; without a choice it plays."""
        choices = ((entry.pk, self.cleaned_data[stay_field(entry)]) for entry in self.entries)
        return {pk: stay for pk, stay in choices if stay}


@signed_in_page
def ask(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Show the consequences of a withdrawal; only its button withdraws the entry."""
    own_entry = _find_own_entry(request, pk, entry)
    if not may_leave(own_entry):
        raise WrongStateError()
    organises = own_entry.competition.is_run_by(person(request))
    is_own = own_entry.roster.filter(user=person(request)).exists()
    context = {
        "competition": own_entry.competition,
        "own": own_entry,
        "is_own": is_own,
        "organises": organises,
        "falls": what_falls(own_entry),
        "next_round": next_round_to_miss(own_entry),
    }
    return render(request, "tournaments/withdrawals/withdrawal.html", context)


@signed_in_post
def reinstate(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Take a withdrawal back."""
    own_entry, form = _find_own_entry(request, pk, entry), ReasonForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    number = withdrawals.round_to_return(own_entry)
    withdrawals.reinstate(
        entry_id=own_entry.pk,
        actor=person(request),
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    people = own_entry.competition.named_per_entry
    if number is None:
        message = ngettext(
            "%(entry)s juega de nuevo: todo quedó como estaba.",
            "%(entry)s juegan de nuevo: todo quedó como estaba.",
            people,
        )
    else:
        message = ngettext(
            "%(entry)s juega de nuevo desde la ronda %(number)s.",
            "%(entry)s juegan de nuevo desde la ronda %(number)s.",
            people,
        )
    messages.success(request, message % {"entry": own_entry, "number": number})
    return redirect("competitions:entered_one", pk, entry)


@signed_in_post
def bring_back(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Bring an entry back that is out of play."""
    competition = find_organised(request, pk)
    row = get_object_or_404(competition.entries, pk=entry)
    number = returns.bring_back(entry_id=row.pk, actor=person(request), now=timezone.now())
    people = competition.named_per_entry
    message = ngettext("%(entry)s juega de nuevo.", "%(entry)s juegan de nuevo.", people)
    if number is not None:
        message = ngettext(
            "%(entry)s juega desde la ronda %(number)s.",
            "%(entry)s juegan desde la ronda %(number)s.",
            people,
        )
    messages.success(request, message % {"entry": row, "number": number})
    return redirect("competitions:manage", pk)


@signed_in_post
def absent(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Mark an entry absent from a round that is still to be drawn, or present in it."""
    own_entry, form = _find_own_entry(request, pk, entry), AbsenceForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    number, choice = form.cleaned_data["number"], form.cleaned_data["absent"]
    is_absent = choice != "no"
    which = {"entry_id": own_entry.pk, "number": number, "actor": person(request)}
    if is_absent:
        is_asked = True if choice == "asked" else None
        absences.mark_absent(**which, asked=is_asked, now=timezone.now())
    else:
        absences.mark_present(**which, now=timezone.now())
    people = own_entry.competition.named_per_entry
    if is_absent:
        message = ngettext(
            "%(entry)s falta en la ronda %(number)s: no se sortea.",
            "%(entry)s faltan en la ronda %(number)s: no se sortean.",
            people,
        )
    else:
        message = ngettext(
            "%(entry)s juega la ronda %(number)s.", "%(entry)s juegan la ronda %(number)s.", people
        )
    messages.success(request, message % {"entry": own_entry, "number": number})
    if own_entry.competition.is_run_by(person(request)):
        return redirect("competitions:entered_one", pk, entry)
    return redirect("competitions:competition", pk)


@signed_in_post
def pause(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Pause an entry of a format without rounds, or bring it back."""
    own_entry, form = _find_own_entry(request, pk, entry), PauseForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    is_paused = form.cleaned_data["paused"] == "yes"
    act = pauses.pause_entry if is_paused else pauses.resume_entry
    act(entry_id=own_entry.pk, actor=person(request), now=timezone.now())
    people = own_entry.competition.named_per_entry
    if is_paused:
        message = ngettext(
            "%(entry)s descansa: no se le busca rival.",
            "%(entry)s descansan: no se les busca rival.",
            people,
        )
    else:
        message = ngettext("%(entry)s vuelve a jugar.", "%(entry)s vuelven a jugar.", people)
    messages.success(request, message % {"entry": own_entry})
    if own_entry.competition.is_run_by(person(request)):
        return redirect("competitions:entered_one", pk, entry)
    return redirect("competitions:competition", pk)


def _find_own_entry(request: HttpRequest, pk: int, entry: int) -> Entry:
    """Return an entry to one of its own, or to who organises."""
    competition = find_competition(request, pk)
    own_entry = get_object_or_404(competition.entries.select_related("competition__club"), pk=entry)
    rosters.require_own(own_entry, person(request))
    return own_entry


@signed_in_post
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw the reader's whole team."""
    own = _own_entry(request, pk)
    withdrawals.withdraw(entry_id=own.pk, actor=person(request), now=timezone.now())
    messages.success(request, _("Ya no estás en esta competencia."))
    return redirect("competitions:competition", pk)


@signed_in_form
def no_show(request: HttpRequest, pk: int, match: int) -> HttpResponse:
    """Show the verdict of a match that a side did not come to; record it, or wait for them."""
    competition = find_organised(request, pk)
    matches = Match.objects.of(competition.pk).select_related(WHOLE, "hall_table")
    row = get_object_or_404(matches, pk=match)
    form = AbsentSidesForm(request.POST if request.method == "POST" else request.GET)
    if not form.is_valid() or competition.boards:
        return refuse(request, BadlyWrittenError())
    now = timezone.now()
    if request.method != "POST":
        if row.state not in Match.PLAYABLE:
            raise MatchNotOpenError()
        context = {"competition": competition, "case": read_no_show(row, form.sides(), now)}
        part = "_no_show" if is_part(request) else "no_show"
        return render(request, f"tournaments/withdrawals/{part}.html", context)
    if "wait" in request.POST:
        until = extend_sit_down(match_id=row.pk, actor=person(request), now=now)
        hour = f"{localtime(until, ZoneInfo(competition.club.zone)):%H:%M}"
        message = _("%(place)s: se espera hasta las %(hour)s.")
        messages.success(request, message % {"place": row.place, "hour": hour})
    else:
        _record_no_show(request, row, form.sides(), now)
        messages.success(request, _("%(place)s: está decidido.") % {"place": row.place})
    return redirect("competitions:results", pk)


def _record_no_show(
    request: HttpRequest, match: Match, absent: Sequence[int], now: datetime
) -> None:
    case = read_no_show(match, absent, now)
    form = StaysForm(request.POST, entries=[one.entry for one in case.absentees])
    if not form.is_valid():
        raise BadlyWrittenError()
    no_shows.record_no_show(
        match_id=match.pk,
        absent=absent,
        stays=form.stays(),
        actor=person(request),
        reason=case.reason,
        now=now,
    )
