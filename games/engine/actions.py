"""Actions of a seat as values, with the token each is written as.

No two kinds of action are equal as tuples: their fields differ in number or type.
"""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from itertools import product
from typing import Final, NamedTuple, assert_never

from .calls import MORE, CallName, Canto
from .cards import CARDS, HAND_SIZE, Card, parse_card
from .errors import NotationError

SEATS: Final = range(6)


class PlayCard(NamedTuple):
    """A card played on the table, face down if covered (R-V2)."""

    seat: int
    card: Card
    covered: bool = False


class PlayPair(NamedTuple):
    """The last two cards together after a tied first trick, one under the other (R-V1)."""

    seat: int
    card: Card
    beneath: Card
    covered: bool = False


class PlayBlind(NamedTuple):
    """A card played unseen, by its place in the deal: `#1` to `#3` (R-B5)."""

    seat: int
    place: str

    def card_of(self, dealt: Sequence[Card]) -> Card:
        """Return the card at this place of the seat's deal."""
        return dealt[int(self.place[1:]) - 1]


class Call(NamedTuple):
    """A call of the envido, flor or truco family."""

    seat: int
    canto: Canto


class Answer(NamedTuple):
    """*Quiero* or *no quiero* to the pending call."""

    seat: int
    accepted: bool


class AnswerPerros(NamedTuple):
    """The answer to the dogs: with flor or without, then each part accepted or passed (R-X2)."""

    seat: int
    ley: bool
    first: bool
    truco: bool


class HandChoice(StrEnum):
    """The two answers to whether a team plays the hand (R-B2)."""

    PLAY = "joga"
    RUN = "corre"


class ChooseHand(NamedTuple):
    """The decision before the first card: the team plays the hand, or runs from it (R-B2)."""

    seat: int
    choice: HandChoice


class Fold(NamedTuple):
    """*Me voy al mazo* (R-M); `mazo:show` turns the cards that won the envido (R-M5)."""

    seat: int
    token: str = "mazo"


Action = PlayCard | PlayPair | PlayBlind | Call | Answer | AnswerPerros | ChooseHand | Fold

# Every action except pairs exists once, so legal actions are looked up, not built.
PLAYS: Final[tuple[Mapping[Card, PlayCard], ...]] = tuple(
    {card: PlayCard(seat, card) for card in CARDS.values()} for seat in SEATS
)
COVERS: Final[tuple[Mapping[Card, PlayCard], ...]] = tuple(
    {card: PlayCard(seat, card, covered=True) for card in CARDS.values()} for seat in SEATS
)
BLIND_PLAYS: Final = tuple(
    tuple(PlayBlind(seat, f"#{place}") for place in range(1, HAND_SIZE + 1)) for seat in SEATS
)
HAND_CHOICES: Final = tuple(
    tuple(ChooseHand(seat, choice) for choice in HandChoice) for seat in SEATS
)
CALLS: Final[tuple[Mapping[Canto, Call], ...]] = tuple(
    {canto: Call(seat, canto) for canto in (*CallName, *MORE)} for seat in SEATS
)
QUIERO: Final = tuple(Answer(seat, accepted=True) for seat in SEATS)
NO_QUIERO: Final = tuple(Answer(seat, accepted=False) for seat in SEATS)
FOLD: Final = tuple(Fold(seat) for seat in SEATS)
FOLD_SHOWING: Final = tuple(Fold(seat, "mazo:show") for seat in SEATS)


@cache
def calls(seat: int, cantos: tuple[Canto, ...]) -> tuple[Call, ...]:
    """Return the seat's actions for these calls."""
    return tuple(CALLS[seat][canto] for canto in cantos)


@cache
def perros_answers(seat: int, ley: bool) -> tuple[AnswerPerros, ...]:
    """Return the four answers to the dogs. Whether it is *en ley* or *a punto* is not a choice."""
    return tuple(AnswerPerros(seat, ley, *parts) for parts in product((True, False), repeat=2))


_TAKEN: Final = {True: "quiere", False: "pasa"}


def to_token(action: Action) -> str:
    """Return the action in the notation of records, without its seat."""
    match action:
        case PlayCard(_, card, covered):
            return f"({card})" if covered else str(card)
        case PlayPair(_, card, beneath, covered):
            return f"({card})/({beneath})" if covered else f"{card}/{beneath}"
        case PlayBlind(_, place):
            return place
        case ChooseHand(_, choice):
            return choice.value
        case Call(_, canto):
            return canto.value
        case Answer(_, accepted):
            return "quiero" if accepted else "no"
        case AnswerPerros(_, ley, first, truco):
            return f"{'ley' if ley else 'punto'}:{_TAKEN[first]}:{_TAKEN[truco]}"
        case Fold(_, token):
            return token
        case _:
            assert_never(action)


def _single_tokens(seat: int) -> dict[str, Action]:
    actions: tuple[Action, ...] = (
        *CALLS[seat].values(),
        *PLAYS[seat].values(),
        *COVERS[seat].values(),
        *BLIND_PLAYS[seat],
        *HAND_CHOICES[seat],
        *perros_answers(seat, ley=True),
        *perros_answers(seat, ley=False),
        QUIERO[seat],
        NO_QUIERO[seat],
        FOLD[seat],
        FOLD_SHOWING[seat],
    )
    return {to_token(action): action for action in actions}


_SINGLE_TOKENS: Final = tuple(_single_tokens(seat) for seat in SEATS)
_PAIR: Final = re.compile(r"(\w+)/(\w+)|\((\w+)\)/\((\w+)\)", re.ASCII)


def from_token(seat: int, text: str) -> Action:
    """Parse a seat's action, in either case.

    Raises NotationError: `no-such-seat` beyond 0..5, `bad-token`, `bad-card`.
    """
    if seat not in SEATS:
        raise NotationError("no-such-seat")
    token = text.lower()
    action = _SINGLE_TOKENS[seat].get(token)
    if action is not None:
        return action
    pair = _PAIR.fullmatch(token)
    if pair is None:
        raise NotationError("bad-token")
    card, beneath = (parse_card(name) for name in pair.groups() if name is not None)
    return PlayPair(seat, card, beneath, covered=token.startswith("("))
