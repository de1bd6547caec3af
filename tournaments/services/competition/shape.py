"""A shape as the stages of a competition, and back."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.format import StagePlan
from tournaments.formats.shape import Shape
from tournaments.models import Stage
from tournaments.models.stage import COLUMNS


def stages_of(shape: Shape) -> Iterator[Stage]:
    """Make the stages that a shape comes to, in order, of no competition yet."""
    how = FORMATS[shape.format]
    for number, plan in enumerate(how.stages(how.settled(shape)), start=1):
        whole = FORMATS[plan.shape.format].settled(plan.shape)
        columns = {name: getattr(whole, name) for name in COLUMNS}
        columns["tie_breaks"] = list(whole.tie_breaks)
        yield Stage(number=number, tier=plan.tier, **columns)


def shape_of(stages: Sequence[Stage]) -> Shape:
    """Return the shape that these stages, in order, were made from."""
    first, last = stages[0], stages[-1]
    return replace(
        first.shape,
        third_place=last.third_place,
        final_best_of=last.final_best_of,
        divisions=last.tier if first.how.has_seasons else 1,
    )


def plans_of(stages: Sequence[Stage]) -> tuple[StagePlan, ...]:
    """Return what each of the stages of a competition, in order, is: whom it takes out of which."""
    return stages[0].how.stages(shape_of(stages))
