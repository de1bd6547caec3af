"""A family of truco that exists in tests only: levels of three points, no envido, ranks of its own.

All that it takes is here: a row in each of the engine's tables.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from games.engine import PRESETS, USUAL, Rules
from games.engine.ranks import RANKS, Pieza, Ranks

NAME = "doce"
_ORDER = "3 2 1 12 11 10 7 6 5 4"


def _rules() -> Rules:
    return Rules(
        preset=NAME,
        target=12,
        muestra=True,
        envido_ladder="none",
        ranks=NAME,
        truco_prices=(1, 3, 6, 9, 12),
    )


@contextmanager
def installed() -> Iterator[Rules]:
    """Add the family to the presets."""
    plain = tuple(" ".join(f"{rank}{suit}" for suit in "eboc") for rank in _ORDER.split())
    with pytest.MonkeyPatch.context() as tables:
        tables.setitem(RANKS, NAME, Ranks(piezas=(Pieza(7, 0),), plain=plain))
        rules = _rules()
        tables.setitem(PRESETS, NAME, rules)
        tables.setitem(USUAL, NAME, {"seats": ("2", "4")})
        yield rules
