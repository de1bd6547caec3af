"""Visibility of cards: the only module that turns cards into those a viewer may see."""

from . import last_hand
from .cards import Card
from .hand_start import PARTS
from .state import Play, State, Trick


def visible_face(play: Play, trick: Trick, viewer: int | None) -> Card | None:
    """Return the face of a card on the table, or None if this viewer cannot see it.

    Covered cards are never revealed (R-V2); a two-card tie is revealed when all have played (R-V1).
    """
    if viewer == play.seat:
        return play.card
    if play.covered or (play.beneath is not None and trick.winner is None):
        return None
    return play.card


def unplayed(state: State) -> tuple[tuple[Card, ...], ...]:
    """Return the cards each seat holds; none after a seat has met its rival in a pico (R-P2)."""
    start = state.start
    if not start.part:
        return state.held
    met = {
        (start.round_mano + step + across) % start.rules.seats
        for step in range(PARTS.index(start.part))
        for across in (0, 3)
    }
    return tuple(() if seat in met else held for seat, held in enumerate(state.held))


def own_cards(state: State, viewer: int) -> tuple[Card, ...]:
    """Return the unplayed cards that the viewer has seen."""
    return () if _is_blind(state, viewer) else unplayed(state)[viewer]


def dealt_cards(state: State, viewer: int) -> tuple[Card, ...]:
    """Return the cards dealt to the viewer, once they have seen them."""
    return () if _is_blind(state, viewer) else state.deal.hands[viewer]


def _is_blind(state: State, viewer: int) -> bool:
    """Return whether a seat has not seen its cards.

    The team that throws the dogs sees them after the answer (R-X).
    In a blind hand no seat does (R-B5).
    """
    if state.opening == "perros":
        return viewer % 2 == state.deal.perros
    return last_hand.is_blind(state)
