"""The rules of truco as pure functions over frozen values."""

from games.engine.actions import (
    Action,
    Answer,
    AnswerPerros,
    Call,
    ChooseHand,
    Fold,
    HandChoice,
    PlayBlind,
    PlayCard,
    PlayPair,
    from_token,
    to_token,
)
from games.engine.calls import ENVIDOS, FLORES, TRUCOS, CallName
from games.engine.cards import Card, parse_card
from games.engine.deals import DealerDraw, deal, deal_hands, deck_for, draw_dealer
from games.engine.errors import IllegalActionError, NotationError, RulesError
from games.engine.event_log import Event, LogEntry, events, extend_log, log_entries
from games.engine.hand import apply
from games.engine.hand_end import next_hand_start
from games.engine.hand_start import Start, first_start
from games.engine.hand_view import PendingView, PlayView, TrickView, View, view, views
from games.engine.legal import legal_actions
from games.engine.log import LogLine, ThrowPerros, apply_line, apply_log, lines
from games.engine.ranks import Ranking
from games.engine.record_replay import Replay, replay, replay_summary
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
from games.engine.ruling_effects import apply_ruling, can_end_by_time, leader_on_time
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
    "CallName",
    "Card",
    "ChooseHand",
    "DealerDraw",
    "Event",
    "Fold",
    "HandChoice",
    "HandRecord",
    "IllegalActionError",
    "KnownCalls",
    "LogEntry",
    "LogLine",
    "Loss",
    "NotationError",
    "PendingView",
    "PlayBlind",
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
    "apply_line",
    "apply_log",
    "apply_ruling",
    "can_end_by_time",
    "deal",
    "deal_hands",
    "deck_for",
    "draw_dealer",
    "events",
    "extend_log",
    "first_start",
    "from_token",
    "from_word",
    "known_calls",
    "leader_on_time",
    "legal_actions",
    "lines",
    "log_entries",
    "make_rules",
    "next_hand_start",
    "parse_card",
    "read_games",
    "read_tgn",
    "replay",
    "replay_summary",
    "seated",
    "signals",
    "to_token",
    "to_word",
    "view",
    "views",
    "write_tgn",
]
