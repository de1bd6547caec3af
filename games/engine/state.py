"""The values that make up a hand. They only hold data; other modules have the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from .actions import Action
from .calls import CallName, Canto
from .cards import HAND_SIZE, Card
from .hand_start import Start
from .ranks import Ranking
from .rules import Rules
from .rulings import Rulings, TimeUp, Void

PARDA: Final = "="
NO_TEAM: Final = -1
"""In place of a team that can raise: nobody can in this hand (R-B3)."""
Opening = Literal["", "perros", "mao_x"]
LastHand = Literal["", "mao_x", "ferro"]
TrickWinner = int | Literal["="] | None
Pair = tuple[int, int]


class Deal(NamedTuple):
    """The facts fixed by the deal."""

    start: Start
    rules: Rules
    hands: tuple[tuple[Card, ...], ...]
    muestra: Card | None
    perros: int | None
    """The team that threw the dogs (R-X1)."""
    seats: tuple[int, ...]
    """The seats that play this hand, in order of play from mano; two of them in pico (R-P2)."""
    teams: tuple[tuple[int, ...], tuple[int, ...]]
    ranking: Ranking
    flores: Mapping[int, int]
    """The seats that were dealt a flor, and its value."""
    last_hand: LastHand
    """R-B1: one team, or both, need only the first price for the leg."""


class Play(NamedTuple):
    """A seat's card in a trick; in a two-card tie another card is under it (R-V1)."""

    seat: int
    card: Card
    covered: bool = False
    beneath: Card | None = None


class Trick(NamedTuple):
    """A trick (baza): its leader, its plays, and its winner once it is complete."""

    leader: int
    plays: tuple[Play, ...] = ()
    winner: TrickWinner = None


class Truco(NamedTuple):
    """The accepted level (R-C1), the team that can raise it, and the seat of a pending raise."""

    level: int = 1
    raiser: int | None = None
    caller: int | None = None


class Declaration(NamedTuple):
    """The declared envido: each seat's value, or None for *son buenas* (R-E6)."""

    values: tuple[tuple[int, int | None], ...]
    winner: int
    """The seat that won."""


class Envido(NamedTuple):
    """The ladder called so far, the last caller, and the answer once it is given."""

    calls: tuple[Canto, ...] = ()
    caller: int = -1
    accepted: bool | None = None
    counting: tuple[int, ...] = ()
    """The seats in play at the *quiero*, in order of play. They declare (R-E6)."""
    declared: Declaration | None = None
    shown: tuple[Card, ...] = ()
    """The winner's cards that were counted: the proof (R-E7)."""

    @property
    def pending(self) -> bool:
        """Whether a call waits for its answer."""
        return bool(self.calls) and self.accepted is None


class Flor(NamedTuple):
    """The seats that announced, the seats that gave in, and the contest between teams (R-F)."""

    announced: tuple[int, ...] = ()
    achicados: tuple[int, ...] = ()
    challenges: tuple[CallName, ...] = ()
    challenger: int = -1
    """The seat of the last challenge."""
    settled: bool = False
    declared: Declaration | None = None
    shown: tuple[int, ...] = ()
    """The seats whose flor scored and is shown when the hand ends."""

    @property
    def live(self) -> tuple[int, ...]:
        """The seats whose announced flor still counts."""
        return tuple(seat for seat in self.announced if seat not in self.achicados)


class Points(NamedTuple):
    """Points a team scored, with the reason as the notation names it."""

    team: int
    points: int
    reason: str


class Phase(IntEnum):
    """The kinds of pending decision; an earlier kind is settled before a later one."""

    OVER = 0
    PERROS = 1
    MAO_X = 2
    ANNOUNCE = 3
    CHALLENGE = 4
    RAISE = 5
    ENVIDO = 6
    TRUCO = 7
    PLAY = 8


class Pending(NamedTuple):
    """The pending decision, the seats that can act on it, and the actions of each."""

    phase: Phase
    seats: tuple[int, ...]
    legal: tuple[tuple[Action, ...], ...]


NO_TRUCO, NO_ENVIDO, NO_FLOR = Truco(), Envido(), Flor()  # nothing called
NO_PENDING: Final = Pending(Phase.OVER, (), ())


@dataclass(frozen=True)
class State:
    """A hand in progress or over. Only `apply` and a judge's ruling produce the next state."""

    deal: Deal
    score: Pair
    legs: Pair
    turn: int
    """The seat that plays the next card, now or after a pending call."""
    held: tuple[tuple[Card, ...], ...]
    tricks: tuple[Trick, ...]
    waiting: Pending = NO_PENDING
    actions: tuple[Action, ...] = ()
    folded: tuple[int, ...] = ()
    truco: Truco = NO_TRUCO
    envido: Envido = NO_ENVIDO
    flor: Flor = NO_FLOR
    opening: Opening = ""
    """The decision that waits before the first card: about the dogs (R-X2) or the hand (R-B2)."""
    points: tuple[Points, ...] = ()
    over: bool = False
    hand_winner: int | None = None
    rulings: Rulings = ()

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that can act now."""
        return self.waiting.seats

    def has_played(self, seat: int) -> bool:
        """Return whether the seat has played a card."""
        return len(self.held[seat]) < HAND_SIZE

    @property
    def is_void(self) -> bool:
        """Whether a judge declared this hand void."""
        return bool(self.rulings) and any(isinstance(ruling, Void) for _, ruling in self.rulings)

    @property
    def time_up(self) -> TimeUp | None:
        """The ruling by which the bell of a timed round ended the game, if any (R-S5)."""
        return next((ruling for _, ruling in self.rulings if isinstance(ruling, TimeUp)), None)

    @property
    def start(self) -> Start:
        return self.deal.start

    @property
    def winner(self) -> int | None:
        """The team that won the game."""
        needed = self.deal.rules.legs_to_win
        if self.legs[0] >= needed:
            return 0
        if self.legs[1] >= needed:
            return 1
        return self.time_up.team if self.rulings and self.time_up else None


if TYPE_CHECKING:  # type checkers see the fields with their real names and types
    from dataclasses import replace as replace

    make_state = State
else:
    _new, _set_fields = object.__new__, State.__dict__["__dict__"].__set__

    def make_state(**fields: Any) -> State:
        """Return a hand with these fields; a default stays on the class until it is replaced."""
        state = _new(State)
        _set_fields(state, fields)
        return state

    def replace(state: State, /, **changes: Any) -> State:
        """Return a hand with these fields changed, five times as fast as `dataclasses.replace`."""
        after = _new(State)
        _set_fields(after, {**state.__dict__, **changes})
        return after
