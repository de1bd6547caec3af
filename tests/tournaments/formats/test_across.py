"""Those of like rank over groups: compared by what they made in each match."""

from itertools import islice, permutations

import pytest

from tournaments.formats.groups import GROUPS
from tournaments.formats.later_stages import sizes_of
from tournaments.formats.options import FormatOptions
from tournaments.formats.qualification import (
    BestOf,
    Intake,
    Promotion,
    Qualifier,
    best_first,
    seat_best,
)
from tournaments.formats.results_table import Result, tabulate
from tournaments.formats.seeding import bracket_order, bracket_size
from tournaments.formats.series import Verdict
from tournaments.formats.standings import Row, standings
from tournaments.formats.tie_breaks import TieBreak

ORDER = (TieBreak.POINTS, TieBreak.GAMES, TieBreak.LOT)


def line(entry: str, won: int, lost: int) -> Row[str]:
    """The line of an entry that won and lost so often, against others."""
    rivals = [f"{entry}{number}" for number in range(won + lost)]
    results = [
        Result(entry, rival, Verdict.FIRST if number < won else Verdict.SECOND, round=number + 1)
        for number, rival in enumerate(rivals)
    ]
    rows = standings(tabulate([entry, *rivals], results), ORDER)
    return next(row for row in rows if row.entry == entry)


def test_a_win_in_two_matches_is_worth_more_than_one_in_three() -> None:
    found = best_first([line("a", 1, 2), line("b", 1, 1), line("c", 2, 2)], ORDER, "s")
    assert found[-1].entry == "a"
    assert {row.entry for row in found[:2]} == {"b", "c"}
    assert found == best_first(found[::-1], ORDER, "s")


def test_places_of_the_upper_division_are_played_for_by_those_next_to_who_moves() -> None:
    """Of divisions of 8 and 6 one rises and one falls; two of each then play for a place."""
    found = Promotion(stage=1, per_group=2, movers=1).origins((8, 6))
    assert found == (Qualifier(6, 1), Qualifier(7, 1), Qualifier(2, 2), Qualifier(3, 2))


def test_the_rest_are_all_but_those_who_pass() -> None:
    first = Intake(per_group=2, best_next=2)
    rest = Intake(per_group=2, best_next=2, is_rest=True)
    sizes = (4, 4, 4, 3)
    assert (first.number(sizes), rest.number(sizes)) == (10, 5)
    assert len(first.origins(sizes)) == 10
    assert {*rest.origins(sizes)} == {
        *(BestOf(3, 3), BestOf(3, 4)),
        *(Qualifier(4, group) for group in (1, 2, 3)),
    }


def test_a_best_third_is_seated_away_from_its_group() -> None:
    """Of six in two groups the best third plays the second of the other group."""
    order = Intake(per_group=2, best_next=2).origins((3, 3))
    groups = {one: one.group for one in order if isinstance(one, Qualifier)}
    seated = seat_best(order, groups | {BestOf(3, 1): 1, BestOf(3, 2): 2})
    assert [one for one in seated if isinstance(one, Qualifier)] == [
        one for one in order if isinstance(one, Qualifier)
    ]
    place = {
        seed: {**groups, BestOf(3, 1): 1, BestOf(3, 2): 2}[one]
        for seed, one in enumerate(seated, start=1)
    }
    assert place[3] != place[6]
    assert place[4] != place[5]


@pytest.mark.parametrize("sizes", [(3, 3), (3, 3, 3, 3), (4, 4, 4, 4, 4, 4), (3,) * 8])
def test_whichever_groups_the_best_come_from_nobody_meets_a_group_mate_first(
    sizes: tuple[int, ...],
) -> None:
    """With as many thirds as fill the bracket, or all of them."""
    best = min(len(sizes), bracket_size(2 * len(sizes) + 1) - 2 * len(sizes))
    order = Intake(per_group=2, best_next=best).origins(sizes)
    fixed = {one: one.group for one in order if isinstance(one, Qualifier)}
    some = permutations(range(1, len(sizes) + 1), best)
    for of in islice(some, 0, 2000, 31 if len(sizes) > 4 else 1):
        groups = fixed | {BestOf(3, place): group for place, group in enumerate(of, start=1)}
        seated = seat_best(order, groups)
        assert sorted(map(repr, seated)) == sorted(map(repr, order))
        first = zip(*[iter(bracket_order(bracket_size(len(order))))] * 2, strict=True)
        for one, other in first:
            if max(one, other) <= len(order):
                assert groups[seated[one - 1]] != groups[seated[other - 1]]


def test_a_plan_counts_who_comes_into_every_stage() -> None:
    shape = FormatOptions(
        format="groups", group_count=4, best_next=2, then_swiss=3, finalists=4, silver=True
    )
    assert sizes_of(GROUPS.stages(shape), (4, 4, 4, 4)) == [(4, 4, 4, 4), (10,), (4,), (6,)]
    assert list(GROUPS.misfits(GROUPS.settled(shape), 16)) == []
