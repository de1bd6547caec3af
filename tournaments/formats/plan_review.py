"""The review of an announced plan for the entries that came, and the plans that fit them better.

A plan that can be drawn may still make no sense: groups of two, a group that qualifies as a whole,
fewer matches than promised, a later end. Other plans are sorted by how much they resemble what was
announced; `_COSTS` weighs the differences.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.errors import FormatError
from tournaments.formats.format import Format
from tournaments.formats.groups import GROUPS, trimmed, usual_groups
from tournaments.formats.knockout import SINGLE
from tournaments.formats.league import equal_sizes
from tournaments.formats.options import FormatOptions
from tournaments.formats.outline import Pace
from tournaments.formats.plans import (
    FEWEST_ROUNDS,
    SHORT,
    group_sizes,
    guaranteed_matches,
    qualified,
)
from tournaments.formats.qualification import Intake
from tournaments.formats.round_robin import ROUND_ROBIN, rounds_per_cycle
from tournaments.formats.swiss import SWISS, recommended_rounds

OFFERED: Final = 3
PAIR: Final = 2  # a group of two has one match
FEWEST_IN_A_TABLE: Final = 3  # matches that everybody against everybody promises at least
MOST_IN_A_TABLE: Final = 12
FEWEST_IN_A_GROUP: Final = 3
HALF_AN_HOUR: Final = 30
FEWER_GROUPS: Final = 6  # than the entries could fill, at most
GRACE: Final = 10  # minutes after the announced end that are no fault


class Fault(StrEnum):
    """What is wrong with a plan for the entries that came."""

    IMPOSSIBLE = "impossible"  # the draw refuses it
    GROUP_OF_TWO = "group-of-two"
    WHOLE_GROUP = "whole-group"  # a group qualifies as a whole
    EVERYBODY = "everybody"  # every entry qualifies
    ROUNDS = "rounds"  # more rounds than rivals
    FEWER_MATCHES = "fewer-matches"
    LATER = "later"


SENSELESS: Final = frozenset(
    {Fault.IMPOSSIBLE, Fault.GROUP_OF_TWO, Fault.WHOLE_GROUP, Fault.EVERYBODY, Fault.ROUNDS}
)


@dataclass(frozen=True, kw_only=True)
class Turnout:
    """The entries that are present, and how they play."""

    entries: int
    pace: Pace
    best_of: int = 1
    tables: int | None = None
    movers: int = 0
    may_join: bool = False  # late entries are allowed
    may_shorten: bool = False  # the points of a game may still change
    keeps_format: bool = False  # no other format is offered
    is_dated: bool = False  # played by days: nothing ends too late
    minutes_left: int | None = None  # until the announced end


@dataclass(frozen=True, kw_only=True)
class PlanOutlook:
    """Consequences of a plan for a number of entries."""

    shape: FormatOptions
    target: int
    sizes: tuple[int, ...]  # of the groups of its first stage; () if it cannot be dealt
    matches: int  # of every entry at least; a bye of a paired round counts as one
    most: int  # of the entries in the largest group
    through: int
    minutes: int

    @property
    def how(self) -> Format:
        return FORMATS[self.shape.format]

    @property
    def has_knockout(self) -> bool:
        """Whether a bracket decides it."""
        return self.how.play.is_bracket or self.how.sends_on or bool(self.shape.finalists)


@dataclass(frozen=True)
class Candidate:
    """Another plan: its outlook, its faults, and how much it differs from the announced one."""

    outlook: PlanOutlook
    faults: frozenset[Fault]
    cost: float


@dataclass(frozen=True)
class Review:
    """An announced plan, what it means now, its faults, and up to three other plans."""

    announced: PlanOutlook  # for a full field
    now: PlanOutlook
    faults: frozenset[Fault]
    plans: tuple[Candidate, ...]  # the likeliest first
    is_asked: bool  # whether the first of them is better than the announced plan

    @property
    def may_stay(self) -> bool:
        """Whether the announced plan can be drawn as it is."""
        return Fault.IMPOSSIBLE not in self.faults


def review(announced: FormatOptions, cap: int, turnout: Turnout) -> Review:
    """Judge the plan that was announced for `cap` entries by the entries present."""
    full = _outlook(announced, cap, turnout.pace.target, turnout)
    limit = full.minutes if turnout.minutes_left is None else turnout.minutes_left
    now = _outlook(announced, turnout.entries, turnout.pace.target, turnout)
    if full.how.pairs_rounds and announced.swiss_rounds is None:
        # no number of rounds was announced: it follows the entries
        full = replace(full, shape=now.shape, matches=now.matches, most=now.most)
    stays = _candidate(now, full, limit, turnout)
    candidates = {
        (one.outlook.shape, one.outlook.target): one
        for shape, target in _other_plans(announced, full, cap, turnout)
        for one in [
            _candidate(_outlook(shape, turnout.entries, target, turnout), full, limit, turnout)
        ]
        if not one.faults & SENSELESS
    }
    plans = _of_each_kind(sorted(candidates.values(), key=lambda one: one.cost))
    is_asked = bool(plans) and (bool(stays.faults & SENSELESS) or plans[0].cost < stays.cost)
    return Review(full, now, stays.faults, plans, is_asked)


def _of_each_kind(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return the best candidate of each format."""
    best: dict[str, Candidate] = {}
    for one in candidates:
        best.setdefault(one.outlook.shape.format, one)
    return tuple(best.values())[:OFFERED]


