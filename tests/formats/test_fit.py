"""Which plan fits those who came: the nearest one to what was announced."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import FormatError
from tournaments.formats.fit import Divisions, Groups, Plan, Rounds, Whole, misfit, nearest
from tournaments.formats.groups import deal_groups, usual_groups
from tournaments.formats.knockout import single_elimination
from tournaments.formats.league import divide, equal_sizes
from tournaments.formats.qualification import qualifiers, seed_qualifiers
from tournaments.formats.round_robin import rounds_per_cycle

SOME = st.integers(1, 16)
PLANS: st.SearchStrategy[Plan] = st.one_of(
    st.just(Whole()),
    st.builds(Groups, st.none() | SOME, SOME),
    st.builds(Rounds, st.none() | st.integers(1, 40)),
    st.builds(Divisions, st.integers(1, 8), st.integers(0, 8)),
)


@pytest.mark.parametrize(
    ("plan", "entries", "code", "fitting"),
    [
        (Groups(4, 2), 7, "too-many-groups", Groups(2, 2)),
        (Groups(4, 2), 8, None, Groups(4, 2)),
        (Groups(4, 2), 5, "too-many-groups", Groups(1, 2)),
        (Groups(2, 3), 4, "too-many-qualifiers", Groups(1, 3)),
        (Groups(4, 1), 3, "too-many-groups", Groups(1, 2)),
        (Groups(None, 8), 7, "too-many-qualifiers", Groups(1, 6)),
        (Groups(1, 1), 6, "too-few-qualifiers", Groups(1, 2)),
        (Groups(4, 2), 2, "too-many-groups", Whole()),
        (Groups(None, 2), 7, None, Groups(None, 2)),
        (Rounds(7), 4, "too-many-rounds", Rounds(3)),
        (Rounds(None), 3, None, Rounds(None)),
        (Divisions(3, 2), 7, "division-too-small", Divisions(2, 2)),
        (Divisions(2, 3), 5, "division-too-small", Divisions(1, 3)),
        (Divisions(2, 0), 4, None, Divisions(2, 0)),
        (Whole(), 2, None, Whole()),
    ],
)
def test_the_number_of_groups_rounds_and_divisions_gives_way(
    plan: Plan, entries: int, code: str | None, fitting: Plan
) -> None:
    assert misfit(plan, entries) == code
    assert nearest(plan, entries) == fitting


@given(PLANS, st.integers(-1, 1))
def test_fewer_than_two_play_nothing(plan: Plan, entries: int) -> None:
    assert misfit(plan, entries) == "too-few-entries"
    with pytest.raises(FormatError, match="too-few-entries"):
        nearest(plan, entries)


@given(PLANS, st.integers(2, 40))
def test_what_is_proposed_can_be_drawn_and_what_fits_stays(plan: Plan, entries: int) -> None:
    proposed = nearest(plan, entries)
    assert nearest(proposed, entries) == proposed
    assert (proposed == plan) == (misfit(plan, entries) is None)
    _draw(proposed, entries)


@given(PLANS, st.integers(2, 40), st.integers(0, 40))
def test_what_is_proposed_for_those_who_came_fits_a_larger_cap(
    plan: Plan, entries: int, more: int
) -> None:
    cap = entries + more
    if misfit(plan, cap) is None:
        assert misfit(nearest(plan, entries), cap) is None


def _draw(plan: Plan, entries: int) -> None:
    """Do with numbers what a draw does with entries."""
    match plan:
        case Groups(number, per_group):
            dealt = deal_groups(range(entries), number or usual_groups(entries))
            assert min(map(len, dealt)) >= per_group
            single_elimination(len(seed_qualifiers(qualifiers(len(dealt), per_group))))
        case Rounds(number):
            assert (number or 1) <= rounds_per_cycle(entries)
        case Divisions(number, movers):
            divide(range(entries), equal_sizes(entries, number), movers)
        case Whole():
            single_elimination(entries)
