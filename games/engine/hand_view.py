"""A viewer's view of a hand, the only input of templates and robots."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Literal

from . import envido, flor, last_hand, perros, score, truco
from .actions import (
    CALLS,
    FOLD,
    FOLD_SHOWING,
    NO_QUIERO,
    QUIERO,
    Action,
    Call,
    PlayCard,
    to_token,
)
from .calls import TRUCOS, CallName, Canto
from .cards import Card
from .event_log import Event, LogEntry, events, log_entries
from .hand_end import revealed_cards
from .hand_start import Part
from .illegal import illegal_reason
from .joint_play import joint_actions
from .legal import legal_actions
from .ranks import Ranking, ranking
from .rules import Rules
from .state import NO_TEAM, Pair, Points, State, Trick, TrickWinner
from .visibility import own_cards, unplayed, visible_face
from .vocabulary import known_calls

Family = Literal["envido", "flor", "truco", "perros", "mao_x"]


@dataclass(frozen=True, slots=True)
class PlayView:
    """A card on the table; `card` is None while this viewer cannot see its face."""

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
    """The call that waits for an answer, and what each answer is worth."""

    family: Family
    call: Canto | Literal["perros", "mao-x"]
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
    part: Part
    playing: tuple[int, ...]
    """The seats of this hand in order of play from mano: two in a pico (R-P2), else all."""
    mano: int
    dealer: int
    score: Pair
    legs: Pair
    own: tuple[Card, ...]
    mates: Mapping[int, tuple[Card, ...]]
    """The cards of the viewer's mates that it may look at now, by seat (R-B2)."""
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
    joint: tuple[tuple[PlayCard, Call], ...]
    """The cards of the viewer that a truco call may follow in the same act (R-C8)."""
    blocked: Mapping[str, str]
    events: tuple[Event, ...]
    over: bool
    is_void: bool
    hand_winner: int | None
    winner: int | None
    points: tuple[Points, ...]
    shown: Mapping[int, tuple[Card, ...]]
    signs: Mapping[int, str] = field(default_factory=dict)
    """The señas of other seats that the viewer saw in this hand and believes (R-G)."""

    @property
    def ranking(self) -> Ranking:
        """The rank and value of each card under this hand's muestra."""
        return ranking(self.rules.ranks, self.muestra, self.rules.deck)

    @property
    def is_mao_x(self) -> bool:
        """Whether a mão de X is played, in which a truco call is no raise (R-B3)."""
        return self.truco_raiser == NO_TEAM


def view(state: State, viewer: int | None) -> View:
    """Build the view of a seat, or of a spectator (None), by adding what it is allowed to see."""
    return views(state, [viewer])[viewer]


def views(
    state: State, viewers: Iterable[int | None], folded: Sequence[LogEntry] | None = None
) -> Mapping[int | None, View]:
    """Build the views of several viewers; the public part is computed once.

    `folded` holds the log entries of the hand, if they are known.
    """
    start = state.start
    public = partial(
        View,
        rules=start.rules,
        seats=start.rules.seats,
        label=start.label,
        part=start.part,
        playing=state.deal.seats,
        mano=start.mano,
        dealer=start.dealer,
        score=state.score,
        legs=state.legs,
        counts=tuple(len(cards) for cards in unplayed(state)),
        folded=state.folded,
        to_act=state.to_act,
        turn=None if state.over else state.turn,
        muestra=state.deal.muestra,
        pending=pending(state),
        stake=truco.worth(state.deal.rules, state.truco.level),
        truco_level=state.truco.level,
        truco_raiser=state.truco.raiser,
        over=state.over,
        is_void=state.is_void,
        hand_winner=state.hand_winner,
        winner=state.winner,
        points=state.points,
        shown=revealed_cards(state),
    )
    entries = log_entries(state) if folded is None else folded
    by_viewer = {}
    for viewer in viewers:
        legal = () if viewer is None else legal_actions(state, viewer)
        by_viewer[viewer] = public(
            viewer=viewer,
            own=() if viewer is None else own_cards(state, viewer),
            mates={} if viewer is None else last_hand.hands_seen(state, viewer),
            tricks=tuple(_trick_view(trick, viewer) for trick in state.tricks if trick.plays),
            legal=legal,
            joint=() if viewer is None else joint_actions(state, viewer),
            blocked={} if viewer is None else _blocked(state, viewer, legal),
            events=events(state, viewer, entries),
        )
    return by_viewer


