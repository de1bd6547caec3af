"""Plans of a season with dates, and their faults.

Days are numbered from 0 in the order of the calendar. Each entry plays at home in its venue, which
holds a number of matches on each day (0: closed). Search: `season_planner`.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Generic

from tournaments.formats.errors import FormatError
from tournaments.formats.pairing import Id
from tournaments.formats.round_robin import Cycles, rounds_per_cycle

Venue = Hashable
NO_LIMIT = 1_000  # matches a day, of an entry without a venue


class Side(StrEnum):
    """The side that an entry asks for on a day."""

    HOME = "home"
    AWAY = "away"  # or not to play: the room is taken
    FREE = "free"


class FaultKind(StrEnum):
    """Kinds of faults, the worst first."""

    TWICE = "twice"  # an entry has two matches on one day
    CLASH = "clash"  # a match more than its venue holds
    CLOSED = "closed"  # a match in a closed venue
    WISH = "wish"
    REMATCH = "rematch"  # the same two entries twice running
    DERBY = "derby"  # a derby on the day of another
    TRIP = "trip"  # a long trip on a day on which it is too long
    BREAK = "break"  # the same side as on the day before


WEIGHTS = {
    FaultKind.TWICE: 50,
    FaultKind.CLASH: 20,
    FaultKind.CLOSED: 20,
    FaultKind.WISH: 6,
    FaultKind.REMATCH: 5,
    FaultKind.DERBY: 4,
    FaultKind.TRIP: 2,
    FaultKind.BREAK: 1,
}


@dataclass(frozen=True)
class Wish(Generic[Id]):
    """A side that an entry asks for on a day."""

    entry: Id
    day: int
    side: Side


@dataclass(frozen=True)
class SeasonMatch(Generic[Id]):
    """One match. Without a day it is postponed."""

    day: int | None
    home: Id
    away: Id

    @property
    def pair(self) -> frozenset[Id]:
        return frozenset((self.home, self.away))


@dataclass(frozen=True)
class Fault(Generic[Id]):
    """One thing that is wrong with a plan, and the entries that it is about."""

    kind: FaultKind
    day: int
    entries: tuple[Id, ...]
    wish: Wish[Id] | None = None


@dataclass(frozen=True)
class Season(Generic[Id]):
    """The entries, days, venues and wishes that a plan is made for.

    `venues` names the venue of each entry, None where any number of matches fits. Trips between
    the venues in `far` are too long on the days in `short_days`.
    """

    entries: Sequence[Id]
    days: int
    venues: Mapping[Id, Venue | None]
    capacity: Mapping[Venue, Sequence[int]]  # matches of each venue on each day
    cycles: Cycles = 2
    wishes: tuple[Wish[Id], ...] = ()
    derbies: frozenset[frozenset[Id]] = frozenset()
    far: frozenset[frozenset[Venue]] = frozenset()
    short_days: frozenset[int] = frozenset()

    @cached_property
    def rounds(self) -> int:
        return rounds_per_cycle(len(self.entries)) * self.cycles

    def room(self, entry: Id, day: int) -> int:
        """Return how many matches the entry's venue holds on that day."""
        venue = self.venues.get(entry)
        return NO_LIMIT if venue is None else self.capacity[venue][day]

    def is_long_trip(self, home: Id, away: Id, day: int) -> bool:
        between = frozenset((self.venues.get(home), self.venues.get(away)))
        return day in self.short_days and between in self.far

    def tables(self, day: int) -> int:
        """Return how many matches the venues of the entries hold on that day."""
        return sum(
            entries if venue is None else min(entries, self.capacity[venue][day])
            for venue, entries in Counter(self.venues.get(one) for one in self.entries).items()
        )


def check_season(season: Season[Id]) -> None:
    """Raise FormatError where no plan can exist without a clash, or without enough days."""
    if len(season.entries) < 2:
        raise FormatError("too-few-entries", *season.entries)
    matches = len(season.entries) // 2
    if season.days < season.rounds:
        raise FormatError("too-few-days", season.days, season.rounds)
    usable = sum(season.tables(day) >= matches for day in range(season.days))
    if usable < season.rounds:
        raise FormatError("too-few-tables", usable, season.rounds, matches)
    others = len(season.entries) - 1
    for venue, teams in Counter(season.venues.get(one) for one in season.entries).items():
        needed = teams * others if season.cycles == 2 else teams * (teams - 1) // 2
        if venue is not None and needed > (
            capacity := sum(min(teams, room) for room in season.capacity[venue])
        ):
            raise FormatError("venue-too-small", venue, capacity, needed)


