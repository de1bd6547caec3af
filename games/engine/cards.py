"""The Spanish cards: number and suit initial, and the decks truco is played with."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from .errors import NotationError

SUITS: Final = "eboc"
FIGURES: Final = (10, 11, 12)
HAND_SIZE: Final = 3
FULL_DECK: Final = 40


class Card(NamedTuple):
    """A card in the notation: rank 1-7 or 10-12, suit e(spada), b(asto), o(ro), c(opa)."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"


class Deck(NamedTuple):
    """The cards of a deck in the order before each shuffle, and its properties."""

    cards: tuple[Card, ...]
    has_flores: bool
    """The deck has enough cards of each suit for a flor, and all piezas for a muestra."""
    draws_mano: bool
    """R-D1: the seat that draws the highest card is the first mano, not the first dealer."""


def _cards(names: str) -> tuple[Card, ...]:
    return tuple(Card(int(name[:-1]), name[-1]) for name in names.split())


def _deck(*ranks: int) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for suit in SUITS for rank in ranks)


_NUMBERS: Final = (1, 2, 3, 4, 5, 6, 7)
_FULL: Final = _deck(*_NUMBERS, *FIGURES)
_TRUC: Final = _cards("1e 3e 4e 5e 6e 7e 1b 3b 4b 5b 6b 7b 3o 4o 5o 6o 7o 3c 4c 5c 6c 7c")
_TWOS: Final = _deck(2)
DECKS: Final[Mapping[int, Deck]] = {
    FULL_DECK: Deck(_FULL, has_flores=True, draws_mano=False),
    38: Deck(
        tuple(card for card in _FULL if card not in _cards("1o 1c")),
        has_flores=True,
        draws_mano=False,
    ),
    36: Deck(
        tuple(card for card in _FULL if card not in _TWOS), has_flores=False, draws_mano=False
    ),
    30: Deck(_deck(*_NUMBERS) + _cards("10o 11b"), has_flores=False, draws_mano=False),
    26: Deck(_TRUC + _TWOS, has_flores=False, draws_mano=True),
    24: Deck(_deck(*FIGURES, 1, 2, 3), has_flores=False, draws_mano=False),
    22: Deck(_TRUC, has_flores=False, draws_mano=True),
}
"""By the value of the option `deck`."""
CARDS: Final[Mapping[str, Card]] = {
    str(card): card for deck in DECKS.values() for card in deck.cards
}


def parse_card(text: str) -> Card:
    """Parse a card such as `7e`, in either case; otherwise raise NotationError `bad-card`."""
    card = CARDS.get(text.lower())
    if card is None:
        raise NotationError("bad-card")
    return card
