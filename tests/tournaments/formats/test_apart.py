"""Mates meet in a bracket as late as possible."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.drawable import qualifiers
from tournaments.formats.qualification import Qualifier, seed_qualifiers
from tournaments.formats.seeding import bracket_order, bracket_size, seed_rows, separate


def meetings(seeded: Sequence[Any], kind: Mapping[Any, object]) -> list[int]:
    """The rounds, from 1 on, in which two of a kind can first meet."""
    order = bracket_order(bracket_size(len(seeded)))
    section = {entry: order.index(seed) for seed, entry in enumerate(seeded, 1)}
    return [
        (section[one] ^ section[two]).bit_length()
        for one, two in combinations(seeded, 2)
        if kind.get(one) is not None and kind.get(one) == kind.get(two)
    ]


def test_rows_are_the_seeds_of_equal_worth() -> None:
    assert seed_rows(range(1, 7)) == [range(1, 2), range(2, 3), range(3, 5), range(5, 7)]


def test_without_mates_nobody_moves() -> None:
    assert separate(seed_rows(range(1, 17)), {}) == tuple(range(1, 17))


def test_two_of_a_club_part_and_the_best_keeps_the_seed() -> None:
    seeded = separate(seed_rows(range(1, 9)), {1: "norte", 8: "norte"})
    assert meetings(seeded, {1: "norte", 8: "norte"}) == [3]
    assert seeded[0] == 1


@pytest.mark.parametrize("entries", [8, 16, 32])
def test_a_club_of_half_the_field_need_not_meet_in_the_first_round(entries: int) -> None:
    clubs = {entry: entry % 2 for entry in range(entries)}
    seeded = separate(seed_rows(range(entries)), clubs)
    assert 1 not in meetings(seeded, clubs)
    assert sorted(seeded) == list(range(entries))


@pytest.mark.parametrize("entries", [16, 32, 64])
def test_four_of_a_club_stand_in_four_quarters(entries: int) -> None:
    clubs = {entry: entry // 4 for entry in range(4, entries)}
    seeded = separate(seed_rows(range(entries)), clubs)
    assert min(meetings(seeded, clubs)) >= entries.bit_length() - 2


@given(st.sampled_from([8, 16, 64]), st.integers(1, 20), st.randoms(use_true_random=False))
def test_in_a_full_bracket_every_section_has_its_share_of_a_club(
    entries: int, clubs: int, chance: Random
) -> None:
    club = {entry: chance.randrange(clubs) for entry in range(entries)}
    rows = seed_rows(range(entries))
    seeded = separate(rows, club)
    order = [seed - 1 for seed in bracket_order(entries)]
    assert [sorted(seeded[row[0] : row[-1] + 1]) for row in rows] == list(map(list, rows))
    for size in (2**power for power in range(1, entries.bit_length())):
        for section in (order[at : at + size] for at in range(0, entries, size)):
            here = Counter(club[seeded[seed]] for seed in section)
            whole = Counter(club.values())
            assert all(count <= -(-whole[one] * size // entries) for one, count in here.items())


@given(st.integers(2, 40), st.integers(1, 6), st.randoms(use_true_random=False))
def test_nobody_leaves_the_seeds_of_their_row(entries: int, clubs: int, chance: Random) -> None:
    club = {entry: chance.randrange(clubs) for entry in range(0, entries, 2)}
    rows = seed_rows(range(entries))
    seeded = separate(rows, club)
    assert [sorted(seeded[row[0] : row[-1] + 1]) for row in rows] == list(map(list, rows))


@pytest.mark.parametrize("groups", range(2, 17))
def test_first_and_second_of_a_group_can_meet_only_in_the_final(groups: int) -> None:
    seeded = seed_qualifiers(qualifiers(groups, 2))
    final = bracket_size(2 * groups).bit_length() - 1
    kind = {qualifier: qualifier.group for qualifier in seeded}
    assert set(meetings(seeded, kind)) == {final}


@pytest.mark.parametrize("groups", range(2, 17))
@pytest.mark.parametrize("per_group", [3, 4])
def test_up_to_four_of_a_group_can_meet_only_from_the_semifinals_on(
    groups: int, per_group: int
) -> None:
    seeded = seed_qualifiers(qualifiers(groups, per_group))
    final = bracket_size(per_group * groups).bit_length() - 1
    kind = {qualifier: qualifier.group for qualifier in seeded}
    assert min(meetings(seeded, kind)) >= final - 1


def test_two_groups_of_two_cross() -> None:
    a1, b1, a2, b2 = qualifiers(2, 2)
    seeded = seed_qualifiers([b2, a2, b1, a1])
    pairs = [seeded[seed - 1] for seed in bracket_order(4)]
    assert pairs == [a1, b2, b1, a2]


def test_the_best_of_the_thirds_can_qualify_too() -> None:
    qualified = [*qualifiers(3, 2), Qualifier(3, 1), Qualifier(3, 3)]
    seeded = seed_qualifiers(qualified)
    assert [qualifier.rank for qualifier in seeded] == [1, 1, 1, 2, 2, 2, 3, 3]
    assert sorted(meetings(seeded, {each: each.group for each in seeded})) == [2, 2, 3, 3, 3, 3, 3]
