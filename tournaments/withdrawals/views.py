"""Views to confirm a withdrawal, to undo it, and to set absences."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.common.replayed_post import login_required_keep_post
from tournaments.common.errors import BadlyWrittenError, WrongStateError, answers_refusals, refuse
from tournaments.common.form_fields import ReasonForm
from tournaments.common.lookups import find_competition, person
from tournaments.entries import rosters
from tournaments.entries.forms import AbsenceForm
from tournaments.entries.views import _own_entry
from tournaments.models import Entry
from tournaments.withdrawals import absences
from tournaments.withdrawals import services as withdrawals
from tournaments.withdrawals.queries import may_leave, what_falls


@require_safe
@login_required_keep_post
@never_cache
@answers_refusals
def ask(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Show the consequences of a withdrawal; only its button withdraws the entry."""
    found = _find_own_entry(request, pk, entry)
    if not may_leave(found):
        raise WrongStateError()
    organises = found.competition.club.can_organise(person(request))
    is_own = found.roster.filter(user=person(request)).exists()
    context = {
        "competition": found.competition,
        "own": found,
        "is_own": is_own,
        "organises": organises,
        "falls": what_falls(found),
    }
    return render(request, "tournaments/withdrawals/withdrawal.html", context)


@require_POST
@login_required_keep_post
@answers_refusals
def reinstate(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Take a withdrawal back."""
    found, form = _find_own_entry(request, pk, entry), ReasonForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    number = withdrawals.round_to_return(found)
    withdrawals.reinstate(
        entry_id=found.pk,
        actor=person(request),
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    if number is None:
        told = _("%(entry)s juega de nuevo: todo quedó como estaba.")
    else:
        told = _("%(entry)s juega de nuevo desde la ronda %(number)s.")
    messages.success(request, told % {"entry": found, "number": number})
    return redirect("competitions:entered_one", pk, entry)


@require_POST
@login_required_keep_post
@answers_refusals
def absent(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Mark an entry absent from a round that is still to be drawn, or present in it."""
    found, form = _find_own_entry(request, pk, entry), AbsenceForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    number, said = form.cleaned_data["number"], form.cleaned_data["absent"]
    is_absent = said != "no"
    which = {"entry_id": found.pk, "number": number, "actor": person(request)}
    if is_absent:
        asked = True if said == "asked" else None
        absences.mark_absent(**which, asked=asked, now=timezone.now())
    else:
        absences.mark_present(**which, now=timezone.now())
    told = (
        _("%(entry)s falta en la ronda %(number)s: no se sortea.")
        if is_absent
        else _("%(entry)s juega la ronda %(number)s.")
    )
    messages.success(request, told % {"entry": found, "number": number})
    if found.competition.club.can_organise(person(request)):
        return redirect("competitions:entered_one", pk, entry)
    return redirect("competitions:competition", pk)


def _find_own_entry(request: HttpRequest, pk: int, entry: int) -> Entry:
    """Return an entry to one of its own, or to who organises."""
    competition = find_competition(request, pk)
    found = get_object_or_404(competition.entries.select_related("competition__club"), pk=entry)
    rosters.require_own(found, person(request))
    return found


@require_POST
@login_required_keep_post
@answers_refusals
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw the reader's whole team."""
    own = _own_entry(request, pk)
    withdrawals.withdraw(entry_id=own.pk, actor=person(request), now=timezone.now())
    messages.success(request, _("Ya no estás en esta competencia."))
    return redirect("competitions:competition", pk)
