"""What is done from the organiser's desk: people let in and out, steps of its life, decisions."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.forms.decisions import ReasonForm, WalkoverForm
from tournaments.forms.entries import PlayersForm, WithdrawalForm
from tournaments.models import Competition, Match
from tournaments.pages.organisers.first_matches import first_matches
from tournaments.services.competition import lifecycle
from tournaments.services.entries import by_hand, withdrawing
from tournaments.services.matches import deciding
from tournaments.views.competition import how
from tournaments.views.competition.desk import UNDO_FIRST, entries_shown, is_in_place, show
from tournaments.views.finding import (
    find_competition,
    find_competition_match,
    find_organised,
    person,
)
from tournaments.views.posting import posted_at_desk
from tournaments.views.refusal import answers_refusals, refuse, status_of
from tournaments.wording import refusals

DONE = {  # but of the start: what that sets off is not the same everywhere
    "open": gettext_lazy("La inscripción está abierta."),
    "pause": gettext_lazy("En pausa: las mesas que juegan siguen, no se llama a nadie más."),
    "resume": gettext_lazy("Sigue el juego."),
    "cancel": gettext_lazy("La competencia quedó cancelada."),
    "archive": gettext_lazy("La competencia quedó en el archivo."),
}


@posted_at_desk
@signed_in
@answers_refusals
def add_entry(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter somebody by hand."""
    competition = find_organised(request, pk)
    form = PlayersForm(request.POST, players=competition.players_per_side)
    if not form.is_valid():
        return _entries(request, competition, form, 422)
    try:
        entry = by_hand.add_entry(
            competition_id=pk,
            actor=person(request),
            players=form.players(),
            name=form.cleaned_data.get("name", ""),
            affiliation=form.cleaned_data["affiliation"],
            now=timezone.now(),
        )
    except RefusedError as error:
        if not is_in_place(request) and error.code != UNDO_FIRST:
            raise
        form.add_error(None, ValidationError(refusals.refusal(error.code), code=error.code))
        return _entries(request, competition, form, status_of(error.code))
    people = competition.players_per_side
    said = ngettext("%(entry)s está en la lista.", "%(entry)s están en la lista.", people)
    messages.success(request, said % {"entry": entry})
    return redirect(f"{reverse('competitions:manage', args=[pk])}?s=entries#by-hand")


@require_POST
@signed_in
@answers_refusals
def withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an entry out."""
    competition = find_competition(request, pk)
    form = WithdrawalForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    entry = get_object_or_404(competition.entries, pk=form.cleaned_data["entry"])
    withdrawing.withdraw(
        entry_id=entry.pk,
        actor=person(request),
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    people = competition.players_per_side
    said = ngettext("%(entry)s ya no juega.", "%(entry)s ya no juegan.", people)
    messages.success(request, said % {"entry": entry})
    if competition.is_drawn:  # there it is taken back
        return redirect("competitions:entered_one", pk, entry.pk)
    return redirect(f"{reverse('competitions:manage', args=[pk])}?s=entries")


@posted_at_desk
@signed_in
@answers_refusals
def act(request: HttpRequest, pk: int, act: str) -> HttpResponse:
    """Take a competition one step on in its life."""
    competition = find_competition(request, pk)
    form = ReasonForm(request.POST)
    if act not in (*DONE, "start"):
        raise Http404
    if not form.is_valid():
        return refuse(request, "badly-written")
    if act == "start" and how.asks_first(request, pk, how.START):
        return how.ask(request, pk, then=how.START)
    now = timezone.now()
    _act(act, form.cleaned_data["reason"], competition_id=pk, actor=person(request), now=now)
    messages.success(request, DONE.get(act) or first_matches(competition, now).in_words())
    return redirect("competitions:manage", competition.pk)


@require_POST
@signed_in
@answers_refusals
def walkover(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a match to one side."""
    match = find_competition_match(request, pk)
    form = WalkoverForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    deciding.give_walkover(
        match_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data
    )
    messages.success(request, _("%(place)s: está decidido.") % {"place": match.place})
    return _back(match)


@require_POST
@signed_in
@answers_refusals
def annul(request: HttpRequest, pk: int) -> HttpResponse:
    """Void what a match has played; it is called again."""
    match = find_competition_match(request, pk)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return refuse(request, "badly-written")
    deciding.annul_match(
        match_id=pk,
        actor=person(request),
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )
    messages.success(request, _("%(place)s: se juega de nuevo.") % {"place": match.place})
    return _back(match)


def _act(name: str, reason: str, **who: Any) -> None:
    match name:
        case "open":
            lifecycle.open_registration(**who)
        case "start":
            lifecycle.start(**who)
        case "pause":
            lifecycle.pause(**who, reason=reason)
        case "resume":
            lifecycle.resume(**who)
        case "cancel":
            lifecycle.cancel(**who, reason=reason)
        case "archive":
            lifecycle.archive(**who)


def _back(match: Match) -> HttpResponse:
    assert match.competition is not None, "only matches of competitions are decided by hand"
    return redirect("competitions:manage", match.competition.pk)


def _entries(
    request: HttpRequest, competition: Competition, form: PlayersForm, status: int
) -> HttpResponse:
    """Show who takes part again, with what is wrong with the form."""
    told = entries_shown(request, competition, form)
    return show(request, competition, "entries", told, status)
