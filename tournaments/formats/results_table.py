"""Results from the side of each entry, the input of standings and tie-breaks."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from typing import Generic

from tournaments.formats.errors import FormatError
from tournaments.formats.pairing import ASKED, VOLUNTARY, Id, Outcome
from tournaments.formats.points_scale import CHESS_SCALE, PointsScale
from tournaments.formats.series import Pair, Verdict


@dataclass(frozen=True)
class Result(Generic[Id]):
    """A match of a table. Without a second side it is a `bye`, without a verdict not played.

    A bye of None does not count yet, like a match that is not played.
    """

    first: Id
    second: Id | None
    verdict: Verdict | None = None
    round: int = 1
    walkover: bool = False
    games: Pair = (0, 0)
    chico_points: Pair = (0, 0)
    bye: Outcome | None = Outcome.BYE


class Edition(IntEnum):
    """Editions of the FIDE tie-break regulations (C.07), by the year they came into force."""

    AUGUST_2024 = 2024
    MARCH_2026 = 2026


def edition_of(year: int, month: int) -> Edition:
    """Return the edition in force in a month; earlier months get the oldest known one."""
    return Edition.MARCH_2026 if (year, month) >= (2026, 3) else Edition.AUGUST_2024


@dataclass(frozen=True)
class Appearance(Generic[Id]):
    """One match seen from one side; pairs are (own, opponent's)."""

    round: int
    opponent: Id | None
    outcome: Outcome
    walkover: bool = False
    games: Pair = (0, 0)
    chico_points: Pair = (0, 0)
    on_streak: bool = False  # it followed as many wins in a row as make its points double

    @property
    def is_played(self) -> bool:
        """Whether it is neither a bye nor a walkover."""
        return self.opponent is not None and not self.walkover

    @property
    def is_narrow(self) -> bool:
        """Whether one game or board made the difference, of several that were played."""
        return abs(self.games[0] - self.games[1]) == 1 < sum(self.games)

    @property
    def is_unplayed_win(self) -> bool:
        """Whether it is a full point without playing: a full bye, or an absent rival."""
        return self.outcome is Outcome.BYE or (self.outcome is Outcome.WIN and self.walkover)


@dataclass(frozen=True)
class Table(Generic[Id]):
    """Every entry's appearances by round, with their sums."""

    appearances: Mapping[Id, Sequence[Appearance[Id]]]
    lived: Mapping[Id, Sequence[Appearance[Id]]]  # also with the rounds it missed
    scores: Mapping[Id, float]
    scale: PointsScale
    lot_seed: str
    left: Collection[Id] = ()  # entries that have left
    is_fixed: bool = False  # all its matches were known before the first
    rounds: int = 0  # rounds drawn by results so far
    edition: Edition = Edition.AUGUST_2024
    tantos: int = 0  # of a won match, if points of games are added up instead
    ladder: Sequence[Id] = ()  # the entries in the order that challenges left them in

    def score(self, appearance: Appearance[Id]) -> float:
        """Return the points of one match."""
        return _points(appearance, self.scale, self.tantos)

    @cached_property
    def adjusted(self) -> Mapping[Id, float]:
        """The score of each entry for the tie-breaks of its opponents (FIDE C.07, article 16.3)."""
        if self.is_fixed:
            return self.scores
        return {entry: score + self._lacking(entry) for entry, score in self.scores.items()}

    def dummy_score(self, entry: Id, appearance: Appearance[Id]) -> float:
        """Return the score of the dummy opponent of an unplayed round (article 16.4).

        It is the entry's own score. Since March 2026 it is at most the score of the paired rival
        (16.4.1) or, without one, a draw in every round (16.4.2).
        """
        own = self.scores[entry]
        if self.edition < Edition.MARCH_2026:
            return own
        if appearance.opponent is not None:
            return min(own, self.adjusted[appearance.opponent])
        return min(own, self.scale.level * self.rounds)

    def _lacking(self, entry: Id) -> float:
        """Return how much less than draws the requested byes after the last game gave (16.2.5)."""
        lacking = 0.0
        for one in reversed(self.lived[entry]):
            if one.outcome not in VOLUNTARY:
                break
            if one.outcome in ASKED:
                lacking += self.scale.level - self.score(one)
        return lacking


def tabulate(
    entries: Iterable[Id],
    results: Iterable[Result[Id]],
    *,
    scale: PointsScale = CHESS_SCALE,
    lot_seed: str = "",
    left: Collection[Id] = (),
    drawn: int | None = 0,
    edition: Edition = Edition.AUGUST_2024,
    tantos: int = 0,
    streak: int = 0,
    ladder: Sequence[Id] = (),
) -> Table[Id]:
    """Tabulate results. Matches without a verdict are ignored.

    With `tantos`, the points of a won match, each match counts the points made in its games: a
    walkover and a bye count as many as a won match, a rest half of it. After `streak` wins in a row
    each further result counts double, until one that is not a win.

    Where results pair the rounds, `drawn` is the number of rounds drawn so far. An entry without a
    match in one of them counts as if it had asked for a bye of nothing (FIDE C.07, article 16.1.1).
    Where all matches were known beforehand, `drawn` is None and no round is missed (article 15.2).
    """
    rounds_played: dict[Id, set[int]] = {entry: set() for entry in entries}
    lived: dict[Id, list[Appearance[Id]]] = {entry: [] for entry in rounds_played}
    for result in results:
        for entry in _entries(result):
            if entry not in rounds_played:
                raise FormatError("unknown-entry", entry)
            rounds_played[entry].add(result.round)
        for entry, appearance in _sides(result):
            lived[entry].append(appearance)
    lived = {entry: _with_streaks(_by_round(own), streak) for entry, own in lived.items()}
    missed = {
        entry: [
            Appearance[Id](number, None, Outcome.ZERO_BYE)
            for number in set(range(1, (drawn or 0) + 1)) - rounds
        ]
        for entry, rounds in rounds_played.items()
    }
    return Table(
        lived,
        {entry: _by_round([*own, *missed[entry]]) for entry, own in lived.items()},
        {entry: sum(_points(one, scale, tantos) for one in own) for entry, own in lived.items()},
        scale,
        lot_seed,
        left,
        is_fixed=drawn is None,
        rounds=drawn or 0,
        edition=edition,
        tantos=tantos,
        ladder=ladder,
    )


def _points(one: Appearance[Id], scale: PointsScale, tantos: int) -> float:
    if tantos and one.is_played:
        return one.chico_points[0]
    if tantos:
        return tantos * CHESS_SCALE.points(one.outcome)
    return scale.points(one.outcome, is_narrow=one.is_narrow) * (1 + one.on_streak)


def _with_streaks(own: Sequence[Appearance[Id]], streak: int) -> list[Appearance[Id]]:
    appearances: list[Appearance[Id]] = []
    wins = 0
    for one in own:
        appearances.append(replace(one, on_streak=0 < streak <= wins))
        wins = wins + 1 if one.outcome is Outcome.WIN else 0
    return appearances if streak else list(own)


def _by_round(lived: Iterable[Appearance[Id]]) -> list[Appearance[Id]]:
    return sorted(lived, key=lambda one: one.round)


def _entries(result: Result[Id]) -> Iterator[Id]:
    yield result.first
    if result.second is not None:
        yield result.second


def _sides(result: Result[Id]) -> Iterator[tuple[Id, Appearance[Id]]]:
    if result.second is None:
        if result.bye is not None:
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
