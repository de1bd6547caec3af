"""Re-plan a season around days on which nothing can be played, changing few matches."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from tournaments.formats.pairing import Id
from tournaments.formats.season_plan import FaultKind, Season, SeasonMatch, cost_of, find_faults

UNPLAYABLE = (FaultKind.TWICE, FaultKind.CLASH, FaultKind.CLOSED)


@dataclass(frozen=True)
class Change(Generic[Id]):
    """One match before and after: another day, other sides, or no day yet."""

    before: SeasonMatch[Id]
    after: SeasonMatch[Id]


@dataclass(frozen=True)
class Replan(Generic[Id]):
    """The new plan, and its differences from the old one."""

    matches: tuple[SeasonMatch[Id], ...]
    changes: tuple[Change[Id], ...]


Option = dict[int, SeasonMatch[Id]]  # matches by their index in the plan
Price = tuple[int, int, int, int]


def replan_lost_days(
    season: Season[Id],
    matches: Sequence[SeasonMatch[Id]],
    lost: Collection[int],
    *,
    first_day: int = 0,
    begun: Collection[int] = (),
) -> Replan[Id]:
    """Move the matches of the lost days to later or earlier days on which both entries are free.

    Nothing moves to a day before `first_day`. `begun` are the indices of matches that have begun or
    are over: they keep their day and their sides. Least come first: matches that cannot be played,
    matches without a day, changed matches, then the cost of all faults. The sides of a pair may be
    turned round in both legs, where only that frees a room. A match that fits nowhere is postponed.
    """
    moving = [at for at, match in enumerate(matches) if match.day in lost and at not in begun]
    plan = list(matches)
    for at in moving:
        plan[at] = replace(plan[at], day=None)
    price = _price(season, matches, plan)

    def try_change(option: Option[Id]) -> None:
        nonlocal plan, price
        tried = [option.get(number, match) for number, match in enumerate(plan)]
        cost = _price(season, matches, tried)
        if cost < price:
            plan, price = tried, cost

    for lost_day in sorted(lost):  # what fitted on one day fits together on another
        together = [at for at in moving if matches[at].day == lost_day]
        for day in range(first_day, season.days):
            if day not in lost:
                try_change({at: replace(matches[at], day=day) for at in together})
    before = None
    while price != before:
        before = price
        for at in moving:
            for option in _options(season, matches, plan, at, lost, first_day, begun):
                try_change(option)
    changes = [Change(*both) for both in zip(matches, plan, strict=True) if both[0] != both[1]]
    return Replan(tuple(plan), tuple(changes))


def _options(
    season: Season[Id],
    matches: Sequence[SeasonMatch[Id]],
    plan: Sequence[SeasonMatch[Id]],
    at: int,
    lost: Collection[int],
    first_day: int,
    begun: Collection[int],
) -> Iterator[Option[Id]]:
    """Yield each free day, with the sides as they were and, where both legs can, turned round."""
    match = matches[at]
    busy = {
        other.day
        for number, other in enumerate(plan)
        if number != at and match.pair & other.pair and other.day is not None
    }
    for day in range(first_day, season.days):
        if day in lost or day in busy:
            continue
        yield {at: replace(match, day=day)} | _other_leg(matches, plan, at)
        for number, other in enumerate(plan):
            is_ahead = other.day is not None and other.day >= first_day
            if number not in (at, *begun) and other.pair == match.pair and is_ahead:
                leg = matches[number]
                yield {
                    at: SeasonMatch(day, match.away, match.home),
                    number: SeasonMatch(leg.day, leg.away, leg.home),
                }


def _other_leg(
    matches: Sequence[SeasonMatch[Id]], plan: Sequence[SeasonMatch[Id]], at: int
) -> Option[Id]:
    """Return the other leg as it was, if the plan has turned it round."""
    return {
        number: matches[number]
        for number, match in enumerate(plan)
        if number != at and match.pair == matches[at].pair and match.home != matches[number].home
    }


def _price(
    season: Season[Id], matches: Sequence[SeasonMatch[Id]], plan: Sequence[SeasonMatch[Id]]
) -> Price:
    faults = find_faults(season, plan)
    return (
        sum(fault.kind in UNPLAYABLE for fault in faults),
        sum(match.day is None for match in plan),
        sum(before != after for before, after in zip(matches, plan, strict=True)),
        cost_of(faults),
    )
