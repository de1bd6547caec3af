"""Plans that fit a number of entries into a given time: up to five, each with its cost.

An evening is measured in minutes at a number of tables, or with one table for every match; a
league in days, one round after the other. For each kind of plan, the richest that ends in time is
offered: more points to a game, more rounds. If none ends in time, the shortest is offered and
marked.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from tournaments.formats.americano import AMERICANO, SEATS
from tournaments.formats.bracket import Graph
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.format import SeededGroups
from tournaments.formats.groups import GROUPS, sizes_of_groups, usual_groups
from tournaments.formats.knockout import DOUBLE, SINGLE
from tournaments.formats.league import LEAGUE
from tournaments.formats.options import DIVISIONS, FormatOptions
from tournaments.formats.outline import Pace, fewest_matches
from tournaments.formats.round_robin import ROUND_ROBIN, rounds_per_cycle
from tournaments.formats.swiss import SWISS, recommended_rounds

LONG, SHORT = 30, 15  # points of a game
FEWEST = 2
FEWEST_FOR_A_TABLE, FEWEST_IN_GROUPS, FEWEST_IN_CUPS, FEWEST_IN_DIVISIONS = 3, 6, 8, 8
MOST_IN_A_TABLE = 6  # for a full round robin in one evening
FEWEST_ROUNDS = 3
MOST_PARTNERS = 7  # rounds of an evening
ALONE = 2  # seats of a table of single players
OF_A_DIVISION = 10
A_WEEK, HALF_A_WEEK = 7, 3  # days between two rounds
A_YEAR = 365


class PlanKind(StrEnum):
    """The kind of a plan, which names it."""

    EVERYBODY = "everybody"  # no entry is eliminated
    PARTNERS = "partners"  # another partner in each round
    GROUPS = "groups"
    CUPS = "cups"  # entries that do not qualify play for silver
    KNOCKOUT = "knockout"
    TWICE = "twice"
    ONCE = "once"
    DIVISIONS = "divisions"


@dataclass(frozen=True, kw_only=True)
class EventSize:
    """Number of entries, table size and time: minutes, or None for a league."""

    entries: int
    seats: int
    minutes: int | None
    turn_seconds: int | None  # None: real cards
    tables: int | None = None  # None: one for every match
    targets: tuple[int, int] = (LONG, SHORT)  # points of a long and of a short game


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A way to play the event, with its consequences."""

    kind: PlanKind
    shape: FormatOptions
    target: int
    rounds: int
    fewest_matches: int  # of every entry
    through: int = 0  # entries that qualify for the knockout, or for gold
    fits: bool = False
    minutes: int = 0  # of an evening
    round_days: int | None = None  # of a league
    movers: int = 0

    @property
    def days(self) -> int:
        """The days of a league after its first; the last round has all of its days."""
        return max(self.rounds * (self.round_days or 0) - 1, 0)


@dataclass(frozen=True)
class _Option:
    shape: FormatOptions
    target: int = LONG
    round_days: int | None = None

    def suits(self, entries: int) -> bool:
        """Return whether a number of entries can play it."""
        how = FORMATS[self.shape.format]
        return not [*how.misfits(how.settled(self.shape), entries)]


def plans(event: EventSize) -> tuple[Plan, ...]:
    """Return up to five plans, those that fit first. All can be drawn for these entries."""
    entries = event.entries
    assert entries >= FEWEST
    offered = _LEAGUES if event.minutes is None else _EVENINGS
    candidates = [
        _best(kind, [one for one in options(entries) if one.suits(entries)], event)
        for kind, options in offered.items()
        if kind != PlanKind.PARTNERS or event.seats == ALONE
    ]
    return tuple(sorted(filter(None, candidates), key=lambda plan: not plan.fits))


def seats_of(shape: FormatOptions, seats: int) -> int:
    """Return the table size of a format: the given one if possible, else its first."""
    allowed = FORMATS[shape.format].seats
    return seats if seats in allowed else allowed[0]


def _best(kind: PlanKind, options: list[_Option], event: EventSize) -> Plan | None:
    """Return the first option that fits, else the shortest."""
    offered = [_planned(kind, option, event) for option in options]
    fitting = (plan for plan in offered if plan.fits)
    return next(fitting, min(offered, key=lambda plan: (plan.minutes, plan.days), default=None))


def _planned(kind: PlanKind, option: _Option, event: EventSize) -> Plan:
    shape, entries = option.shape, event.entries
    how = FORMATS[shape.format]
    seats = seats_of(shape, event.seats)
    target = event.targets[option.target == SHORT]
    pace = Pace(target=target, seats=seats, turn_seconds=event.turn_seconds)
    rounds = len(how.waves(shape, entries))
    minutes = 0 if option.round_days else how.minutes(shape, entries, pace, 1, event.tables)
    plan = Plan(
        kind=kind,
        shape=shape,
        target=target,
        rounds=rounds,
        fewest_matches=guaranteed_matches(shape, entries),
        through=qualified(shape, entries),
        minutes=minutes,
        round_days=option.round_days,
        movers=1 if shape.divisions > 1 else 0,
    )
    longest = event.minutes
    fits = plan.days <= A_YEAR if longest is None else plan.minutes <= longest
    return replace(plan, fits=fits)


