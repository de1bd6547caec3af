"""The decisions of a seat in a finished game, each with the information that seat had."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from games.engine import (
    ENVIDOS,
    FLORES,
    TRUCOS,
    Action,
    Call,
    Card,
    Fold,
    PlayCard,
    PlayPair,
    Start,
    State,
    TimeUp,
    View,
    log_entries,
    view,
)
from games.engine.visibility import dealt_cards

Kind = Literal["envido", "flor", "truco", "cards", "mazo"]
KINDS: Final[tuple[Kind, ...]] = ("envido", "truco", "flor", "cards", "mazo")


class Unseen(NamedTuple):
    """Cards of another seat whose faces are hidden: one covered card or a pair (R-V)."""

    seat: int
    pair: bool
    covered: bool


Done = Action | Unseen


@dataclass(frozen=True, slots=True)
class Decision:
    """A seat's knowledge at the time of a decision, and the action it took."""

    start: Start
    perros: int | None
    view: View
    dealt: tuple[Card, ...]
    """The seat's own three; none while it does not see them (R-B5)."""
    done: tuple[Done, ...]
    """The actions of this hand before the decision, as the seat saw them."""
    taken: Action
    place: int
    """Number of the hand in the record, from 1."""
    step: int
    """The number of the hand's actions before it."""

    @property
    def seat(self) -> int:
        """The seat that takes the decision."""
        return self.taken.seat

    def own_first(self, points: tuple[int, int]) -> tuple[int, int]:
        """Return the points of both teams, the deciding seat's team first."""
        one, other = points
        return (other, one) if self.seat % 2 else (one, other)


def decisions(
    hands: Sequence[State], seat: int, automatic: Collection[tuple[str, int]] = ()
) -> Iterator[Decision]:
    """Yield the decisions in which a seat had a choice, in order.

    Leave out the hands in which a robot acted for the seat, `automatic`, or a judge ruled, and
    cards that are played unseen.
    """
    for place, hand in enumerate(hands, start=1):
        ruled = any(not isinstance(ruling, TimeUp) for _, ruling in hand.rulings)
        if not ruled and (hand.start.label, seat) not in automatic:
            yield from _in_hand(hand, seat, place)


def _in_hand(hand: State, seat: int, place: int) -> Iterator[Decision]:
    for moment in log_entries(hand):
        action, before = moment.line, moment.before
        if not isinstance(action, Action) or action.seat != seat:
            continue
        decision = decision_at(before, seat, action, place)
        if decision.dealt and len(decision.view.legal) > 1:
            yield decision


def decision_at(state: State, seat: int, taken: Action, place: int = 1) -> Decision:
    """Return what a seat knows in the current state of a hand, and the action it takes."""
    return Decision(
        start=state.start,
        perros=state.deal.perros,
        view=view(state, seat),
        dealt=dealt_cards(state, seat),
        done=tuple(_as_seen(action, seat) for action in state.actions),
        taken=taken,
        place=place,
        step=len(state.actions),
    )


def _as_seen(action: Action, viewer: int) -> Done:
    """Return an action as the viewer sees it.

    A pair face down hides both its cards; when it is revealed, the hand is over.
    """
    if action.seat != viewer:
        match action:
            case PlayPair(seat, _, _, covered):
                return Unseen(seat, pair=True, covered=covered)
            case PlayCard(seat, _, True):
                return Unseen(seat, pair=False, covered=True)
    return action


def kind_of(decision: Decision, *actions: Action) -> Kind:
    """Return the kind of decision: of the pending call, else of the first call among `actions`."""
    pending = decision.view.pending
    if pending is not None:
        match pending.family:
            case "perros" | "mao_x":
                return "truco"
            case family:
                return family
    return next((kind for kind in map(_kind, actions) if kind != "cards"), "cards")


def _kind(action: Action) -> Kind:
    match action:
        case Fold():
            return "mazo"
        case Call(_, canto) if canto in ENVIDOS:
            return "envido"
        case Call(_, canto) if canto in TRUCOS:
            return "truco"
        case Call(_, canto) if canto in FLORES:
            return "flor"
        case _:
            return "cards"
