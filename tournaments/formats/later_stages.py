"""The stages after a table: a knockout of the first, a Swiss before it, a cup for the rest.

Format options become a plan of stages: the first stage takes the entries, each later one names
its sources and the ranks it takes. Stages of one tier follow each other, tiers are played side by
side, and the first tier decides the winner.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tournaments.formats.format import Misfit, StagePlan
from tournaments.formats.knockout import SINGLE, fitting_layout, misfits_of_layout
from tournaments.formats.options import (
    BEST_NEXT,
    COUNTING,
    FINALISTS,
    PLAY_IN,
    SILVER,
    THEN_SWISS,
    FormatOptions,
    Layout,
)
from tournaments.formats.outline import Batch, alongside
from tournaments.formats.qualification import Intake

BETWEEN = "swiss"
"""Format of the stage between groups and a knockout."""
SILVER_TIER = 2
LATER_CHOICES = {each.name for each in (BEST_NEXT, SILVER, THEN_SWISS, FINALISTS, PLAY_IN)}
"""Names of the choices about the stages after the first."""
FEWEST_FINALISTS = 2


def finals(shape: FormatOptions) -> FormatOptions:
    """Return the final knockout of a shape, without a play-in."""
    return FormatOptions(
        format=SINGLE.name,
        layout=shape.layout,
        losers=shape.losers,
        third_place=shape.third_place,
        final_best_of=shape.final_best_of,
    )


def without_finals(shape: FormatOptions) -> FormatOptions:
    """Return the shape of a table, without what was chosen for the knockout after it."""
    usual = {name: getattr(FormatOptions(), name) for name in OF_A_KNOCKOUT}
    return replace(shape, **usual)


OF_A_KNOCKOUT = ("layout", "losers", "third_place", "final_best_of")
"""The options of a bracket, in the order of the form."""


def _of_finalists(shape: FormatOptions, stage: int) -> StagePlan:
    """Return the knockout of the first of a table.

    A play-in needs no bracket of its own: with a few more entries than a full bracket, the lowest
    seeds play a round before all others, the best of them against the last.
    """
    takes = Intake(stage=stage, per_group=shape.finalists + shape.play_in)
    return StagePlan(replace(finals(shape), play_in=shape.play_in), takes=takes)


def after_groups(shape: FormatOptions) -> tuple[StagePlan, ...]:
    """Return the stages after groups: those of the qualified, and the cup of the rest."""
    takes = Intake(per_group=shape.qualifiers, best_next=shape.best_next)
    first = finals(shape)
    if shape.then_swiss:
        counting = {choice.name: getattr(shape, choice.name) for choice in COUNTING}
        first = replace(first, format=BETWEEN, swiss_rounds=shape.then_swiss, **counting)
    plans = [StagePlan(first, takes=takes)]
    if shape.then_swiss and shape.finalists:
        plans.append(_of_finalists(shape, stage=2))
    if shape.silver:
        silver = replace(finals(shape), layout=Layout.BRACKET)
        plans.append(StagePlan(silver, SILVER_TIER, replace(takes, is_rest=True)))
    return tuple(plans)


def with_finals(shape: FormatOptions) -> tuple[StagePlan, ...]:
    """Return the single table of all entries, and the knockout of its first if there is one."""
    if not shape.finalists:
        return (StagePlan(shape),)
    return StagePlan(without_finals(shape)), _of_finalists(shape, stage=1)


def has_silver(plans: Sequence[StagePlan]) -> bool:
    """Return whether the entries that do not qualify play their own cup."""
    return any(plan.takes is not None and plan.takes.is_rest for plan in plans)


def sizes_of(plans: Sequence[StagePlan], sizes: Sequence[int]) -> list[Sequence[int]]:
    """Return the sizes of the groups of every stage; `sizes` are those of the first."""
    stage_sizes = [sizes]
    for plan in plans[1:]:
        assert plan.takes is not None, "the entries are dealt once"
        stage_sizes.append((plan.takes.number(stage_sizes[plan.takes.stage - 1]),))
    return stage_sizes


def add_later_stages(plans: Sequence[StagePlan], sizes: Sequence[int]) -> tuple[Batch, ...]:
    """Return the waves of matches after the first stage; cups run in parallel."""
    tiers: dict[int, list[Batch]] = {}
    for plan, (entries,) in zip(plans[1:], sizes_of(plans, sizes)[1:], strict=True):
        tiers.setdefault(plan.tier, []).extend(_waves(plan.shape, entries))
    return alongside(list(tiers.values()))


def misfits_of_finals(shape: FormatOptions, entries: int) -> Iterator[Misfit]:
    """Yield the misfits of a knockout of the first entries of a table."""
    if shape.finalists > entries:
        yield FINALISTS.name, "too-many-finalists"
    elif 0 < shape.finalists < FEWEST_FINALISTS:
        yield FINALISTS.name, "too-few-finalists"
    elif shape.play_in > _largest_play_in(shape.finalists, entries):
        yield PLAY_IN.name, "play-in-too-large"
    elif shape.finalists:
        yield from misfits_of_layout(shape, shape.finalists + shape.play_in)


def fitting_finals(shape: FormatOptions, entries: int) -> FormatOptions:
    """Return the announced number of finalists, or the largest full bracket that fits.

    The play-in is also as large as announced, or as possible.
    """
    number = shape.finalists
    if number > entries or 0 < number < FEWEST_FINALISTS:
        number = max(FEWEST_FINALISTS, 1 << (min(number, entries).bit_length() - 1))
    play_in = min(shape.play_in, _largest_play_in(number, entries))
    fitted = replace(shape, finalists=number, play_in=play_in)
    return fitting_layout(fitted, number + play_in) if number else fitted


def _largest_play_in(finalists: int, entries: int) -> int:
    """Return the maximum number of play-in places: half of the bracket, with a loser for each."""
    return max(0, min(finalists // 2, entries - finalists))


def _waves(shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
    if shape.format == BETWEEN:
        return (Batch(entries // 2),) * (shape.swiss_rounds or 0)
    return SINGLE.waves(shape, entries)