def _trick_view(trick: Trick, viewer: int | None) -> TrickView:
    plays = tuple(
        PlayView(play.seat, visible_face(play, trick, viewer), play.covered) for play in trick.plays
    )
    return TrickView(trick.leader, plays, trick.winner)


def _blocked(state: State, viewer: int, legal: tuple[Action, ...]) -> dict[str, str]:
    """Return the reason why the viewer cannot make each of the other calls now."""
    cantos = chain.from_iterable(known_calls(state.deal.rules))
    actions: tuple[Action, ...] = (
        *(CALLS[viewer][canto] for canto in cantos),
        QUIERO[viewer],
        NO_QUIERO[viewer],
        FOLD[viewer],
        *(() if state.deal.rules.unshown_envido == "kept" else (FOLD_SHOWING[viewer],)),
    )
    never = [action for action in actions if action not in legal]
    if viewer not in state.to_act and state.deal.rules.is_plain_turn:  # one reason for all
        return dict.fromkeys(map(to_token, never), illegal_reason(state, FOLD[viewer]))
    return {to_token(action): illegal_reason(state, action) for action in never}


def pending(state: State) -> PendingView | None:
    """Return the call that waits for an answer, with the price of either answer."""
    if state.over:
        return None
    if state.opening:
        return _pending_perros(state) if state.opening == "perros" else _pending_mao_x(state)
    if flor.is_contest_open(state):
        return _pending_flor(state)
    if state.envido.pending:
        return _pending_envido(state)
    return None if state.truco.caller is None else _pending_truco(state, state.truco.caller)


def _pending_envido(state: State) -> PendingView:
    caller, calls = state.envido.caller, state.envido.calls
    quiero = envido.accepted_points(state, caller % 2)
    no = envido.refusal_points(state.deal.rules, calls)
    return PendingView("envido", calls[-1], caller, quiero, no)


def _pending_truco(state: State, caller: int) -> PendingView:
    rules, level = state.deal.rules, state.truco.level
    quiero, no = truco.worth(rules, level + 1), truco.worth(rules, level)
    return PendingView("truco", TRUCOS[level - 1], caller, quiero, no)


def _pending_perros(state: State) -> PendingView:
    team = state.deal.perros or 0
    rules = state.deal.rules
    falta = score.capped(state, score.falta(rules, state.score, team))
    quiero, no = falta + truco.worth(rules, perros.LEVEL), 1 + truco.worth(rules, perros.LEVEL - 1)
    return PendingView("perros", "perros", state.deal.teams[team][0], quiero, no)


def _pending_mao_x(state: State) -> PendingView:
    """Return the decision of the team at X: what the hand is worth, and what running costs."""
    by = state.deal.teams[last_hand.deciding_team(state.deal)][0]
    rules = state.deal.rules
    quiero, no = truco.worth(rules, last_hand.LEVEL), truco.worth(rules, last_hand.LEVEL - 1)
    return PendingView("mao_x", "mao-x", by, quiero, no)


def _pending_flor(state: State) -> PendingView:
    """Return a challenge, or the last plain flor, which cannot be refused."""
    challenges = state.flor.challenges
    caller = state.flor.challenger if challenges else state.flor.live[-1]
    quiero = flor.accepted_points(state, caller % 2)
    if challenges:
        no = flor.refusal_points(state)
        return PendingView("flor", challenges[-1], caller, quiero, no)
    return PendingView("flor", CallName.FLOR, caller, quiero, 0)
