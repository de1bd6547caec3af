"""A match as a series of games: how many there are at most, and when it is decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.errors import FormatError


class Verdict(StrEnum):
    """How a match ended; NEITHER is a double walkover, DRAW is for tables alone."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NEITHER = "neither"


VERDICTS = (Verdict.FIRST, Verdict.SECOND)
"""What a win of each side is."""


@dataclass(frozen=True)
class Series:
    """Best of so many games, each to so many points.

    By default a truco match: two chicos of 30, a third only at 1-1.
    """

    best_of: int = 3
    points_per_game: int = 30

    @property
    def wins_needed(self) -> int:
        return self.best_of // 2 + 1

    def wins(self, winners: Sequence[Verdict]) -> tuple[int, int]:
        """Games won by each side so far."""
        return winners.count(Verdict.FIRST), winners.count(Verdict.SECOND)

    def verdict(self, winners: Sequence[Verdict], *, draw_allowed: bool) -> Verdict | None:
        """Decided as soon as a side has the wins it needs; None while games are to be played."""
        self._check(winners)
        first, second = self.wins(winners)
        if self.wins_needed in (first, second):
            return Verdict.FIRST if first > second else Verdict.SECOND
        if len(winners) < self.best_of:
            return None
        if not draw_allowed:
            raise FormatError("tie-in-elimination")
        return Verdict.DRAW

    def _check(self, winners: Sequence[Verdict]) -> None:
        if any(winner not in VERDICTS for winner in winners):
            raise FormatError("game-without-winner")
        if self.wins_needed in self.wins(winners[:-1]) or len(winners) > self.best_of:
            raise FormatError("game-after-the-end")
