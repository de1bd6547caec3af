"""Allocation of seeded entries to groups, row by row, with members of a club apart.

Separation is an edge colouring of rows against clubs: every entry is an edge between its row and
its club, every group a colour. A group takes one entry of each row, and should take at most one
of a club. With no more entries per row and per club than groups, a colouring always exists
(König), and one exchange along a path places each entry. The module also checks whether the
groups can supply the qualifiers of later stages.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import cycle, islice
from typing import Generic

from tournaments.formats.cheapest_pairing import cheapest_partners
from tournaments.formats.errors import FormatError
from tournaments.formats.format import FEWEST, Format, Groups, Misfit, SeededGroups, StagePlan
from tournaments.formats.knockout import fitting_layout, misfits_of_layout
from tournaments.formats.later_stages import (
    add_later_stages,
    after_groups,
    finals,
    fitting_finals,
    misfits_of_finals,
    without_finals,
)
from tournaments.formats.league import equal_sizes
from tournaments.formats.options import (
    BEST_NEXT,
    COUNTING,
    CYCLES,
    DEALING,
    FINAL_BEST_OF,
    FINALISTS,
    GROUP_COUNT,
    GROUP_SIZES,
    LAYOUT,
    LEAVING,
    LOSERS,
    PLAY_IN,
    QUALIFIERS,
    ROUND_GAMES,
    SILVER,
    THEN_SWISS,
    THIRD_PLACE,
    Dealing,
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
        if not shape.then_swiss:
            yield from misfits_of_layout(shape, through)


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
    fitted = fitting_finals(fitted, through)
    return fitted if rounds else fitting_layout(fitted, through)


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
        vertex, group = start, wanted
        while (entry := self._taken[vertex].get(group)) is not None:
            path.append(entry)
            vertex = next(end for end in self._ends[entry] if end != vertex)
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


ROW_ORDERS: Mapping[Dealing, Sequence[Order[int]]] = {
    Dealing.SNAKE: (natural, reverse),
    Dealing.BRACKET: (natural, half_shift, reverse, reverse_half_shift),
}


def usual_groups(entries: int) -> int:
    """Return the default number of groups: of four, with some of three or five; more if full."""
    return max(1, min((entries + 1) // USUAL_SIZE, GROUP_COUNT.most or entries))


def read_sizes(text: str) -> tuple[int, ...]:
    """Return the sizes of groups: `8,6,6`. Raises FormatError `bad-group-sizes`."""
    marks = text.replace(",", " ").replace("-", " ").split()
    sizes = tuple(int(mark) if mark.isascii() and mark.isdecimal() else 0 for mark in marks)
    if any(not FEWEST <= size <= LARGEST_TABLE for size in sizes):
        raise FormatError("bad-group-sizes")
    return sizes


def sizes_of_groups(shape: FormatOptions, entries: int) -> tuple[int, ...]:
    """Return the sizes of the groups: the chosen ones if they fit, else equal ones."""
    chosen = _chosen_sizes(shape)
    return chosen if sum(chosen) == entries else equal_sizes(entries, _groups_of(shape, entries))


def _chosen_sizes(shape: FormatOptions) -> tuple[int, ...]:
    with suppress(FormatError):
        return read_sizes(shape.group_sizes)
    return ()


def _groups_of(shape: FormatOptions, entries: int) -> int:
    return shape.group_count or len(_chosen_sizes(shape)) or usual_groups(entries)


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


def deal_unequal_groups(
    entries: Sequence[Id],
    sizes: Sequence[int],
    clubs: Mapping[Id, Hashable],
) -> tuple[tuple[Id, ...], ...]:
    """Deal entries by seed, as a snake, into groups of these sizes.

    Each row goes to the groups that have room, with as few club-mates together as it allows.
    """
    groups: list[list[Id]] = [[] for _ in sizes]
    remaining = iter(entries)
    for row in range(max(sizes)):
        room = [group for group, size in zip(groups, sizes, strict=True) if size > row]
        wished = reverse(room) if row % 2 else room
        dealt = list(islice(remaining, len(room)))
        costs = {
            ((0, place), (1, wish)): _clash(entry, group, clubs) * len(room) ** 3
            + (place - wish) ** 2
            for place, entry in enumerate(dealt)
            for wish, group in enumerate(wished)
        }
        partners = cheapest_partners(costs)
        for place, entry in enumerate(dealt):
            wished[partners[0, place][1]].append(entry)
    return tuple(map(tuple, groups))


def _clash(entry: Id, group: Sequence[Id], clubs: Mapping[Id, Hashable]) -> int:
    """Count the club-mates of an entry in a group."""
    club = clubs.get(entry)
    return 0 if club is None else [clubs.get(one) for one in group].count(club)


def _squads(entries: Sequence[Id], groups: int, clubs: Mapping[Id, Hashable]) -> dict[Id, Hashable]:
    """Split clubs into parts no larger than the number of groups. An entry without one is alone."""
    counts: Counter[Hashable] = Counter()
    squads: dict[Id, Hashable] = {}
    for entry in entries:
        club = clubs.get(entry)
        squads[entry] = ("alone", entry) if club is None else (club, counts[club] // groups)
        counts[club] += 1
    return squads


def _stages(shape: FormatOptions) -> tuple[StagePlan, ...]:
    """Return the groups, and the stages after them."""
    return StagePlan(without_finals(shape)), *after_groups(shape)


def _decide(shape: FormatOptions, entries: int) -> FormatOptions:
    return replace(shape, group_count=len(sizes_of_groups(shape, entries)))


def _check(shape: FormatOptions, entries: int, _movers: int) -> Iterator[Misfit]:
    try:
        chosen = read_sizes(shape.group_sizes)
    except FormatError as error:
        yield GROUP_SIZES.name, error.code
        return
    if chosen and sum(chosen) != entries:
        yield GROUP_SIZES.name, "group-sizes-of-others"
        return
    if chosen and shape.group_count not in (None, len(chosen)):
        yield GROUP_COUNT.name, "group-sizes-of-others"
        return
    groups = _groups_of(shape, entries)
    smallest = min(chosen, default=entries // groups)
    if entries < 2 * groups:
        yield GROUP_COUNT.name, "too-many-groups"
    elif groups < fewest_groups(entries):
        yield GROUP_COUNT.name, "too-few-groups"
    elif smallest < shape.qualifiers:
        yield QUALIFIERS.name, "too-many-qualifiers"
    elif groups * shape.qualifiers < 2:
        yield QUALIFIERS.name, "too-few-qualifiers"
    elif misfit := next(misfits_after(shape, sizes_of_groups(shape, entries)), None):
        yield misfit
    elif groups > 1 and smallest == shape.qualifiers:  # a group would qualify as a whole
        yield QUALIFIERS.name, "too-many-qualifiers"


def _nearest(shape: FormatOptions, entries: int, _movers: int) -> FormatOptions:
    """Return the shape with a number of groups such that no group qualifies as a whole.

    The groups are equal. A single group sends at least two entries on. For two entries only the
    final is left.
    """
    if entries < FEWEST_FOR_GROUPS:
        return finals(shape)
    wanted = max(_groups_of(shape, entries), fewest_groups(entries))
    shape = replace(shape, group_sizes="")
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
    sizes = sizes_of_groups(shape, len(seeded.entries))
    if sizes == equal_sizes(len(seeded.entries), len(sizes)):
        dealing = Dealing(shape.dealing)
        dealt = deal_groups(seeded.entries, len(sizes), dealing=dealing, clubs=seeded.clubs)
    else:
        dealt = deal_unequal_groups(seeded.entries, sizes, seeded.clubs)
    if min(map(len, dealt)) < shape.qualifiers:
        raise FormatError("too-few-entries")
    return (dealt,)


def _outline(shape: FormatOptions, entries: int) -> tuple[Batch, ...]:
    sizes = sizes_of_groups(shape, entries)
    tables = [table_waves(size, shape.cycles or 1) for size in sizes]
    return *alongside(tables), *add_later_stages(_stages(shape), sizes)


GROUPS = Format(
    name="groups",
    play=ALL_MEET,
    choices=(
        *(
            GROUP_COUNT,
            GROUP_SIZES,
            DEALING,
            QUALIFIERS,
            BEST_NEXT,
            SILVER,
            ROUND_GAMES,
            THEN_SWISS,
            FINALISTS,
            PLAY_IN,
        ),
        *(CYCLES, LAYOUT, LOSERS, FINAL_BEST_OF, THIRD_PLACE, LEAVING, *COUNTING),
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
