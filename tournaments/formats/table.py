"""Results as each entry lived them: what standings and tie-breaks are computed from."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from tournaments.formats.errors import FormatError
from tournaments.formats.outcome import Outcome
from tournaments.formats.pairing import Id
from tournaments.formats.series import Verdict

Pair = tuple[int, int]


@dataclass(frozen=True)
class Result(Generic[Id]):
    """One match of a table; without second side a `bye`, without verdict not played yet."""

    first: Id
    second: Id | None
    verdict: Verdict | None = None
    round: int = 1
    walkover: bool = False
    games: Pair = (0, 0)
    chico_points: Pair = (0, 0)
    bye: Outcome = Outcome.BYE


Scale = Mapping[Outcome, float]
"""What each outcome is worth in the table, in whole or half points, so that sums are exact."""

CHESS_SCALE: Scale = {
    Outcome.WIN: 1,
    Outcome.DRAW: 0.5,
    Outcome.LOSS: 0,
    Outcome.ABSENCE: 0,
    Outcome.BYE: 1,
    Outcome.HALF_BYE: 0.5,
    Outcome.ZERO_BYE: 0,
}
"""A win is one point and a draw half of it, as Swiss tie-breaks are used to."""


@dataclass(frozen=True)
class Appearance(Generic[Id]):
    """One match seen from one side; pairs are (own, opponent's)."""

    round: int
    opponent: Id | None
    outcome: Outcome
    walkover: bool = False
    games: Pair = (0, 0)
    chico_points: Pair = (0, 0)

    @property
    def is_played(self) -> bool:
        """Neither a bye nor decided by somebody's absence."""
        return self.opponent is not None and not self.walkover


@dataclass(frozen=True)
class Table(Generic[Id]):
    """Every entry's appearances by round, and what they add up to."""

    appearances: Mapping[Id, Sequence[Appearance[Id]]]
    scores: Mapping[Id, float]
    scale: Scale
    lot_seed: str
    left: Collection[Id] = ()  # who is in it no more

    def score(self, appearance: Appearance[Id]) -> float:
        """What one match gave."""
        return self.scale[appearance.outcome]


def tabulate(
    entries: Iterable[Id],
    results: Iterable[Result[Id]],
    *,
    scale: Scale = CHESS_SCALE,
    lot_seed: str = "",
    left: Collection[Id] = (),
) -> Table[Id]:
    """The table of these results; matches not played yet leave no trace in it."""
    lived: dict[Id, list[Appearance[Id]]] = {entry: [] for entry in entries}
    for entry, appearance in (side for result in results for side in _sides(result)):
        if entry not in lived:
            raise FormatError("unknown-entry", entry)
        lived[entry].append(appearance)
    return Table(
        {entry: sorted(own, key=lambda one: one.round) for entry, own in lived.items()},
        {entry: sum(scale[one.outcome] for one in own) for entry, own in lived.items()},
        scale,
        lot_seed,
        left,
    )


def _sides(result: Result[Id]) -> Iterator[tuple[Id, Appearance[Id]]]:
    if result.second is None:
        yield result.first, Appearance(result.round, None, result.bye)
    elif result.verdict is not None:
        first, second = _outcomes(result.verdict, walkover=result.walkover)
        absence = result.walkover or result.verdict is Verdict.NEITHER
        yield (
            result.first,
            Appearance(
                result.round, result.second, first, absence, result.games, result.chico_points
            ),
        )
        yield (
            result.second,
            Appearance(
                result.round,
                result.first,
                second,
                absence,
                result.games[::-1],
                result.chico_points[::-1],
            ),
        )


def _outcomes(verdict: Verdict, *, walkover: bool) -> tuple[Outcome, Outcome]:
    beaten = Outcome.ABSENCE if walkover else Outcome.LOSS
    return {
        Verdict.FIRST: (Outcome.WIN, beaten),
        Verdict.SECOND: (beaten, Outcome.WIN),
        Verdict.DRAW: (Outcome.DRAW, Outcome.DRAW),
        Verdict.NEITHER: (Outcome.ABSENCE, Outcome.ABSENCE),
    }[verdict]
