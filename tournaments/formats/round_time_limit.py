"""Timed rounds (R-S5): at the bell the hand is finished and the leader wins.

If the sides are level, one more hand is played, unless the match may end level. The leader in games
wins the match, otherwise the leader in chicos of the current game, otherwise in its points. The
current game is won only if it decides the match; its points count as played.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.errors import FormatError
from tournaments.formats.legs import MatchUnit, WrittenGame, decided, split, winners, won
from tournaments.formats.results_table import Pair
from tournaments.formats.series import Series

SHORTEST, LONGEST = 10, 180  # minutes of a round


@dataclass(frozen=True)
class Ending:
    """The games and the winner of a match, None if it is drawn; and whether the bell ended it."""

    games: tuple[WrittenGame, ...]
    winner: int | None
    by_time: bool = False

    @property
    def is_stopped(self) -> bool:
        """Whether its last game was stopped by the bell."""
        return self.games[-1].stopped


def leader(*counts: Pair) -> int | None:
    """Return the side ahead in the first pair that is not level."""
    return next((0 if first > second else 1 for first, second in counts if first != second), None)


def ended(chicos: Sequence[Pair], measure: MatchUnit, *, rung: bool) -> Ending:
    """Return the result of these chicos; after the bell the last one may be unfinished.

    Raises FormatError `impossible-score`, `series-open`, `game-after-the-end` or, if the sides are
    level at the bell of a match that cannot be drawn, `level-at-the-bell`.
    """
    if not (rung and chicos):
        games = decided(chicos, measure)
        return Ending(games, leader(measure.series.wins(winners(games))))
    *before, last = chicos
    if _is_running(last, measure):
        return _at_the_bell(*split(before, measure), last, measure)
    return _at_the_bell(*split(chicos, measure), (0, 0), measure)


def _at_the_bell(
    games: tuple[WrittenGame, ...], going: tuple[Pair, ...], points: Pair, measure: MatchUnit
) -> Ending:
    """Decide by the finished games, then by the chicos and points of the unfinished one."""
    wins = measure.series.wins(winners(games))
    running = going if points == (0, 0) else (*going, points)
    verdict = measure.verdict(winners(games))
    if verdict is not None and running:
        raise FormatError("game-after-the-end")
    if verdict is not None:
        return Ending(games, leader(wins))
    winner = leader(wins, won(going), points)
    if winner is None and not measure.plays_all:
        raise FormatError("level-at-the-bell")
    if not running:
        return Ending(games, winner, by_time=True)
    return Ending((*games, stopped_game(games, WrittenGame(running), winner)), winner, by_time=True)


def stopped_game(
    before: Sequence[WrittenGame], last: WrittenGame, winner: int | None
) -> WrittenGame:
    """Return a match's last game as the bell stopped it: won only if the others are level."""
    is_level = leader(Series().wins(winners(before))) is None
    return WrittenGame(last.chicos, stopped=True, ahead=winner if is_level else None)


def fits(round_minutes: int | None, round_days: int | None) -> bool:
    """Return whether rounds can be timed: rounds of days have no clock."""
    return round_minutes is None or round_days is None


def _is_running(chico: Pair, measure: MatchUnit) -> bool:
    """Return whether both sides are below the target."""
    if min(chico) < 0:
        raise FormatError("impossible-score", *chico)
    return max(chico) < measure.target
