"""The page *Cambiar*: one folded card for each thing that can change while it is played.

To add a card, write a function that returns a `ChangeCard` or None, and put it into `CARDS`. A card
names its template and what that template reads; one that offers choices uses `card_of_options`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext

from tournaments.changes.marks import mark_of
from tournaments.changes.options import (
    Options,
    ending_options,
    format_options,
    length_options,
    rounds_options,
    stages_options,
)
from tournaments.models import Competition


@dataclass(frozen=True)
class ChangeCard:
    """One thing that can change: its title, how it is now, and the template with what it reads."""

    key: str  # the id of its element
    title: str
    state: str
    template: str
    context: Mapping[str, Any] = field(default_factory=dict)


def card_of_options(
    competition: Competition, act: str, title: str, options: Options | None
) -> ChangeCard | None:
    """Return a card that posts one of its options to an act of `tournaments.changes`."""
    if options is None:
        return None
    context = {
        "options": options.choices,
        "action": reverse("competitions:change", args=[competition.pk, act]),
        "seen": mark_of(competition),
    }
    template = "tournaments/changes/_options.html"
    return ChangeCard(act, title, options.state, template, context)


def _finish(competition: Competition, _now: datetime) -> ChangeCard | None:
    title = gettext("Terminar acá")
    return card_of_options(competition, "finish", title, ending_options(competition))


def _rounds(competition: Competition, _now: datetime) -> ChangeCard | None:
    return card_of_options(competition, "rounds", gettext("Rondas"), rounds_options(competition))


def _length(competition: Competition, _now: datetime) -> ChangeCard | None:
    title = gettext("A cuánto se juega")
    return card_of_options(competition, "length", title, length_options(competition))


def _stages(competition: Competition, _now: datetime) -> ChangeCard | None:
    title = gettext("Quiénes pasan y qué sigue")
    return card_of_options(competition, "stages", title, stages_options(competition))


def _format(competition: Competition, _now: datetime) -> ChangeCard | None:
    title = gettext("El formato")
    return card_of_options(competition, "format", title, format_options(competition))


CARDS: Final[tuple[Callable[[Competition, datetime], ChangeCard | None], ...]] = (
    _finish,
    _rounds,
    _length,
    _stages,
    _format,
)


def change_cards(competition: Competition, now: datetime) -> list[ChangeCard]:
    """Return what can change now, in the order of the page."""
    cards = (make(competition, now) for make in CARDS)
    return [card for card in cards if card is not None]