def _outlook(shape: FormatOptions, entries: int, target: int, turnout: Turnout) -> PlanOutlook:
    how = FORMATS[shape.format]
    decided = how.decide(how.settled(shape), entries)
    try:
        sizes = group_sizes(decided, entries, turnout.movers)
    except FormatError:
        return PlanOutlook(
            shape=decided, target=target, sizes=(), matches=0, most=0, through=0, minutes=0
        )
    pace = replace(turnout.pace, target=target)
    matches = guaranteed_matches(decided, entries)
    if how.pairs_rounds:
        matches = decided.swiss_rounds or 0
    is_table = not how.play.is_bracket and not how.pairs_rounds
    through = qualified(decided, entries) if how.sends_on else decided.finalists
    return PlanOutlook(
        shape=decided,
        target=target,
        sizes=sizes,
        matches=matches,
        most=(max(sizes) - 1) * (decided.cycles or 1) + decided.silver if is_table else matches,
        through=through,
        minutes=_minutes(decided, entries, pace, turnout),
    )


def _minutes(shape: FormatOptions, entries: int, pace: Pace, turnout: Turnout) -> int:
    """Return the length of a plan; 0 if a later stage of it has too few entries."""
    try:
        return FORMATS[shape.format].minutes(shape, entries, pace, turnout.best_of, turnout.tables)
    except FormatError:
        return 0


def _candidate(one: PlanOutlook, full: PlanOutlook, limit: int, turnout: Turnout) -> Candidate:
    faults = frozenset(_faults(one, full, limit, turnout))
    return Candidate(one, faults, _cost(one, full, limit, faults))


def _faults(one: PlanOutlook, full: PlanOutlook, limit: int, turnout: Turnout) -> Iterator[Fault]:
    how, shape, entries = one.how, one.shape, turnout.entries
    if not one.sizes:
        yield Fault.IMPOSSIBLE
        return
    misfits = {code for _, code in how.check(shape, entries, turnout.movers)}
    if "too-many-rounds" in misfits:
        if not turnout.may_join:
            yield Fault.ROUNDS
            yield Fault.IMPOSSIBLE
        misfits.discard("too-many-rounds")
    if misfits - {"too-many-qualifiers"}:
        yield Fault.IMPOSSIBLE
    if how.sends_on:
        yield from _faults_of_groups(one, full, entries)
    elif shape.finalists and shape.finalists + shape.play_in >= entries:
        yield Fault.EVERYBODY
    if one.matches < promised_matches(full):
        yield Fault.FEWER_MATCHES
    if not turnout.is_dated and one.minutes > limit + GRACE:
        yield Fault.LATER


def _faults_of_groups(one: PlanOutlook, full: PlanOutlook, entries: int) -> Iterator[Fault]:
    smallest = min(one.sizes)
    if smallest <= PAIR and (not full.sizes or min(full.sizes) > PAIR or one.how != full.how):
        yield Fault.GROUP_OF_TWO
    if smallest <= one.shape.qualifiers and entries > PAIR:
        yield Fault.WHOLE_GROUP
    if one.through >= entries:
        yield Fault.EVERYBODY


def promised_matches(full: PlanOutlook) -> int:
    """Return the matches that a plan promises to everybody; 0 if it promises no number.

    The limit of entries is no promise: groups of 32, or a table of 64, would never be played.
    """
    if full.how.play.is_bracket or full.how.pairs_rounds:
        return full.matches
    if max(full.sizes, default=0) > MOST_IN_A_TABLE:
        return 0
    return full.matches if full.how.sends_on else min(full.matches, FEWEST_IN_A_TABLE)


_COSTS: Final = {
    "senseless": 10.0,
    "format": 6.0,
    "match": 2.0,  # each match fewer than promised
    "later": 4.0,
    "silver": 2.0,
    "knockout": 2.0,
    "shorter": 3.0,
    "unit": 1.0,  # each group or round more or fewer, another number of qualifiers
}


