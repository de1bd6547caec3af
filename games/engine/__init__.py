"""The rules of truco as pure functions over frozen values."""

from games.engine.actions import (
    Action,
    Answer,
    AnswerPerros,
    Call,
    Canto,
    Fold,
    PlayCard,
    PlayPair,
    from_token,
    to_token,
)
from games.engine.cards import Card, deck_for, parse_card
from games.engine.errors import IllegalActionError, NotationError, RulesError
from games.engine.rules import (
    CHOICES,
    OPTION_KEYS,
    PRESETS,
    RANGES,
    USUAL,
    Rules,
    is_usual,
    make_rules,
)
from games.engine.start import Start, first_start
from games.engine.state import Points, State
from games.engine.view import Event, PendingView, PlayView, TrickView, View

__all__ = [
    "CHOICES",
    "OPTION_KEYS",
    "PRESETS",
    "RANGES",
    "USUAL",
    "Action",
    "Answer",
    "AnswerPerros",
    "Call",
    "Canto",
    "Card",
    "Event",
    "Fold",
    "IllegalActionError",
    "NotationError",
    "PendingView",
    "PlayCard",
    "PlayPair",
    "PlayView",
    "Points",
    "Rules",
    "RulesError",
    "Start",
    "State",
    "TrickView",
    "View",
    "deck_for",
    "first_start",
    "from_token",
    "is_usual",
    "make_rules",
    "parse_card",
    "to_token",
]
