"""The Spanish cards: number and suit initial, and the two decks."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.engine.errors import NotationError
from games.engine.rules import Rules

SUITS: Final = "eboc"
FIGURES: Final = (10, 11, 12)
HAND_SIZE: Final = 3


class Card(NamedTuple):
    """A card as the table names it: rank 1-7 or 10-12, suit e(spada), b(asto), o(ro), c(opa)."""

    rank: int
    suit: str

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"


def _deck(names: str) -> tuple[Card, ...]:
    return tuple(Card(int(name[:-1]), name[-1]) for name in names.split())


DECKS: Final[Mapping[int, tuple[Card, ...]]] = {
    40: tuple(Card(rank, suit) for suit in SUITS for rank in (1, 2, 3, 4, 5, 6, 7, *FIGURES)),
    22: _deck("1e 3e 4e 5e 6e 7e 1b 3b 4b 5b 6b 7b 3o 4o 5o 6o 7o 3c 4c 5c 6c 7c"),
}
CARDS: Final[Mapping[str, Card]] = {str(card): card for card in DECKS[40]}


def parse_card(text: str) -> Card:
    """The card written `7e`, in either case."""
    card = CARDS.get(text.lower())
    if card is None:
        raise NotationError("bad-card")
    return card


def deck_for(rules: Rules) -> tuple[Card, ...]:
    """The cards of the game in their canonical order, the order every shuffle starts from."""
    return DECKS[rules.deck]
