"""Between two seasons of a league: who goes up and who goes down."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic

from tournaments.formats.errors import FormatError
from tournaments.formats.pairing import Id


@dataclass(frozen=True)
class Move(Generic[Id]):
    """One entry's way from a tier to another; tier 1 is the top."""

    entry: Id
    source: int
    target: int

    @property
    def is_promotion(self) -> bool:
        return self.target < self.source


def season_moves(divisions: Sequence[Sequence[Id]], places: int) -> tuple[Move[Id], ...]:
    """The last `places` of each tier change with the first of the tier below.

    Divisions come top tier first, each in its final order. A function of the final tables alone:
    closing a season again gives the same moves.
    """
    _check(divisions, places)
    moves: list[Move[Id]] = []
    for tier, (upper, lower) in enumerate(pairwise(divisions), start=1):
        moves += [Move(entry, tier, tier + 1) for entry in upper[len(upper) - places :]]
        moves += [Move(entry, tier + 1, tier) for entry in lower[:places]]
    return tuple(moves)


def next_season(divisions: Sequence[Sequence[Id]], places: int) -> tuple[tuple[Id, ...], ...]:
    """The divisions after the moves: who came down first, who stayed, who came up last."""
    moves = season_moves(divisions, places)
    moving = {move.entry for move in moves}
    return tuple(
        (
            *(move.entry for move in moves if move.target == tier and not move.is_promotion),
            *(entry for entry in division if entry not in moving),
            *(move.entry for move in moves if move.target == tier and move.is_promotion),
        )
        for tier, division in enumerate(divisions, start=1)
    )


def _check(divisions: Sequence[Sequence[Id]], places: int) -> None:
    """Nobody may be due to go up and down at once."""
    everybody = [entry for division in divisions for entry in division]
    if len(everybody) != len(set(everybody)):
        raise FormatError("duplicate-entry")
    for tier, division in enumerate(divisions, start=1):
        borders = (tier > 1) + (tier < len(divisions))
        if places < 0 or len(division) < borders * places:
            raise FormatError("division-too-small", tier)
