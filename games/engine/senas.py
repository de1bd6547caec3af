"""Señas: the fixed list of signals between partners (R-G). They are never part of a record."""

from typing import Final

from games.engine.ranks import RANKS
from games.engine.rules import Rules

_CARDS: Final = ("1e", "1b", "7e", "7o", "3", "2")
_ENVIDO: Final = ("envido-30", "ciego", "perdedoras", "viejas")


def signals(rules: Rules) -> tuple[str, ...]:
    """List the signals partners may make in any moment; none without partners."""
    if not rules.signals or rules.seats == 2:
        return ()
    piezas = RANKS[rules.ranks].piezas if rules.muestra else ()
    envido = () if rules.envido_ladder == "none" else _ENVIDO
    return (*(f"pieza-{pieza.rank}" for pieza in piezas), *_CARDS, *envido)