def _cost(one: PlanOutlook, full: PlanOutlook, limit: int, faults: frozenset[Fault]) -> float:
    """Return how much a plan differs from the announced one, in no unit."""
    differs = {
        "senseless": len(faults & SENSELESS),
        "format": one.shape.format != full.shape.format,
        "match": max(0, promised_matches(full) - one.matches),
        "later": Fault.LATER in faults,
        "silver": one.shape.silver != full.shape.silver,
        "knockout": one.has_knockout != full.has_knockout,
        "shorter": one.target < full.target,
    }
    units = 0.0
    if one.shape.format == full.shape.format:
        units += abs(len(one.sizes) - len(full.sizes)) if full.how.sends_on else 0
        units += abs((one.shape.swiss_rounds or 0) - (full.shape.swiss_rounds or 0))
        units += one.through != full.through
        units += one.shape.cycles != full.shape.cycles
    if Fault.LATER in faults:
        units += (one.minutes - limit) / HALF_AN_HOUR
    return units + sum(_COSTS[name] * number for name, number in differs.items())


def _other_plans(
    announced: FormatOptions, full: PlanOutlook, cap: int, turnout: Turnout
) -> Iterator[tuple[FormatOptions, int]]:
    """Yield plans that both these entries and a full field can play: shape and points of a game."""
    targets = [turnout.pace.target]
    if turnout.may_shorten and turnout.pace.target > SHORT:
        targets.append(SHORT)
    shapes = [*_same_format(announced, full, turnout)]
    if not turnout.keeps_format:
        shapes += _other_formats(turnout.entries)
    for shape in shapes:
        how = FORMATS[shape.format]
        sizes = (turnout.entries, cap)
        if not any([*how.misfits(how.settled(shape), size, turnout.movers)] for size in sizes):
            yield from ((shape, target) for target in targets)


def _same_format(
    announced: FormatOptions, full: PlanOutlook, turnout: Turnout
) -> Iterator[FormatOptions]:
    """Yield the announced format with other numbers."""
    how, entries = FORMATS[announced.format], turnout.entries
    if entries < how.least:
        return
    yield how.fitting(announced, entries, turnout.movers)
    if how.sends_on:
        yield from _other_groups(announced, full, entries)
    elif how.pairs_rounds:
        yield from _fewer_rounds(full.shape, entries)
    elif announced.format == ROUND_ROBIN.name:
        yield from (replace(announced, cycles=number) for number in (1, 2))


def _other_groups(
    announced: FormatOptions, full: PlanOutlook, entries: int
) -> Iterator[FormatOptions]:
    """Yield numbers of groups and qualifiers with which no group qualifies as a whole."""
    most = min(len(full.sizes), entries // FEWEST_IN_A_GROUP)
    for number in range(max(1, most - FEWER_GROUPS), most + 1):
        sizes = equal_sizes(entries, number)
        for qualifiers in range(1, announced.qualifiers + 1):
            best = full.through - number * qualifiers
            next_rank = Intake(per_group=qualifiers).next_in(sizes)
            for best_next in {0, best} if 0 <= best < next_rank else {0}:
                shape = replace(
                    announced,
                    group_count=number,
                    group_sizes="",
                    qualifiers=qualifiers,
                    best_next=best_next,
                )
                yield trimmed(shape, sizes)


def _fewer_rounds(full: FormatOptions, entries: int) -> Iterator[FormatOptions]:
    """Yield fewer rounds, and fewer finalists."""
    most = min(full.swiss_rounds or 0, rounds_per_cycle(entries))
    finals = {full.finalists} | {size for size in (2, 4, 8, 16, 32) if size < full.finalists}
    for rounds in range(min(FEWEST_ROUNDS, most), most + 1):
        for finalists in finals:
            if finalists < entries:
                play_in = min(full.play_in, finalists // 2, max(0, entries - finalists - 1))
                yield replace(full, swiss_rounds=rounds, finalists=finalists, play_in=play_in)


def _other_formats(entries: int) -> Iterator[FormatOptions]:
    """Yield the usual shapes of an evening."""
    usual = min(recommended_rounds(entries) + 1, rounds_per_cycle(entries))
    for rounds in range(min(FEWEST_ROUNDS, usual), usual + 1):
        yield FormatOptions(format=SWISS.name, swiss_rounds=rounds)
    if entries <= MOST_IN_A_TABLE:
        yield FormatOptions(format=ROUND_ROBIN.name)
    yield FormatOptions(format=SINGLE.name)
    if (number := usual_groups(entries)) > 1:
        yield FormatOptions(format=GROUPS.name, group_count=number)
