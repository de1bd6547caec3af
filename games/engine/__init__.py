"""The rules of truco as pure functions over frozen values."""

from games.engine.actions import (
    Action,
    Answer,
    AnswerPerros,
    Call,
    Fold,
    PlayCard,
    PlayPair,
    from_token,
    to_token,
)
from games.engine.calls import ENVIDOS, FLORES, TRUCOS, Canto
from games.engine.cards import Card, parse_card
from games.engine.deals import DealerDraw, deal, deal_hands, deck_for, draw_dealer
from games.engine.errors import IllegalActionError, NotationError, RulesError
from games.engine.event_log import Event, Moment, events, followed, moments
from games.engine.hand import apply
from games.engine.hand_end import next_start
from games.engine.hand_start import Start, first_start
from games.engine.hand_view import PendingView, PlayView, TrickView, View, view, views
from games.engine.legal import legal_actions
from games.engine.log import LogLine, ThrowPerros, fold, lines, step
from games.engine.ranks import Ranking
from games.engine.record_replay import Replay, replay, summary
from games.engine.rules import (
    CHOICES,
    OPTION_KEYS,
    PRESETS,
    RANGES,
    USUAL,
    Rules,
    make_rules,
    seated,
)
from games.engine.ruling_effects import leader, may_stop, rule
from games.engine.rulings import (
    Award,
    Loss,
    Proceed,
    Ruling,
    Rulings,
    SetScore,
    TimeUp,
    Void,
    from_word,
    to_word,
)
from games.engine.state import Points, State
from games.engine.tgn import HandRecord, Record, read_games, read_tgn, write_tgn
from games.engine.vocabulary import KnownCalls, known_calls, signals

__all__ = [
    "CHOICES",
    "ENVIDOS",
    "FLORES",
    "OPTION_KEYS",
    "PRESETS",
    "RANGES",
    "TRUCOS",
    "USUAL",
    "Action",
    "Answer",
    "AnswerPerros",
    "Award",
    "Call",
    "Canto",
    "Card",
    "DealerDraw",
    "Event",
    "Fold",
    "HandRecord",
    "IllegalActionError",
    "KnownCalls",
    "LogLine",
    "Loss",
    "Moment",
    "NotationError",
    "PendingView",
    "PlayCard",
    "PlayPair",
    "PlayView",
    "Points",
    "Proceed",
    "Ranking",
    "Record",
    "Replay",
    "Rules",
    "RulesError",
    "Ruling",
    "Rulings",
    "SetScore",
    "Start",
    "State",
    "ThrowPerros",
    "TimeUp",
    "TrickView",
    "View",
    "Void",
    "apply",
    "deal",
    "deal_hands",
    "deck_for",
    "draw_dealer",
    "events",
    "first_start",
    "fold",
    "followed",
    "from_token",
    "from_word",
    "known_calls",
    "leader",
    "legal_actions",
    "lines",
    "make_rules",
    "may_stop",
    "moments",
    "next_start",
    "parse_card",
    "read_games",
    "read_tgn",
    "replay",
    "rule",
    "seated",
    "signals",
    "step",
    "summary",
    "to_token",
    "to_word",
    "view",
    "views",
    "write_tgn",
]
