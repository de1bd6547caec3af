"""What each seña is about: cards, or a range of the envido."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.engine import Card, View

VALUES: Final[Mapping[str, range]] = {
    "envido-30": range(30, 100),
    "perdedoras": range(29, 30),
    "viejas": range(27, 28),
    "ciego": range(21),
}
"""Señas for the envido."""
MANILHAS: Final = ("zap", "copas", "espadilha", "pica-fumo")
"""The four highest cards of the Brazilian families, from high to low."""
MALLORCA: Final = ("amo", "madona")
"""The two highest cards of Mallorca."""
HEIGHTS: Final[Mapping[str, int]] = {
    code: height for family in (MANILHAS, MALLORCA) for height, code in enumerate(family)
}
"""Señas for a card by its place among the highest, from 0."""
PAIRS: Final[Mapping[str, tuple[str, ...]]] = {"threes": ("3",), "manilhas": MANILHAS}
"""Señas for two cards and more."""


def shows(view: View, card: Card, codes: Sequence[str]) -> Iterator[bool]:
    """Yield for each seña whether it is about this card."""
    return (is_shown_by(code, card, view) for code in codes)


def is_shown_by(code: str, card: Card, view: View) -> bool:
    """Return whether a seña is about this card."""
    if code in HEIGHTS:
        strength = view.ranking.strength
        highest = sorted(strength, key=strength.__getitem__, reverse=True)
        return card == highest[HEIGHTS[code]]
    pieza = view.ranking.piezas.get(card)
    if code.startswith("pieza-"):
        return pieza is not None and pieza.rank == int(code.removeprefix("pieza-"))
    return pieza is None and code in (str(card), str(card.rank))
