"""The choice between real cards and screens, asked once before an event of names starts."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.common.requests import person
from tournaments.common.errors import BadlyWrittenError, refuse, signed_in_form
from tournaments.common.lookups import find_organised
from tournaments.draw import drafts
from tournaments.entries.queries import MissingAccounts, entry_list, missing_accounts
from tournaments.lifecycle import services as lifecycle
from tournaments.lifecycle.queries import first_matches
from tournaments.lifecycle.services import may_change_cards, play_on_screen, play_with_cards
from tournaments.models import Competition


class PlayMode(StrEnum):
    """Real cards or tables on the site."""

    CARDS = "cards"
    SCREEN = "screen"


@dataclass(frozen=True)
class PlayModeQuestion:
    """Entries without accounts, the earlier answer, and the answers that are still allowed."""

    missing: MissingAccounts | None
    answered: PlayMode | None
    may_take_cards: bool
    may_take_screens: bool


def read_play_mode_question(competition: Competition) -> PlayModeQuestion:
    """Read the current state of the question."""
    missing = missing_accounts(competition, entry_list(competition))
    may_change = may_change_cards(competition) and not competition.rehearsal
    return PlayModeQuestion(
        missing=missing,
        answered=chosen_play_mode(competition),
        may_take_cards=competition.with_cards or missing is None or missing.may_take_cards,
        may_take_screens=may_change or not (competition.with_cards or competition.rehearsal),
    )


def chosen_play_mode(competition: Competition) -> PlayMode | None:
    """Return how a competition is played, or None if it has not been answered."""
    if competition.with_cards:
        return PlayMode.CARDS
    return PlayMode.SCREEN if competition.names_by_qr else None


def is_to_be_asked(competition: Competition) -> bool:
    """Return whether to ask before the first match: once, if a player has no account."""
    if chosen_play_mode(competition) or competition.rehearsal or not may_change_cards(competition):
        return False
    return missing_accounts(competition, entry_list(competition)) is not None


START, PUBLISH = "start", "publish"


class AnswerForm(forms.Form):
    """Answer form, with the action that was interrupted by the question."""

    way = forms.ChoiceField(choices=[(way, way) for way in PlayMode])
    then = forms.ChoiceField(choices=[(each, each) for each in (START, PUBLISH)], required=False)
    seen = forms.CharField(max_length=40, required=False)  # mark of the draft to publish


@signed_in_form
def choose_play_mode(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the question or save the answer, then continue the interrupted action."""
    if request.method == "POST":
        form = AnswerForm(request.POST)
        if not form.is_valid():
            return refuse(request, BadlyWrittenError())
        find_organised(request, pk)
        return _answered(request, pk, form.cleaned_data)
    return ask(request, pk)


def ask(request: HttpRequest, pk: int, then: str = "", seen: str = "") -> HttpResponse:
    """Show the question. After the answer, the `then` action continues."""
    competition = find_organised(request, pk)
    context = {
        "competition": competition,
        "asked": read_play_mode_question(competition),
        "then": then,
        "seen": seen,
    }
    return render(request, "tournaments/draw/play_mode.html", context)


def asks_first(request: HttpRequest, pk: int, then: str) -> bool:
    """Return whether the question must be answered before the `then` action."""
    competition = find_organised(request, pk)
    may_begin = competition.is_drawn if then == START else hasattr(competition, "draft")
    return may_begin and is_to_be_asked(competition)


def _answered(request: HttpRequest, pk: int, cleaned: dict[str, Any]) -> HttpResponse:
    arguments: dict[str, Any] = {
        "competition_id": pk,
        "actor": person(request),
        "now": timezone.now(),
    }
    if cleaned["way"] == PlayMode.SCREEN:
        play_on_screen(**arguments)
        return redirect("competitions:claims", pk)
    if not find_organised(request, pk).with_cards:
        play_with_cards(**arguments)
    match cleaned["then"]:
        case "start":
            lifecycle.start(**arguments)
            messages.success(
                request, first_matches(find_organised(request, pk), arguments["now"]).in_words()
            )
        case "publish":
            drafts.publish(**arguments, seen=cleaned["seen"])
            messages.success(request, _("Está publicado: ya lo ve todo el mundo."))
        case _:
            messages.success(request, _("Se juega con cartas de verdad."))
    return redirect("competitions:manage", pk)
