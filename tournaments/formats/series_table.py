"""The table of a series of competitions: best results, tie-breaks, and what is at stake.

A series adds up what the same players earn in several competitions: points for places, or any
points that the caller has counted. Each player's best results count; the others are dropped.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import pairwise
from typing import Any, Final, Generic, NamedTuple, TypeVar

from tournaments.formats.errors import FormatError

Player = TypeVar("Player", bound=Hashable)

USUAL_POINTS: Final = (10, 8, 6, 5, 4, 3, 2, 1)
ATTENDED: Final = 1
MOST_POINTS: Final = 1000
MOST_PLACES: Final = 30
NORMAL_WEIGHT: Final = 100  # percent
MOST_WEIGHT: Final = 1000
NEVER: Final = float("-inf")  # the place in the last competition of a player who missed it


def read_points(text: str) -> tuple[int, ...]:
    """Return the points of the places in a text: `10 8 6`. Raises FormatError `bad-points`."""
    words = text.replace(",", " ").split()
    if not 1 <= len(words) <= MOST_PLACES:
        raise FormatError("bad-points")
    if not all(word.isascii() and word.isdecimal() and len(word) <= 4 for word in words):
        raise FormatError("bad-points")
    points = tuple(map(int, words))
    if points[0] > MOST_POINTS or any(one < two for one, two in pairwise(points)):
        raise FormatError("bad-points")
    return points


def write_points(points: Sequence[int]) -> str:
    """Return the points of the places as `read_points` takes them."""
    return " ".join(map(str, points))


def weigh(points: int, weight: int) -> int:
    """Return the points of a competition that counts `weight` percent; a half is rounded up."""
    return (points * weight + NORMAL_WEIGHT // 2) // NORMAL_WEIGHT


@dataclass(frozen=True, kw_only=True)
class SeriesRules:
    """How results become a table.

    `points` are those of each place, first place first; `attended` is the minimum for a player who
    played. Without `points` the caller counts them. `bonus` is added for each competition played,
    including dropped ones. `counted` is the number of results of a player that count; None is all.
    """

    points: tuple[int, ...] = USUAL_POINTS
    attended: int = ATTENDED
    bonus: int = 0
    counted: int | None = None

    def points_at(self, rank: int) -> int:
        """Return the points of a place."""
        points = self.points[rank - 1] if rank <= len(self.points) else 0
        return max(points, self.attended)


@dataclass(frozen=True)
class Placing:
    """A player's final rank in one competition, and the points for it."""

    rank: int
    points: int


@dataclass(frozen=True)
class Cell:
    """One result in the table."""

    rank: int
    points: int
    is_counted: bool


class SortKey(NamedTuple):
    """Order of a table: points, first places, the place in the last competition."""

    total: int
    firsts: int
    last: float


@dataclass(frozen=True)
class SeriesRow(Generic[Player]):
    """One player's line: the results by the number of their competition, of `size`."""

    player: Player
    rank: int
    key: SortKey
    results: Mapping[int, Cell]
    size: int

    @property
    def cells(self) -> tuple[Cell | None, ...]:
        """Return a cell for each competition, None for one that the player missed."""
        return tuple(map(self.results.get, range(self.size)))

    @property
    def total(self) -> int:
        """Return the points that count, with the bonus."""
        return self.key.total

    @property
    def firsts(self) -> int:
        """Return the number of first places."""
        return self.key.firsts

    @property
    def played(self) -> list[Cell]:
        """Return the results in the order they were made, without the competitions missed."""
        return list(self.results.values())


Placings = Mapping[Player, Placing]


def series_table(
    rules: SeriesRules, competitions: Sequence[Placings[Player]]
) -> list[SeriesRow[Player]]:
    """Return the table after these competitions, in the order they were played.

    Players who are level in points, first places and the last competition share a rank.
    """
    placings: dict[Player, dict[int, Placing]] = defaultdict(dict)
    for number, each in enumerate(competitions):
        for player, placing in each.items():
            placings[player][number] = placing
    size = len(competitions)
    lines = {player: _cells(rules, own) for player, own in placings.items()}
    keys = {player: _key(rules, cells, size) for player, cells in lines.items()}
    ranks: dict[SortKey, int] = {}
    for number, key in enumerate(sorted(keys.values(), reverse=True), start=1):
        ranks.setdefault(key, number)
    rows = [
        SeriesRow(player, ranks[keys[player]], keys[player], cells, size)
        for player, cells in lines.items()
    ]
    return sorted(rows, key=lambda row: row.rank)


