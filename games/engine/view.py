"""What one viewer may see of a hand: the only thing a template or a robot ever gets."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from games.engine.actions import Action, Canto
from games.engine.cards import Card
from games.engine.rules import Rules
from games.engine.state import Pair, Points, TrickWinner

EventKind = Literal[
    "deal",
    "muestra",
    "card",
    "call",
    "answer",
    "fold",
    "declare",
    "trick",
    "points",
    "show",
    "hand",
    "leg",
    "game",
]
Family = Literal["envido", "flor", "truco", "perros"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something the table saw happen; fields that do not apply are None or empty."""

    kind: EventKind
    seat: int | None = None
    team: int | None = None
    token: str | None = None
    value: int | str | None = None
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayView:
    """A card on the table; `card` is None while this viewer may not see its face."""

    seat: int
    card: Card | None
    covered: bool


@dataclass(frozen=True, slots=True)
class TrickView:
    """A trick as this viewer sees it; winner is a team, `=`, or None while it is open."""

    leader: int
    plays: tuple[PlayView, ...]
    winner: TrickWinner


@dataclass(frozen=True, slots=True)
class PendingView:
    """The call being settled now, and what either answer is worth."""

    family: Family
    call: Canto | Literal["perros"]
    by: int
    quiero: int
    no: int


@dataclass(frozen=True, slots=True)
class View:
    """The hand as one seat, or a spectator (`viewer` None), may see it."""

    viewer: int | None
    rules: Rules
    seats: int
    label: str
    mano: int
    dealer: int
    score: Pair
    legs: Pair
    own: tuple[Card, ...]
    counts: tuple[int, ...]
    tricks: tuple[TrickView, ...]
    folded: tuple[int, ...]
    to_act: tuple[int, ...]
    turn: int | None
    muestra: Card | None
    pending: PendingView | None
    stake: int
    truco_level: int
    truco_raiser: int | None
    legal: tuple[Action, ...]
    blocked: Mapping[str, str]
    events: tuple[Event, ...]
    over: bool
    hand_winner: int | None
    winner: int | None
    points: tuple[Points, ...]
    shown: Mapping[int, tuple[Card, ...]]