def impossible_wishes(season: Season[Id]) -> Iterator[Wish[Id]]:
    """Yield the wishes that no plan meets, whatever else it gives up."""
    everybody_plays = season.days == season.rounds and len(season.entries) % 2 == 0
    requests: dict[tuple[Venue, int], int] = defaultdict(int)
    for wish in season.wishes:
        if wish.side is Side.FREE and everybody_plays:
            yield wish
        elif wish.side is Side.HOME:
            venue = season.venues.get(wish.entry)
            requests[venue, wish.day] += 1
            if requests[venue, wish.day] > season.room(wish.entry, wish.day):
                yield wish


def find_faults(season: Season[Id], matches: Iterable[SeasonMatch[Id]]) -> tuple[Fault[Id], ...]:
    """Return everything that is wrong with a plan, day by day, the worst kind first."""
    by_day: dict[int, list[SeasonMatch[Id]]] = defaultdict(list)
    for match in matches:
        if match.day is not None:
            by_day[match.day].append(match)
    faults = [
        *(fault for day, played in by_day.items() for fault in _faults_of_day(season, day, played)),
        *_missed_wishes(season, by_day),
        *_faults_between_days(by_day),
    ]
    order = list(FaultKind)
    return tuple(sorted(faults, key=lambda fault: (order.index(fault.kind), fault.day)))


def count_faults(faults: Iterable[Fault[Id]]) -> dict[FaultKind, int]:
    """Return the number of faults of each kind, zeros included."""
    counts = Counter(fault.kind for fault in faults)
    return {kind: counts[kind] for kind in FaultKind}


def cost_of(faults: Iterable[Fault[Id]]) -> int:
    """Return what a search minimises."""
    return sum(WEIGHTS[fault.kind] for fault in faults)


def _faults_of_day(
    season: Season[Id], day: int, matches: Sequence[SeasonMatch[Id]]
) -> Iterator[Fault[Id]]:
    times = Counter(entry for match in matches for entry in match.pair)
    for entry, count in times.items():
        if count > 1:
            yield Fault(FaultKind.TWICE, day, (entry,))
    used: Counter[Venue] = Counter()
    derbies = 0
    for match in matches:
        both = (match.home, match.away)
        venue = season.venues.get(match.home)
        room = season.room(match.home, day)
        used[venue] += 1
        if room == 0:
            yield Fault(FaultKind.CLOSED, day, both)
        elif used[venue] > room:
            yield Fault(FaultKind.CLASH, day, both)
        if season.is_long_trip(*both, day):
            yield Fault(FaultKind.TRIP, day, both)
        if match.pair in season.derbies:
            derbies += 1
            if derbies > 1:
                yield Fault(FaultKind.DERBY, day, both)


def _missed_wishes(
    season: Season[Id], by_day: Mapping[int, Sequence[SeasonMatch[Id]]]
) -> Iterator[Fault[Id]]:
    for wish in season.wishes:
        played = [match for match in by_day.get(wish.day, ()) if wish.entry in match.pair]
        at_home = any(match.home == wish.entry for match in played)
        missed = {Side.HOME: not at_home, Side.AWAY: at_home, Side.FREE: bool(played)}
        if missed[wish.side]:
            yield Fault(FaultKind.WISH, wish.day, (wish.entry,), wish)


def _faults_between_days(by_day: Mapping[int, Sequence[SeasonMatch[Id]]]) -> Iterator[Fault[Id]]:
    """A day without a match of the entry is neither side, days without any match do not count."""
    for before, day in pairwise(sorted(by_day)):
        homes = {match.home for match in by_day[before]}
        guests = {match.away for match in by_day[before]}
        pairs = {match.pair for match in by_day[before]}
        for match in by_day[day]:
            if match.home in homes:
                yield Fault(FaultKind.BREAK, day, (match.home,))
            if match.away in guests:
                yield Fault(FaultKind.BREAK, day, (match.away,))
            if match.pair in pairs:
                yield Fault(FaultKind.REMATCH, day, (match.home, match.away))
