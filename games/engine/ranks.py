"""The order of the cards in a trick, the wild cards, and their values (R-T1, R-T2)."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from .cards import CARDS, DECKS, FIGURES, FULL_DECK, SUITS, Card

COVERED_STRENGTH: Final = 0
"""A card face down, or under a cover: below every other card (R-V1, R-V2)."""
SUBSTITUTE: Final = 12
"""The rank that replaces a muestra that is itself a pieza (R-T2)."""


WildKind = Literal["", "pieza", "manilha"]


class Pieza(NamedTuple):
    """A rank that is a pieza in the muestra's suit, and what it counts for the envido (R-E4)."""

    rank: int
    tantos: int


class Manilhas(NamedTuple):
    """The rank that follows the muestra's: its cards beat all others and never tie."""

    suits: str
    """From high to low."""
    sequence: tuple[int, ...]
    """The ranks in the order in which they follow each other; after the last comes the first.

    Ranks that the deck lacks are skipped.
    """


class Ranks(NamedTuple):
    """The card order of a family of truco."""

    plain: tuple[str, ...]
    """High to low; the cards of one line are equal."""
    piezas: tuple[Pieza, ...] = ()
    """In the suit of the muestra; they beat all other cards."""
    adds_piezas: bool = False
    """R-E15: beside a pieza another pieza counts its last digit for the envido."""
    fixed_piezas: Mapping[str, int] = MappingProxyType({})
    """Cards that are piezas in every hand, with what they count; `plain` says how high they go."""
    manilhas: Manilhas | None = None
    decks: tuple[int, ...] = (FULL_DECK,)
    """The decks that it is played with."""
    signs: tuple[str, ...] = ()
    """The signs that partners have for cards, beside those for piezas (R-G)."""


def order_of(line: str) -> tuple[str, ...]:
    """Return the card order of a line such as `1e 7o 3 2 1`.

    A rank stands for all its cards that are not named before.
    """
    order: list[str] = []
    for name in line.split():
        cards = [name] if name in CARDS else [f"{name}{suit}" for suit in SUITS]
        placed = " ".join(order).split()
        order.append(" ".join(card for card in cards if card not in placed))
    return tuple(order)


_BRAZIL: Final = ("zap", "copas", "espadilha", "pica-fumo", "3", "threes", "manilhas")
RANKS: Final[Mapping[str, Ranks]] = {
    "spanish": Ranks(
        plain=order_of("1e 1b 7e 7o 3 2 1 12 11 10 7 6 5 4"),
        piezas=(Pieza(2, 30), Pieza(4, 29), Pieza(5, 28), Pieza(11, 27), Pieza(10, 27)),
        decks=(FULL_DECK, 38, 26, 22),
        signs=("1e", "1b", "7e", "7o", "3", "2"),
    ),
    "paulista": Ranks(
        plain=order_of("3 2 1 12 11 10 7 6 5 4"),
        manilhas=Manilhas(suits="bceo", sequence=(4, 5, 6, 7, 10, 11, 12, 1, 2, 3)),
        decks=(FULL_DECK, 24),
        signs=_BRAZIL,
    ),
    "mineiro": Ranks(plain=order_of("4b 7c 1e 7o 3 2 1 12 11 10 7 6 5 4"), signs=_BRAZIL),
    "venezolano": Ranks(
        plain=order_of("1e 1b 7e 7o 3 2 1 12 11 10 7 6 5 4"),
        piezas=(Pieza(11, 30), Pieza(10, 29)),
        adds_piezas=True,
        signs=("1e", "1b", "7e", "7o", "3", "2"),
    ),
    "mallorqui": Ranks(
        plain=order_of("11b 10o 1e 1b 7e 7o 3 2 1 12 11 10 7 6 5 4"),
        adds_piezas=True,
        fixed_piezas=MappingProxyType({"11b": 28, "10o": 27}),
        decks=(36, FULL_DECK, 30),
        signs=("amo", "madona", "1e", "1b", "7e", "7o", "3"),
    ),
}
"""By the `ranks` value of a preset."""


class Ranking(NamedTuple):
    """The rank and value of each card under one muestra."""

    strength: Mapping[Card, int]
    """In a trick; equal numbers tie."""
    number: Mapping[Card, int]
    """R-E4: figures count nothing, the other cards their number."""
    piezas: Mapping[Card, Pieza]
    """The piezas, by card."""
    adds_piezas: bool
    """R-E15: beside a pieza another pieza counts its last digit for the envido."""
    manilhas: tuple[Card, ...]
    """The manilhas, from high to low."""

    def wild_kind(self, card: Card) -> WildKind:
        """Return what the muestra makes of a card; "" for a plain one."""
        if card in self.piezas:
            return "pieza"
        return "manilha" if card in self.manilhas else ""


@cache
def ranking(ranks: str, muestra: Card | None, deck: int = FULL_DECK) -> Ranking:
    """Rank every card by the table of that name; without a muestra there are no wild cards."""
    table = RANKS[ranks]
    by_rank = {pieza.rank: pieza for pieza in table.piezas}
    suit = None if muestra is None else muestra.suit
    acting = {card: _acting_rank(card, muestra, by_rank) for card in CARDS.values()}
    piezas = {
        card: by_rank[rank]
        for card, rank in acting.items()
        if card.suit == suit and rank in by_rank
    }
    manilhas = () if muestra is None else _manilhas(table, muestra, deck)
    strength = {
        CARDS[name]: step
        for step, names in enumerate(reversed(table.plain), start=COVERED_STRENGTH + 1)
        for name in names.split()
    }
    top = COVERED_STRENGTH + len(table.plain)
    strength |= {
        card: top + len(table.piezas) - table.piezas.index(pieza) for card, pieza in piezas.items()
    }
    strength |= {card: top + step for step, card in enumerate(reversed(manilhas), start=1)}
    fixed = {CARDS[name]: tantos for name, tantos in table.fixed_piezas.items()}
    piezas |= {card: Pieza(card.rank, tantos) for card, tantos in fixed.items()}
    return Ranking(
        strength=strength,
        number={card: 0 if rank in FIGURES else rank for card, rank in acting.items()},
        piezas=piezas,
        adds_piezas=table.adds_piezas,
        manilhas=manilhas,
    )


def _manilhas(table: Ranks, muestra: Card, deck: int) -> tuple[Card, ...]:
    if table.manilhas is None:
        return ()
    dealt = {card.rank for card in DECKS[deck].cards}
    sequence = [rank for rank in table.manilhas.sequence if rank in dealt]
    rank = sequence[(sequence.index(muestra.rank) + 1) % len(sequence)]
    return tuple(Card(rank, suit) for suit in table.manilhas.suits)


def _acting_rank(card: Card, muestra: Card | None, piezas: Mapping[int, Pieza]) -> int:
    """Return the rank that a card acts as (R-T2).

    The 12 takes the place of a muestra that is a pieza, in every respect.
    """
    if muestra is None or card.suit != muestra.suit or card.rank != SUBSTITUTE:
        return card.rank
    return muestra.rank if muestra.rank in piezas else card.rank
