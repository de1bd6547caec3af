"""How many entries a plan needs, and the nearest plan for those who came.

What decides a competition stays: how many a group sends on, how many change divisions. The number
of groups, rounds or divisions gives way.
"""

from dataclasses import dataclass

from tournaments.formats.errors import FormatError
from tournaments.formats.groups import usual_groups
from tournaments.formats.league import equal_sizes, has_room
from tournaments.formats.round_robin import rounds_per_cycle

FEWEST = 2
FEWEST_FOR_GROUPS = 3  # of two that play a group nobody is left behind


@dataclass(frozen=True)
class Whole:
    """A bracket, or everybody against everybody: any two or more play it."""


@dataclass(frozen=True)
class Groups:
    """Groups that send their first on to a bracket; without a number it is the usual one."""

    number: int | None
    qualifiers: int


@dataclass(frozen=True)
class Rounds:
    """The rounds of a Swiss; without a number as many as a knockout has."""

    number: int | None


@dataclass(frozen=True)
class Divisions:
    """Divisions of a league, between two of which so many will change places."""

    number: int
    movers: int


Plan = Whole | Groups | Rounds | Divisions


def misfit(plan: Plan, entries: int) -> str | None:
    """Return the code of why so many entries cannot play a plan; None if they can."""
    if entries < FEWEST:
        return "too-few-entries"
    match plan:
        case Groups(number, qualifiers):
            return _misfit_of_groups(number or usual_groups(entries), qualifiers, entries)
        case Rounds(number) if (number or 1) > rounds_per_cycle(entries):
            return "too-many-rounds"
        case Divisions(number, movers) if not has_room(equal_sizes(entries, number), movers):
            return "division-too-small"
    return None


def nearest(plan: Plan, entries: int) -> Plan:
    """Return the plan itself if it fits, else the nearest one that does."""
    if entries < FEWEST:
        raise FormatError("too-few-entries", entries)
    match plan:
        case _ if misfit(plan, entries) is None:
            return plan
        case Groups() if entries >= FEWEST_FOR_GROUPS:
            return _fewer_groups(plan, entries)
        case Rounds():
            return Rounds(rounds_per_cycle(entries))
        case Divisions(number, movers):
            fewer = (Divisions(each, movers) for each in range(number - 1, 0, -1))
            return next(one for one in fewer if misfit(one, entries) is None)
        case _:
            return Whole()  # of groups: two of them are a final


def _misfit_of_groups(number: int, qualifiers: int, entries: int) -> str | None:
    if entries < 2 * number:
        return "too-many-groups"
    if entries // number < qualifiers:
        return "too-many-qualifiers"
    return "too-few-qualifiers" if number * qualifiers < FEWEST else None


def _fewer_groups(plan: Groups, entries: int) -> Groups:
    """As many groups as leave somebody behind in each; a single one sends two on at least."""
    wanted = plan.number or usual_groups(entries)
    number = max(1, min(wanted, entries // (plan.qualifiers + 1)))
    if number > 1:
        return Groups(number, plan.qualifiers)
    return Groups(number, min(max(plan.qualifiers, FEWEST), entries - 1))
