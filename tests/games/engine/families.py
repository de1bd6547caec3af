"""Presets that exist in tests only, and the tables of the engine that they are added to.

Each is a file of data beside this one. No form of the site offers them.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from games.engine import PRESETS, USUAL, Rules
from games.engine.cards import DECKS, Deck
from games.engine.ranks import RANKS, Ranks


@dataclass(frozen=True)
class Family:
    """A preset with all that it brings; `rules` are the fields of `Rules` by name."""

    name: str
    ranks: Ranks
    rules: Mapping[str, Any]
    usual: Mapping[str, tuple[str, ...]]
    words: Mapping[str, str]
    """Its calls by token."""
    decks: Mapping[int, Deck] = field(default_factory=dict)

    @property
    def x(self) -> int:
        """The score at which a team decides whether it plays (R-B1)."""
        return int(self.rules["target"] - self.rules["truco_prices"][0])

    def make_rules(self, **changes: Any) -> Rules:
        """Return its rules with some fields changed, also those that no table can choose."""
        return Rules(preset=self.name, ranks=self.name, **{**self.rules, **changes})


@contextmanager
def installed(*families: Family) -> Iterator[None]:
    """Add families to the presets of the engine."""
    with pytest.MonkeyPatch.context() as tables:
        for family in families:
            for size, deck in family.decks.items():
                tables.setitem(DECKS, size, deck)
            tables.setitem(RANKS, family.name, family.ranks)
            tables.setitem(PRESETS, family.name, family.make_rules())
            tables.setitem(USUAL, family.name, family.usual)
        yield