def _cells(rules: SeriesRules, placings: Mapping[int, Placing]) -> dict[int, Cell]:
    """Mark the results that count: the best ones, of equals the latest."""
    best = sorted(placings, key=lambda number: (placings[number].points, number), reverse=True)
    counted = frozenset(best[: rules.counted])
    return {
        number: Cell(each.rank, each.points, number in counted) for number, each in placings.items()
    }


def _key(rules: SeriesRules, cells: Mapping[int, Cell], size: int) -> SortKey:
    played = cells.values()
    total = sum(cell.points for cell in played if cell.is_counted) + rules.bonus * len(played)
    last = cells.get(size - 1)
    firsts = sum(cell.rank == 1 for cell in played)
    return SortKey(total, firsts, NEVER if last is None else -last.rank)


NEWCOMER: Final[SeriesRow[Any]] = SeriesRow(None, 0, SortKey(0, 0, NEVER), {}, 0)
"""The row of a player who has not played yet."""


@dataclass(frozen=True)
class Stake(Generic[Player]):
    """A place in the next competition that wins the series, whatever others do.

    `place` is the worst place that is enough: None if even missing it is enough, and one more than
    the places with points of their own if it is enough to play.
    """

    player: Player
    place: int | None


def stakes(
    rules: SeriesRules,
    rows: Sequence[SeriesRow[Player]],
    to_come: int,
    *,
    has_teams: bool = False,
) -> list[Stake[Player]]:
    """Return who can win the series in the next of `to_come` competitions, and how.

    In competitions of teams a rival may be a partner and share the first place. Empty if the points
    are not those of places, or nothing is to come.
    """
    if not rules.points or to_come < 1:
        return []
    # the best keys that rivals can reach if the player does not win the next one, and if so
    second = 1 if has_teams else 2
    rivals = {place: _potentials(rules, rows, to_come, next_place=place) for place in (1, second)}
    candidates = (_stake(rules, row, rivals[1], rivals[second], to_come) for row in rows)
    return [stake for stake in candidates if stake is not None]


Potentials = Sequence[tuple[SortKey, Any]]
"""The two best keys that players can reach, with the players."""


def _potentials(
    rules: SeriesRules, rows: Sequence[SeriesRow[Player]], to_come: int, *, next_place: int
) -> Potentials:
    """Return the best that any player, or a newcomer, can reach with this place next time."""
    places = (next_place, *[1] * (to_come - 1))
    keys = ((_key_after(rules, row, places, to_come), row.player) for row in (*rows, NEWCOMER))
    return nlargest(2, keys, key=lambda each: each[0])


def _stake(
    rules: SeriesRules,
    row: SeriesRow[Player],
    rivals: Potentials,
    rivals_if_first: Potentials,
    to_come: int,
) -> Stake[Player] | None:
    best, best_if_first = (
        next(key for key, player in keys if player != row.player)
        for keys in (rivals, rivals_if_first)
    )
    if _key_after(rules, row, (), to_come) > best:
        return Stake(row.player, None)
    stake = None
    for place in range(1, len(rules.points) + 2):
        if _key_after(rules, row, (place,), to_come) <= (best_if_first if place == 1 else best):
            break
        stake = Stake(row.player, place)
    return stake


def _key_after(
    rules: SeriesRules, row: SeriesRow[Any], places: Sequence[int], to_come: int
) -> SortKey:
    """Return a player's key after these places in the next competitions, the others missed."""
    points = sorted(
        [*(cell.points for cell in row.played), *map(rules.points_at, places)], reverse=True
    )
    played = len(points)
    return SortKey(
        sum(points[: rules.counted]) + rules.bonus * played,
        row.firsts + sum(place == 1 for place in places),
        -places[-1] if len(places) == to_come else NEVER,
    )


def sure_finalists(
    rules: SeriesRules, rows: Sequence[SeriesRow[Player]], to_come: int, places: int
) -> set[Player]:
    """Return the players who stay among the first, whatever happens in what is to come."""
    if to_come < 1:
        return {row.player for row in rows if row.rank <= places}
    if not rules.points:
        return set()
    return set(_sure(rules, rows, to_come, places))


def _sure(
    rules: SeriesRules, rows: Sequence[SeriesRow[Player]], to_come: int, places: int
) -> Iterator[Player]:
    wins = [1] * to_come
    best = {row.player: _key_after(rules, row, wins, to_come) for row in rows}
    newcomer = _key_after(rules, NEWCOMER, wins, to_come)
    ordered = sorted(best.values())
    for row in rows:
        if row.rank > places:  # that many may win as well, and stay ahead
            continue
        least = _key_after(rules, row, (), to_come)
        ahead = len(rows) - bisect_left(ordered, least) - 1  # without the player
        if ahead < places and newcomer < least:
            yield row.player
