"""Divisions of a league, their play-offs, and promotion and relegation between two seasons."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import Generic

from tournaments.formats.errors import FormatError
from tournaments.formats.format import FEWEST, Format, Groups, Misfit, SeededGroups, StagePlan
from tournaments.formats.knockout import SINGLE, fitting_layout, misfits_of_layout
from tournaments.formats.later_stages import (
    FEWEST_FINALISTS,
    finals,
    fitting_finals,
    misfits_of_finals,
    without_finals,
)
from tournaments.formats.options import (
    COUNTING,
    CYCLES,
    DIVISIONS,
    EVERY_DIVISION,
    FINAL_BEST_OF,
    FINALISTS,
    LAYOUT,
    LEAVING,
    LOSERS,
    MOVERS,
    PROMOTION,
    ROUND_DAYS,
    ROUND_GAMES,
    SEASON,
    SPLIT_SEASON,
    THIRD_PLACE,
    FormatOptions,
)
from tournaments.formats.outline import Batch, alongside
from tournaments.formats.pairing import Id
from tournaments.formats.qualification import HalfChampions, Intake, Promotion
from tournaments.formats.round_robin import (
    ALL_MEET,
    LARGEST_TABLE,
    OFFERED,
    rounds_per_cycle,
    table_waves,
)
from tournaments.formats.tie_breaks import ROUND_ROBIN as TIE_BREAKS


def equal_sizes(entries: int, divisions: int) -> tuple[int, ...]:
    """Return sizes that differ by one at most; the upper divisions are the larger ones."""
    least, over = divmod(entries, divisions)
    return tuple(least + (tier < over) for tier in range(divisions))


def divide(order: Sequence[Id], sizes: Sequence[int], places: int) -> tuple[Sequence[Id], ...]:
    """Fill the divisions from the top, best first; the last one takes the rest.

    `places` entries will move between neighbours at the end, so a division must have room for them.
    """
    edges = (0, *accumulate(sizes[:-1]), len(order))
    divisions = tuple(order[first:last] for first, last in pairwise(edges))
    _check_room([len(division) for division in divisions], places, fewest=FEWEST)
    return divisions


def has_room(sizes: Sequence[int], places: int) -> bool:
    """Return whether `divide` accepts divisions of these sizes."""
    try:
        _check_room(sizes, places, fewest=FEWEST)
    except FormatError:
        return False
    return True


@dataclass(frozen=True)
class Move(Generic[Id]):
    """The move of an entry from one tier to another; tier 1 is the top."""

    entry: Id
    source: int
    target: int

    @property
    def is_promotion(self) -> bool:
        return self.target < self.source


Exchanged = Collection[tuple[Id, Id]]
"""Entries of neighbouring tiers, the upper one first, of which the lower one won the match."""


def season_moves(
    divisions: Sequence[Sequence[Id]], places: int, exchanged: Exchanged[Id] = ()
) -> tuple[Move[Id], ...]:
    """Return the exchange of the last `places` of each tier with the first of the tier below.

    Those who are `exchanged` by promotion matches move, too. Divisions come top tier first, each in
    its final order. It depends on the final tables only, so closing a season again gives the same
    moves.
    """
    _check(divisions, places)
    moves: list[Move[Id]] = []
    for tier, (upper, lower) in enumerate(pairwise(divisions), start=1):
        moves += [Move(entry, tier, tier + 1) for entry in upper[len(upper) - places :]]
        moves += [Move(entry, tier + 1, tier) for entry in lower[:places]]
        for falls, rises in (pair for pair in exchanged if pair[0] in upper):
            moves += [Move(falls, tier, tier + 1), Move(rises, tier + 1, tier)]
    return tuple(moves)


def next_season(
    divisions: Sequence[Sequence[Id]], places: int, exchanged: Exchanged[Id] = ()
) -> tuple[tuple[Id, ...], ...]:
    """Return the divisions after the moves: relegated entries first, promoted ones last."""
    moves = season_moves(divisions, places, exchanged)
    moving = {move.entry for move in moves}
    return tuple(
        (
            *(move.entry for move in moves if move.target == tier and not move.is_promotion),
            *(entry for entry in division if entry not in moving),
            *(move.entry for move in moves if move.target == tier and move.is_promotion),
        )
        for tier, division in enumerate(divisions, start=1)
    )


def _check(divisions: Sequence[Sequence[Id]], places: int) -> None:
    everybody = [entry for division in divisions for entry in division]
    if len(everybody) != len(set(everybody)):
        raise FormatError("duplicate-entry")
    _check_room([len(division) for division in divisions], places)


def _check_room(sizes: Sequence[int], places: int, fewest: int = 0) -> None:
    """Refuse sizes for which an entry would be promoted and relegated at the same time."""
    for tier, size in enumerate(sizes, start=1):
        borders = (tier > 1) + (tier < len(sizes))
        if places < 0 or size < max(fewest, borders * places):
            raise FormatError("division-too-small", tier)


def _stages(shape: FormatOptions) -> tuple[StagePlan, ...]:
    """Return the divisions as parallel stages, and the play-offs of their first ones."""
    table = without_finals(shape) if _has_finals(shape) else shape
    tiers = range(1, shape.divisions + 1)
    return (
        *(StagePlan(table, tier) for tier in tiers),
        *(
            StagePlan(finals(shape), tier, _finalists_of(shape, tier))
            for tier in tiers[: _with_playoffs(shape)]
        ),
        *(
            StagePlan(_promotion(shape), tier + 1, Promotion(stage=tier, per_group=shape.promotion))
            for tier in tiers[:-1]
            if shape.promotion
        ),
    )


def _finalists_of(shape: FormatOptions, tier: int) -> Intake:
    if shape.split_season:
        return HalfChampions(stage=tier)
    return Intake(stage=tier, per_group=shape.finalists)


def _has_finals(shape: FormatOptions) -> bool:
    return shape.split_season or shape.finalists > 0


HALVES_OF_A_SEASON = 2


def half_of(round_number: int, entries: int) -> int:
    """Return the half of a season, 1 or 2, to which a round of a division belongs."""
    return 1 if round_number <= rounds_per_cycle(entries) else 2


def _promotion(shape: FormatOptions) -> FormatOptions:
    return FormatOptions(format=SINGLE.name, promotion=shape.promotion)


def _with_playoffs(shape: FormatOptions) -> int:
    """Return the number of divisions, from the top, whose first ones play a knockout."""
    if not _has_finals(shape):
        return 0
    return shape.divisions if shape.every_division else 1


def _misfits(shape: FormatOptions, entries: int, movers: int) -> Iterator[Misfit]:
    yield from _misfits_of_divisions(shape, entries, movers)
    if shape.split_season:
        yield from _misfits_of_halves(shape)
    elif shape.finalists:
        yield from misfits_of_finals(shape, _most_finalists(shape, entries, movers))


def _misfits_of_divisions(shape: FormatOptions, entries: int, movers: int) -> Iterator[Misfit]:
    if -(-entries // shape.divisions) > LARGEST_TABLE:
        yield DIVISIONS.name, "too-few-divisions"
    elif not has_room(equal_sizes(entries, shape.divisions), movers + shape.promotion):
        yield DIVISIONS.name, "division-too-small"
    elif shape.promotion and shape.divisions == 1:
        yield PROMOTION.name, "promotion-of-one-division"


def _misfits_of_halves(shape: FormatOptions) -> Iterator[Misfit]:
    """Yield what does not go with two halves, whose champions may be anywhere in the table."""
    if shape.cycles == 1:
        yield SPLIT_SEASON.name, "halves-of-one-cycle"
    elif shape.finalists:
        yield FINALISTS.name, "halves-and-finalists"
    elif shape.promotion:
        yield PROMOTION.name, "halves-and-promotion"
    else:
        yield from misfits_of_layout(shape, HALVES_OF_A_SEASON)


def _fitting_halves(shape: FormatOptions) -> FormatOptions:
    """Return two halves without what does not go with them, or no halves of a single cycle."""
    if not shape.split_season:
        return shape
    if shape.cycles == 1:
        return replace(shape, split_season=False)
    return fitting_layout(replace(shape, finalists=0, promotion=0), HALVES_OF_A_SEASON)


def _most_finalists(shape: FormatOptions, entries: int, movers: int) -> int:
    """Return how many of each division can play for its title; others play not to go down."""
    sizes = equal_sizes(entries, shape.divisions)
    falling = movers + shape.promotion if shape.promotion else 0
    free = [*(size - falling for size in sizes[:-1]), sizes[-1]]
    return min(free[: _with_playoffs(shape)])


def _nearest(shape: FormatOptions, entries: int, movers: int) -> FormatOptions:
    """Return the nearest number of divisions that fits. A single one fits two entries or more."""
    shape = _fitting_halves(shape)
    most = DIVISIONS.most or shape.divisions
    numbers = (*range(shape.divisions, 0, -1), *range(shape.divisions + 1, most + 1))
    others = (
        replace(shape, divisions=number, promotion=shape.promotion if number > 1 else 0)
        for number in numbers
    )
    fitting = next(
        one for one in others if next(_misfits_of_divisions(one, entries, movers), None) is None
    )
    most = _most_finalists(fitting, entries, movers) if fitting.finalists else 0
    if most < FEWEST_FINALISTS:
        return replace(fitting, finalists=0, play_in=0)
    return fitting_finals(fitting, most)


def _deal(shape: FormatOptions, seeded: SeededGroups) -> tuple[Groups, ...]:
    """Deal one division per tier, with the sizes of the last season if they fit, else equal."""
    sizes = seeded.divisions
    places = seeded.movers + shape.promotion
    if len(sizes) != shape.divisions or not has_room(sizes, places):
        sizes = equal_sizes(len(seeded.entries), shape.divisions)
    return tuple([members] for members in divide(seeded.entries, sizes, places))


def _outline(shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
    sizes = equal_sizes(entries, shape.divisions)
    tables = [table_waves(size, shape.cycles or 1) for size in sizes]
    finalists = HALVES_OF_A_SEASON if shape.split_season else shape.finalists
    playoffs = SINGLE.waves(finals(shape), finalists) if finalists else ()
    number = _with_playoffs(shape)
    played = alongside([*((*each, *playoffs) for each in tables[:number]), *tables[number:]])
    matches = shape.promotion * (shape.divisions - 1)
    return (*played, Batch(matches)) if matches else played


LEAGUE = Format(
    name="league",
    play=ALL_MEET,
    choices=(
        *(CYCLES, ROUND_GAMES, ROUND_DAYS, DIVISIONS, MOVERS, PROMOTION),
        *(SPLIT_SEASON, FINALISTS, EVERY_DIVISION, LAYOUT, LOSERS, FINAL_BEST_OF, THIRD_PLACE),
        *(LEAVING, SEASON, *COUNTING),
    ),
    cycles=2,
    tie_breaks=TIE_BREAKS,
    offered=OFFERED,
    stages=_stages,
    check=_misfits,
    nearest=_nearest,
    deal=_deal,
    outline=_outline,
    has_seasons=True,
)
