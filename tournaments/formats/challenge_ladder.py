"""Ladder of challenges: an ordered list, in which an entry challenges one some places above it.

The winner of a challenge takes the place of the beaten, and those between them fall by one; or the
two change places. The matches come from challenges, so the format pairs no entries. The first of
the list at the end of the season is the champion.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from tournaments.formats.format import Format, Misfit
from tournaments.formats.options import (
    ANSWER_DAYS,
    CHALLENGE_RANGE,
    CLIMB,
    HOLIDAY_DAYS,
    INACTIVE_DAYS,
    LATE_ENTRIES,
    PLAY_DAYS,
    REFUSAL,
    REMATCH_DAYS,
    SEASON_DAYS,
    FormatOptions,
    LadderClimb,
)
from tournaments.formats.outline import Batch
from tournaments.formats.pairing import Id
from tournaments.formats.play import Field, Meeting, Play, Progress
from tournaments.formats.round_draft import Pools
from tournaments.formats.tie_breaks import TieBreak

SECONDS_OF_DAY = 86_400
WEEK = 7


@dataclass(frozen=True)
class Climb(Generic[Id]):
    """An entry passes one above it: by a won or conceded challenge, or as that one was inactive."""

    at: float  # seconds on any clock
    climber: Id
    passed: Id
    is_fall: bool = False  # the one above falls by a place, without a challenge


def climb(order: Sequence[Id], climber: Id, passed: Id, how: str) -> tuple[Id, ...]:
    """Return the list after one entry has passed another; unchanged if it is above already."""
    old, new = order.index(climber), order.index(passed)
    if old <= new:
        return tuple(order)
    changed = list(order)
    if how == LadderClimb.SWAP:
        changed[old], changed[new] = passed, climber
    else:
        changed.insert(new, changed.pop(old))
    return tuple(changed)


def ladder_order(members: Sequence[Id], climbs: Iterable[Climb[Id]], how: str) -> tuple[Id, ...]:
    """Return the list after all climbs, from the entries in their first order."""
    order = tuple(members)
    for one in sorted(climbs, key=lambda one: one.at):
        order = climb(order, one.climber, one.passed, LadderClimb.SWAP if one.is_fall else how)
    return order


def within_range(order: Sequence[Id], challenger: Id, places: int) -> tuple[Id, ...]:
    """Return the entries that one may challenge, the nearest last; `order` has those still in."""
    place = order.index(challenger)
    return tuple(order[max(0, place - places) : place])


@dataclass(frozen=True)
class Activity(Generic[Id]):
    """The seconds for which an entry was inactive; None while it has a challenge."""

    entry: Id
    idle: float | None


def falls_due(order: Sequence[Activity[Id]], inactive_days: int) -> tuple[tuple[Id, Id], ...]:
    """Return each entry that falls, with the one below that passes it, from the bottom up.

    The last of the list cannot fall, and an entry that should fall itself passes nobody. One that
    is not inactive may pass several.
    """
    if not inactive_days:
        return ()
    limit = inactive_days * SECONDS_OF_DAY
    due = {one.entry for one in order if one.idle is not None and one.idle >= limit}
    places = [one.entry for one in order]
    falls = []
    for place in range(len(places) - 2, -1, -1):
        upper, lower = places[place], places[place + 1]
        if upper in due and lower not in due:
            falls.append((upper, lower))
            places[place], places[place + 1] = lower, upper
    return tuple(falls)


@dataclass(frozen=True)
class ByChallenge(Play):
    """A table without rounds whose matches the entries ask for, until the season is over."""

    is_round_by_round = False
    is_paired_in_play = True
    is_by_challenge = True

    def pools(self, _shape: FormatOptions, _members: Field) -> Pools[Any]:
        return ()

    def closes_after(self, shape: FormatOptions) -> float | None:
        return SECONDS_OF_DAY * shape.season_days

    def is_over(self, shape: FormatOptions, progress: Progress) -> bool:
        """Return whether the season is over and no challenge is open."""
        is_late = progress.elapsed >= (self.closes_after(shape) or 0)
        return is_late and not any(one.is_playing for one in progress.field)

    def may_join(self, _shape: FormatOptions, _number: int) -> bool:
        return True

    def problems(
        self, _shape: FormatOptions, members: Sequence[Any], meetings: Sequence[Meeting]
    ) -> Iterator[str]:
        """Yield a problem if a side is not one entry of the ladder."""
        if any(one.is_bye or not one.entries <= {*members} for one in meetings):
            yield "a challenge has not two entries of the ladder"


def outline(shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
    """Return a wave a week, in which half of the pairs that could play do so."""
    return (Batch(max(1, entries // 4)),) * max(1, shape.season_days // WEEK)


def check(shape: FormatOptions, _entries: int, _movers: int) -> Iterator[Misfit]:
    """Yield a misfit if the table is not ordered by the ladder first."""
    if shape.tie_breaks and shape.tie_breaks[0] != TieBreak.LADDER:
        yield "tie_breaks", "tie-break-of-another-format"


TIE_BREAKS = (TieBreak.LADDER, TieBreak.POINTS, TieBreak.LOT)

LADDER = Format(
    name="ladder",
    play=ByChallenge(),
    choices=(
        *(SEASON_DAYS, CHALLENGE_RANGE, CLIMB, ANSWER_DAYS, REFUSAL, PLAY_DAYS),
        *(REMATCH_DAYS, INACTIVE_DAYS, HOLIDAY_DAYS, LATE_ENTRIES),
    ),
    tie_breaks=TIE_BREAKS,
    offered=TIE_BREAKS,
    check=check,
    nearest=lambda shape, _entries, _movers: replace(shape, tie_breaks=()),
    outline=outline,
)
