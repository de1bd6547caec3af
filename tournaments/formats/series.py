"""A match as a series of games: the maximum number of games, and the decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.errors import FormatError


class Verdict(StrEnum):
    """Result of a match; NEITHER is a double walkover, DRAW occurs in tables only."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NEITHER = "neither"


VERDICTS = (Verdict.FIRST, Verdict.SECOND)
"""The verdict for a win of each side."""


@dataclass(frozen=True)
class Series:
    """A match of at most `best_of` games; if it `plays_all`, of exactly as many.

    By default a truco match: two chicos of 30, a third only at 1-1.
    """

    best_of: int = 3
    points_per_game: int = 30
    plays_all: bool = False

    @property
    def wins_needed(self) -> int:
        return self.best_of // 2 + 1

    def wins(self, winners: Sequence[Verdict]) -> tuple[int, int]:
        """Return the games won by each side so far."""
        return winners.count(Verdict.FIRST), winners.count(Verdict.SECOND)

    def verdict(self, winners: Sequence[Verdict], *, draw_allowed: bool) -> Verdict | None:
        """Return the verdict as soon as a side has enough wins; None while games remain."""
        self._check(winners)
        first, second = self.wins(winners)
        is_won = not self.plays_all and self.wins_needed in (first, second)
        if len(winners) < self.best_of and not is_won:
            return None
        if first != second:
            return Verdict.FIRST if first > second else Verdict.SECOND
        if not draw_allowed:
            raise FormatError("tie-in-elimination")
        return Verdict.DRAW

    def _check(self, winners: Sequence[Verdict]) -> None:
        if any(winner not in VERDICTS for winner in winners):
            raise FormatError("game-without-winner")
        was_won = not self.plays_all and self.wins_needed in self.wins(winners[:-1])
        if was_won or len(winners) > self.best_of:
            raise FormatError("game-after-the-end")
