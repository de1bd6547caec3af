"""What cannot be announced together, why, as a code, and what fits those who came."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from tournaments.formats.fit import Divisions, Groups, Plan, Rounds, Whole, misfit, nearest
from tournaments.models import Stage
from tournaments.services.competition.shape import OFFERED_TIE_BREAKS, Shape

Format = Stage.Format
TO_CHANGE: Final[Mapping[str, str]] = {
    "too-few-entries": "cap",
    "too-many-groups": "group_count",
    "too-many-qualifiers": "qualifiers",
    "too-few-qualifiers": "qualifiers",
    "too-many-rounds": "swiss_rounds",
    "division-too-small": "divisions",
}


def misfits(shape: Shape, *, cap: int, movers: int = 0) -> Iterator[tuple[str, str]]:
    """Look at a shape for so many places, of which so many change divisions.

    Yields the choice that is to change with the code of why.
    """
    code = misfit(plan_of(shape, movers=movers), cap)
    if code is not None:
        yield TO_CHANGE[code], code
    yield from _tie_breaks(shape)


def plan_of(shape: Shape, *, movers: int = 0) -> Plan:
    """Return what of a shape depends on how many play it."""
    match shape.format:
        case Format.GROUPS:
            return Groups(shape.group_count, shape.qualifiers)
        case Format.SWISS:
            return Rounds(shape.swiss_rounds)
        case Format.LEAGUE:
            return Divisions(shape.divisions, movers)
    return Whole()


def nearest_shape(shape: Shape, entries: int, *, movers: int = 0) -> Shape:
    """Return the shape nearest to one that so many entries, two or more, can play."""
    match nearest(plan_of(shape, movers=movers), entries):
        case Groups(number, qualifiers):
            return replace(shape, group_count=number, qualifiers=qualifiers)
        case Rounds(number):
            return replace(shape, swiss_rounds=number)
        case Divisions(number):
            return replace(shape, divisions=number)
    if shape.format != Format.GROUPS:
        return shape
    return Shape(third_place=shape.third_place, final_best_of=shape.final_best_of)


def _tie_breaks(shape: Shape) -> Iterator[tuple[str, str]]:
    chosen = set(shape.tie_breaks)
    if len(chosen) < len(shape.tie_breaks):
        yield "tie_breaks", "tie-break-twice"
    if not chosen <= set(OFFERED_TIE_BREAKS.get(shape.format, ())):
        yield "tie_breaks", "tie-break-of-another-format"
