"""Allocation of seeded entries to groups, row by row, with members of a club apart.

Separation is an edge colouring of rows against clubs: every entry is an edge between its row and
its club, every group a colour. A group takes one entry of each row, and should take at most one
of a club. With no more entries per row and per club than groups, a colouring always exists
(König), and one exchange along a path places each entry. The module also checks whether the
groups can supply the qualifiers of later stages.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import cycle
from typing import Generic

from tournaments.formats.errors import FormatError
from tournaments.formats.format import FEWEST, Format, Groups, Misfit, SeededGroups, StagePlan
from tournaments.formats.later_stages import (
    add_later_stages,
    after_groups,
    finals,
    fitting_finals,
    misfits_of_finals,
)
from tournaments.formats.league import equal_sizes
from tournaments.formats.options import (
    BEST_NEXT,
    CYCLES,
    FINAL_BEST_OF,
    FINALISTS,
    GROUP_COUNT,
    LEAVING,
    PLAY_IN,
    QUALIFIERS,
    SILVER,
    THEN_SWISS,
    THIRD_PLACE,
    FormatOptions,
)
from tournaments.formats.outline import Batch, alongside
from tournaments.formats.pairing import Id
from tournaments.formats.qualification import Intake
from tournaments.formats.round_robin import (
    ALL_MEET,
    LARGEST_TABLE,
    OFFERED,
    rounds_per_cycle,
    table_waves,
)
from tournaments.formats.seeding import (
    Order,
    bracket_size,
    half_shift,
    natural,
    reverse,
    reverse_half_shift,
)
from tournaments.formats.tie_breaks import ROUND_ROBIN as TIE_BREAKS


def misfits_after(shape: FormatOptions, sizes: Sequence[int]) -> Iterator[Misfit]:
    """Yield what groups of these sizes lack for the stages after them."""
    takes = Intake(per_group=shape.qualifiers, best_next=shape.best_next)
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


def trimmed(shape: FormatOptions, sizes: Sequence[int]) -> FormatOptions:
    """Return the shape with the later stages reduced to what groups of these sizes have."""
    takes = Intake(per_group=shape.qualifiers)
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


Vertex = tuple[str, Hashable]


class Separation(Generic[Id]):
    """A table of groups under construction."""

    def __init__(self, groups: int) -> None:
        self._groups = range(groups)
        self._ends: dict[Id, tuple[Vertex, Vertex]] = {}
        self._taken: dict[Vertex, dict[int, Id]] = {}
        self._group: dict[Id, int] = {}

    def place(self, entry: Id, row: int, club: Hashable, wish: int) -> None:
        """Place an entry in the wished group, the nearest possible one, or by an exchange."""
        ends: tuple[Vertex, Vertex] = ("row", row), ("club", club)
        self._ends[entry] = ends
        by_row, by_club = (self._free(end, wish) for end in ends)
        both = [group for group in by_row if group in by_club]
        if not both:
            self._exchange(ends[0], by_club[0], by_row[0])
        self._join(entry, both[0] if both else by_club[0])

    def groups(self) -> tuple[tuple[Id, ...], ...]:
        """Return each group's entries in the order of their rows."""
        rows = [taken for (kind, _), taken in self._taken.items() if kind == "row"]
        return tuple(tuple(row[group] for row in rows if group in row) for group in self._groups)

    def _free(self, end: Vertex, wish: int) -> list[int]:
        """Return the groups without an entry of that row or club, the nearest to the wish first."""
        taken = self._taken.setdefault(end, {})
        free = [group for group in self._groups if group not in taken]
        return sorted(free, key=lambda group: abs(group - wish))

    def _exchange(self, start: Vertex, wanted: int, spare: int) -> None:
        """Free `wanted` at that row by exchanging the two groups along the path from there."""
        path = []
        here, group = start, wanted
        while (entry := self._taken[here].get(group)) is not None:
            path.append(entry)
            here = next(end for end in self._ends[entry] if end != here)
            group = spare if group == wanted else wanted
        moves = {entry: {wanted: spare, spare: wanted}[self._group[entry]] for entry in path}
        for entry in path:
            self._leave(entry)
        for entry, target in moves.items():
            self._join(entry, target)

    def _join(self, entry: Id, group: int) -> None:
        self._group[entry] = group
        for end in self._ends[entry]:
            self._taken[end][group] = entry

    def _leave(self, entry: Id) -> None:
        for end in self._ends[entry]:
            del self._taken[end][self._group[entry]]


FEWEST_FOR_GROUPS = 3  # with two entries in a group, both would qualify
USUAL_SIZE = 4  # if the organiser leaves the number of groups to the draw


class Dealing(StrEnum):
    """Order in which rows of seeds are dealt: as a snake, or also separating bracket opponents."""

    SNAKE = "snake"
    BRACKET = "bracket"


ROW_ORDERS: Mapping[Dealing, Sequence[Order[int]]] = {
    Dealing.SNAKE: (natural, reverse),
    Dealing.BRACKET: (natural, half_shift, reverse, reverse_half_shift),
}


