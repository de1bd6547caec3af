"""Which calls the rules of a table know, family by family."""

from typing import NamedTuple

from games.engine import envido, flor, truco
from games.engine.cantos import Canto
from games.engine.rules import Rules


class KnownCalls(NamedTuple):
    """The calls that can become legal at a table, each family from low to high."""

    truco: tuple[Canto, ...]
    envido: tuple[Canto, ...]
    flor: tuple[Canto, ...]


def known_calls(rules: Rules) -> KnownCalls:
    """Derive the calls of a table from its rules' ladders (R-C1, R-E3, R-F4, R-F5)."""
    return KnownCalls(truco.ladder(rules), envido.cantos(rules), flor.cantos(rules))
