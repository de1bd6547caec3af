"""Señas: the fixed list of signals between partners (R-G). They are never part of a record."""

from typing import Final

from games.engine.piezas import PIEZAS
from games.engine.rules import Rules

_CARDS: Final = ("1e", "1b", "7e", "7o", "3", "2")
_ENVIDO: Final = ("envido-30", "ciego", "perdedoras", "viejas")
_PIEZAS: Final = tuple(f"pieza-{rank}" for rank in PIEZAS)


def signals(rules: Rules) -> tuple[str, ...]:
    """The signals partners may make in any moment; none without partners."""
    if not rules.signals or rules.seats == 2:
        return ()
    return (*(_PIEZAS if rules.muestra else ()), *_CARDS, *_ENVIDO)
