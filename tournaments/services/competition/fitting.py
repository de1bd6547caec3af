"""What cannot be announced together: the choice that is to change, and why, as a code."""

from collections.abc import Iterator

from tournaments.formats.errors import FormatError
from tournaments.formats.league import divide, equal_sizes
from tournaments.formats.round_robin import rounds_per_leg
from tournaments.models import Stage
from tournaments.services.competition.shape import OFFERED_TIE_BREAKS, Shape, usual_groups

Format = Stage.Format


def misfits(shape: Shape, *, cap: int, movers: int = 0) -> Iterator[tuple[str, str]]:
    """Look at a shape for so many places, of which so many change divisions."""
    match shape.format:
        case Format.GROUPS:
            yield from _groups(shape, cap)
        case Format.LEAGUE:
            yield from _divisions(shape, cap, movers)
        case Format.SWISS if (shape.swiss_rounds or 1) > rounds_per_leg(cap):
            yield "swiss_rounds", "too-many-rounds"
    yield from _tie_breaks(shape)


def _groups(shape: Shape, cap: int) -> Iterator[tuple[str, str]]:
    groups = shape.group_count or usual_groups(cap)
    if cap < 2 * groups:
        yield "group_count", "too-many-groups"
    elif cap // groups < shape.qualifiers:
        yield "qualifiers", "too-many-qualifiers"
    elif groups * shape.qualifiers < 2:
        yield "qualifiers", "too-few-qualifiers"


def _divisions(shape: Shape, cap: int, movers: int) -> Iterator[tuple[str, str]]:
    try:
        divide(range(cap), equal_sizes(cap, shape.divisions), movers)
    except FormatError as error:
        yield "divisions", error.code


def _tie_breaks(shape: Shape) -> Iterator[tuple[str, str]]:
    chosen = set(shape.tie_breaks)
    if len(chosen) < len(shape.tie_breaks):
        yield "tie_breaks", "tie-break-twice"
    if not chosen <= set(OFFERED_TIE_BREAKS.get(shape.format, ())):
        yield "tie_breaks", "tie-break-of-another-format"
