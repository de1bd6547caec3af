"""Choice of rivals: a window of strength that widens while a player waits.

A pure function of the players who look for the same game. Whoever has waited longest chooses first,
and takes the nearest in strength of those within both windows. Strengths are means of ratings
(`openskill`, newcomers 25): the cautious figure of the leaderboards would put every newcomer at
the bottom.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

FIRST: Final = 3.0
"""Difference of strength that is accepted at once: the stronger wins about two games in three."""
WIDENS: Final = 0.35  # a second
EVERYBODY_AFTER: Final = 20.0  # seconds
SAME_NETWORK_AFTER: Final = 40.0  # seconds
LOOKED_AT: Final = 24
"""Neighbours in strength that one player looks at, so that a large crowd is no square."""


@dataclass(frozen=True)
class Player:
    """A player who looks for rivals; `waited` is in seconds.

    With `network`, games with others of the same one bring no points, unless all are trusted.
    """

    pk: int
    strength: float
    waited: float
    is_near: bool = True
    network: str = ""
    is_trusted: bool = False


def window(player: Player) -> float:
    """Return the difference of strength that a player accepts by now."""
    if not player.is_near or player.waited >= EVERYBODY_AFTER:
        return float("inf")
    return FIRST + WIDENS * player.waited


def may_meet(one: Player, other: Player) -> bool:
    """Return whether both accept the difference, and their game counts as they wish."""
    if abs(one.strength - other.strength) > min(window(one), window(other)):
        return False
    is_shared = bool(one.network) and one.network == other.network
    if not is_shared or (one.is_trusted and other.is_trusted):
        return True
    return min(one.waited, other.waited) >= SAME_NETWORK_AFTER


def pair(players: Sequence[Player], seats: int) -> list[tuple[Player, ...]]:
    """Return tables in the order of their seats; whoever is in none goes on waiting.

    Each player is at one table at most. The teams of a table are about equally strong.
    """
    line = _Line(sorted(players, key=lambda one: (one.strength, one.pk)))
    tables = []
    for first in sorted(players, key=lambda one: (-one.waited, one.pk)):
        if not line.holds(first):
            continue
        table = [first]
        for other in line.nearest(first):
            if all(may_meet(other, each) for each in table):
                table.append(other)
            if len(table) == seats:
                break
        if len(table) == seats:
            for each in table:
                line.take_out(each)
            tables.append(_seated(table))
    return tables


def _seated(table: Sequence[Player]) -> tuple[Player, ...]:
    """Order players so that the teams, even and odd seats, are about equally strong."""
    ranked = sorted(table, key=lambda one: (-one.strength, one.pk))
    teams: tuple[list[Player], list[Player]] = ([], [])
    for rank, player in enumerate(ranked):
        teams[(rank + 1) // 2 % 2].append(player)  # 0 1 1 0 0 1 ...
    return tuple(player for couple in zip(*teams, strict=True) for player in couple)


class _Line:
    """Players by strength; taking one out joins its neighbours."""

    def __init__(self, players: Sequence[Player]) -> None:
        self._players = players
        self._keys = [(one.strength, one.pk) for one in players]
        self._before = list(range(-1, len(players) - 1))
        self._after = list(range(1, len(players) + 1))
        self._taken = [False] * len(players)

    def holds(self, player: Player) -> bool:
        return not self._taken[self._place(player)]

    def take_out(self, player: Player) -> None:
        at = self._place(player)
        before, after = self._before[at], self._after[at]
        self._taken[at] = True
        if before >= 0:
            self._after[before] = after
        if after < len(self._players):
            self._before[after] = before

    def nearest(self, player: Player) -> Iterator[Player]:
        """Yield the neighbours that are left, the nearest first."""
        at = self._place(player)
        low, high = self._before[at], self._after[at]
        for _ in range(LOOKED_AT):
            below = self._players[low] if low >= 0 else None
            above = self._players[high] if high < len(self._players) else None
            if below is None and above is None:
                return
            if above is None or (
                below is not None
                and player.strength - below.strength <= above.strength - player.strength
            ):
                assert below is not None
                low = self._before[low]
                yield below
            else:
                high = self._after[high]
                yield above

    def _place(self, player: Player) -> int:
        return bisect_left(self._keys, (player.strength, player.pk))