def guaranteed_matches(shape: FormatOptions, entries: int) -> int:
    """Return the minimum matches of an entry. In an odd field it may have one bye."""
    how = FORMATS[shape.format]
    if shape.format == DOUBLE.name:
        return 2
    graph = how.play.stored(shape, range(entries))
    if isinstance(graph, Graph):
        return fewest_matches(graph)
    if how.play.partners_change:
        return (shape.swiss_rounds or 0) * (entries - entries % SEATS) // entries
    if how.pairs_rounds:
        return (shape.swiss_rounds or 0) - entries % 2
    whole = how.settled(shape)
    fewest = min(group_sizes(whole, entries))
    return (fewest - 1) * (whole.cycles or 1) + whole.silver


def group_sizes(shape: FormatOptions, entries: int, movers: int = 0) -> tuple[int, ...]:
    """Return the sizes of the groups, or of the divisions, of the first stage.

    Raises FormatError if there are too few entries.
    """
    how = FORMATS[shape.format]
    decided = how.decide(shape, entries)
    if how.sends_on and entries >= 2 * (decided.group_count or 1):
        return sizes_of_groups(decided, entries)
    tiers = how.deal(decided, SeededGroups(entries=range(entries), movers=movers))
    return tuple(len(group) for groups in tiers for group in groups)


def qualified(shape: FormatOptions, entries: int) -> int:
    """Return how many entries go on from the groups; 0 in other formats."""
    how = FORMATS[shape.format]
    number = how.decide(shape, entries).group_count or 0
    return number * shape.qualifiers + shape.best_next if how.sends_on else 0


def _everybody(entries: int) -> Iterator[_Option]:
    """Yield a round robin if it fits in one evening, else a Swiss."""
    if entries < FEWEST_FOR_A_TABLE:
        return
    if entries <= MOST_IN_A_TABLE:
        yield from (
            _Option(FormatOptions(format=ROUND_ROBIN.name), target) for target in (LONG, SHORT)
        )
        return
    usual = recommended_rounds(entries)
    most = min(usual + 1, rounds_per_cycle(entries))
    for rounds in (range(most, usual - 1, -1), range(usual - 1, FEWEST_ROUNDS - 1, -1)):
        for target in (LONG, SHORT):
            for number in rounds:
                yield _Option(FormatOptions(format=SWISS.name, swiss_rounds=number), target)


def _partners(entries: int) -> Iterator[_Option]:
    """Yield americanos with as many rounds as an evening allows, without repeated partners."""
    most = min(MOST_PARTNERS, rounds_per_cycle(entries))
    for target in (LONG, SHORT):
        for number in range(most, FEWEST_ROUNDS - 1, -1):
            yield _Option(FormatOptions(format=AMERICANO.name, swiss_rounds=number), target)


def _groups(entries: int) -> Iterator[_Option]:
    """Yield groups of four; a small field has two groups."""
    if entries < FEWEST_IN_GROUPS:
        return
    fixed = None if usual_groups(entries) > 1 else 2
    for target, qualifiers in ((LONG, 2), (SHORT, 2), (SHORT, 1)):
        shape = FormatOptions(format=GROUPS.name, group_count=fixed, qualifiers=qualifiers)
        yield _Option(shape, target)


def _cups(entries: int) -> Iterator[_Option]:
    """Yield cups: two of each group play for gold, with best thirds to fill the bracket."""
    if entries < FEWEST_IN_CUPS:
        return
    groups = usual_groups(entries)
    missing = (1 << (2 * groups - 1).bit_length()) - 2 * groups
    best = missing if missing < groups else 0
    shape = FormatOptions(format=GROUPS.name, group_count=groups, best_next=best, silver=True)
    yield from (_Option(shape, target) for target in (LONG, SHORT))


def _knockout(_entries: int) -> Iterator[_Option]:
    yield from (_Option(FormatOptions(format=SINGLE.name), target) for target in (LONG, SHORT))


def _league(cycles: int) -> Callable[[int], Iterator[_Option]]:
    return lambda _entries: _dated(FormatOptions(format=LEAGUE.name, cycles=cycles))


def _divisions(entries: int) -> Iterator[_Option]:
    if entries < FEWEST_IN_DIVISIONS:
        return
    number = min(max(2, -(-entries // OF_A_DIVISION)), DIVISIONS.most or 0)
    for cycles in (2, 1):
        yield from _dated(FormatOptions(format=LEAGUE.name, cycles=cycles, divisions=number))


def _dated(shape: FormatOptions) -> Iterator[_Option]:
    yield from (_Option(shape, LONG, days) for days in (A_WEEK, HALF_A_WEEK))


_EVENINGS: Final = {
    PlanKind.EVERYBODY: _everybody,
    PlanKind.PARTNERS: _partners,
    PlanKind.GROUPS: _groups,
    PlanKind.CUPS: _cups,
    PlanKind.KNOCKOUT: _knockout,
}
_LEAGUES: Final = {
    PlanKind.TWICE: _league(2),
    PlanKind.ONCE: _league(1),
    PlanKind.DIVISIONS: _divisions,
}