def usual_groups(entries: int) -> int:
    """Return the default number of groups: of four, with some of three or five; more if full."""
    return max(1, min((entries + 1) // USUAL_SIZE, GROUP_COUNT.most or entries))


def fewest_groups(entries: int) -> int:
    """Return the minimum number of groups."""
    return -(-entries // LARGEST_TABLE)


def deal_groups(
    entries: Sequence[Id],
    groups: int,
    *,
    dealing: Dealing = Dealing.SNAKE,
    clubs: Mapping[Id, Hashable] | None = None,
) -> tuple[tuple[Id, ...], ...]:
    """Deal entries by seed into groups whose sizes differ by one at most.

    Each row of seeds (as many as there are groups) gives every group one entry. Entries of a club
    share a group only if the club has more entries than there are groups, and then as few as
    possible. An entry leaves the place it has without `clubs` only for this reason. An odd number
    of groups has no halves to shift and is dealt as a snake.
    """
    if groups < 1 or len(entries) < 2 * groups:
        raise FormatError("too-few-entries", len(entries), groups)
    orders = cycle(ROW_ORDERS[Dealing.SNAKE if groups % 2 else dealing])
    squads = _squads(entries, groups, clubs or {})
    table: Separation[Id] = Separation(groups)
    for row, start in enumerate(range(0, len(entries), groups)):
        dealt = entries[start : start + groups]
        for entry, wish in zip(dealt, next(orders)(range(len(dealt))), strict=True):
            table.place(entry, row, squads[entry], wish)
    return table.groups()


def _squads(entries: Sequence[Id], groups: int, clubs: Mapping[Id, Hashable]) -> dict[Id, Hashable]:
    """Split clubs into parts no larger than the number of groups. An entry without one is alone."""
    seen: Counter[Hashable] = Counter()
    squads: dict[Id, Hashable] = {}
    for entry in entries:
        club = clubs.get(entry)
        squads[entry] = ("alone", entry) if club is None else (club, seen[club] // groups)
        seen[club] += 1
    return squads


def _stages(shape: FormatOptions) -> tuple[StagePlan, ...]:
    """Return the groups, and the stages after them."""
    groups = replace(shape, third_place=False, final_best_of=None)
    return StagePlan(groups), *after_groups(shape)


def _decide(shape: FormatOptions, entries: int) -> FormatOptions:
    return replace(shape, group_count=shape.group_count or usual_groups(entries))


def _check(shape: FormatOptions, entries: int, _movers: int) -> Iterator[Misfit]:
    groups = shape.group_count or usual_groups(entries)
    if entries < 2 * groups:
        yield GROUP_COUNT.name, "too-many-groups"
    elif groups < fewest_groups(entries):
        yield GROUP_COUNT.name, "too-few-groups"
    elif entries // groups < shape.qualifiers:
        yield QUALIFIERS.name, "too-many-qualifiers"
    elif groups * shape.qualifiers < 2:
        yield QUALIFIERS.name, "too-few-qualifiers"
    elif found := next(misfits_after(shape, equal_sizes(entries, groups)), None):
        yield found
    elif groups > 1 and entries // groups == shape.qualifiers:  # a group would qualify as a whole
        yield QUALIFIERS.name, "too-many-qualifiers"


def _nearest(shape: FormatOptions, entries: int, _movers: int) -> FormatOptions:
    """Return the shape with a number of groups such that no group qualifies as a whole.

    A single group sends at least two entries on. For two entries only the final is left.
    """
    if entries < FEWEST_FOR_GROUPS:
        return finals(shape)
    wanted = max(shape.group_count or usual_groups(entries), fewest_groups(entries))
    number = max(1, min(wanted, entries // (shape.qualifiers + 1)))
    if number > 1:
        best = _best_that_fill(shape, wanted, number, entries)
        fitted = replace(shape, group_count=number, best_next=best)
    else:
        through = min(max(shape.qualifiers, FEWEST), entries - 1)
        fitted = replace(shape, group_count=1, qualifiers=through)
    return trimmed(fitted, equal_sizes(entries, number))


def _best_that_fill(shape: FormatOptions, wanted: int, number: int, entries: int) -> int:
    """Return how many of the next rank qualify from fewer groups, to fill the bracket again."""
    announced = wanted * shape.qualifiers + shape.best_next
    is_full = announced & (announced - 1) == 0
    if number >= wanted or not is_full or shape.then_swiss:
        return shape.best_next
    through = number * shape.qualifiers
    best = bracket_size(through) - through
    longer = sum(size > shape.qualifiers for size in equal_sizes(entries, number))
    return best if best < longer else 0


def _deal(shape: FormatOptions, seeded: SeededGroups) -> tuple[Groups, ...]:
    groups = shape.group_count or usual_groups(len(seeded.entries))
    dealt = deal_groups(seeded.entries, groups, clubs=seeded.clubs)
    if min(map(len, dealt)) < shape.qualifiers:
        raise FormatError("too-few-entries")
    return (dealt,)


def _outline(shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
    groups = shape.group_count or usual_groups(entries)
    tables = [table_waves(size, shape.cycles or 1) for size in equal_sizes(entries, groups)]
    return *alongside(tables), *add_later_stages(_stages(shape), equal_sizes(entries, groups))


GROUPS = Format(
    name="groups",
    play=ALL_MEET,
    choices=(
        *(GROUP_COUNT, QUALIFIERS, BEST_NEXT, SILVER, THEN_SWISS, FINALISTS, PLAY_IN),
        *(CYCLES, FINAL_BEST_OF, THIRD_PLACE, LEAVING),
    ),
    tie_breaks=TIE_BREAKS,
    offered=OFFERED,
    stages=_stages,
    decide=_decide,
    check=_check,
    nearest=_nearest,
    deal=_deal,
    outline=_outline,
    sends_on=True,
)
