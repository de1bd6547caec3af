"""Whether groups have those whom the stages after them ask for, and what they can ask for."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournaments.formats.choices import BEST_NEXT, FINALISTS, SILVER, THEN_SWISS
from tournaments.formats.following import fitting_finals, misfits_of_finals
from tournaments.formats.format import FEWEST, Misfit
from tournaments.formats.qualification import Takes
from tournaments.formats.round_robin import rounds_per_cycle
from tournaments.formats.shape import Shape


def misfits_after(shape: Shape, sizes: Sequence[int]) -> Iterator[Misfit]:
    """What groups of these sizes do not have for the stages after them."""
    takes = Takes(per_group=shape.qualifiers, best_next=shape.best_next)
    through = takes.number(sizes)
    if shape.best_next > takes.next_in(sizes):
        yield BEST_NEXT.name, "too-many-best"
    elif shape.then_swiss > rounds_per_cycle(through):
        yield THEN_SWISS.name, "too-many-rounds-between"
    elif shape.finalists and not shape.then_swiss:
        yield FINALISTS.name, "finalists-of-nothing"
    elif shape.silver and sum(sizes) - through < FEWEST:
        yield SILVER.name, "too-few-for-silver"
    else:
        yield from misfits_of_finals(shape, through)


def trimmed(shape: Shape, sizes: Sequence[int]) -> Shape:
    """The shape with no more asked of groups of these sizes than they have."""
    takes = Takes(per_group=shape.qualifiers)
    best = min(shape.best_next, max(0, takes.next_in(sizes) - 1))
    through = replace(takes, best_next=best).number(sizes)
    rounds = min(shape.then_swiss, rounds_per_cycle(through))
    fitted = replace(
        shape,
        best_next=best,
        then_swiss=rounds,
        finalists=shape.finalists if rounds else 0,
        silver=shape.silver and sum(sizes) - through >= FEWEST,
    )
    return fitting_finals(fitted, through)
