"""The calls and the signs that the rules of a table know, by family.

Signs (señas) are a fixed list of signals between partners (R-G), never part of a record.
"""

from typing import Final, NamedTuple

from . import envido, flor
from .calls import CallName
from .ranks import RANKS
from .rules import Rules

_ENVIDO: Final = ("envido-30", "ciego", "perdedoras", "viejas")


def signals(rules: Rules) -> tuple[str, ...]:
    """List the signals partners may make in any moment; none without partners."""
    if not rules.signals or rules.seats == 2:
        return ()
    table = RANKS[rules.ranks]
    piezas = table.piezas if rules.muestra else ()
    envido = () if rules.envido_ladder == "none" else _ENVIDO
    return (*(f"pieza-{pieza.rank}" for pieza in piezas), *table.signs, *envido)


class KnownCalls(NamedTuple):
    """The calls that can become legal at a table, each family from low to high."""

    truco: tuple[CallName, ...]
    envido: tuple[CallName, ...]
    flor: tuple[CallName, ...]


def known_calls(rules: Rules) -> KnownCalls:
    """Derive the calls of a table from its rules' ladders (R-C1, R-E3, R-F4, R-F5)."""
    return KnownCalls(rules.truco_ladder, envido.cantos(rules), flor.cantos(rules))
