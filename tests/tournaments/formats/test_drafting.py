"""Drafts.

A swap keeps each entry once, conflicts are shown, and the smallest repair resolves them.
"""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.catalogue import FORMATS, by_challenge
from tournaments.formats.errors import FormatError
from tournaments.formats.format import SeededGroups
from tournaments.formats.knockout import single_elimination
from tournaments.formats.options import FormatOptions
from tournaments.formats.round_draft import (
    DraftWarning,
    DraftWarningKind,
    Swaps,
    as_pairings,
    changed_pools,
    draft_warnings,
    first_round,
    holders,
    repair,
    swap_to_meet,
    swapped,
)
from tournaments.formats.swiss_field import Contender


def pools_of(format_: str, entries: int):
    """The first draft of a format: entries are their seeds."""
    how, order = FORMATS[format_], list(range(1, entries + 1))
    shape = how.decide(how.settled(FormatOptions(format=format_, divisions=2)), entries)
    tiers = how.deal(shape, SeededGroups(entries=order))
    groups = [[Contender(each, each) for each in group] for tier in tiers for group in tier]
    return tuple(pool for group in groups for pool in how.play.pools(shape, group))


def everybody(pools) -> list[int]:
    return sorted(entry for pool in pools for entry in pool if entry is not None)


@st.composite
def drafts(draw):
    """A draft of any format, and two entries of different pools of it."""
    drafted = sorted({*FORMATS} - {*by_challenge()})
    pools = pools_of(draw(st.sampled_from(drafted)), draw(st.integers(9, 40)))
    if len(pools) == 1:
        pools = (*pools, (99,))
    first, second = draw(st.permutations(range(len(pools))))[:2]
    one, other = (
        draw(st.sampled_from([entry for entry in pools[number] if entry is not None]))
        for number in (first, second)
    )
    return pools, one, other


@given(drafts())
def test_a_swap_keeps_everybody_exactly_once_and_every_pool_as_large(draft):
    pools, one, other = draft
    after = swapped(pools, one, other)
    assert everybody(after) == everybody(pools)
    assert [len(pool) for pool in after] == [len(pool) for pool in pools]
    assert [[each is None for each in pool] for pool in after] == [
        [each is None for each in pool] for pool in pools
    ]


@given(drafts())
def test_a_swap_done_twice_is_none(draft):
    pools, one, other = draft
    assert swapped(swapped(pools, one, other), one, other) == pools
    assert swapped(pools, one, other) == swapped(pools, other, one) != pools


@given(drafts())
def test_who_stands_elsewhere_now_holds_the_place_of_the_other(draft):
    pools, one, other = draft
    moved = holders(pools, swapped(pools, one, other))
    assert {was: now for was, now in moved.items() if was != now} == {one: other, other: one}


@given(drafts())
def test_two_can_be_made_to_meet_unless_both_are_free(draft):
    pools, one, other = draft
    if max(map(len, pools)) > 2:
        return
    alone = [pool for pool in pools if {*pool} & {one, other} and None in pool]
    if len(alone) == 2 or pools[-1] == (99,):
        return
    after = swapped(pools, *swap_to_meet(pools, one, other))
    assert any({one, other} <= {*pool} for pool in after)
    assert everybody(after) == everybody(pools)


@pytest.mark.parametrize(
    ("pair", "code"), [((1, 9), "unknown-entry"), ((9, 1), "unknown-entry"), ((1, 2), "same-pool")]
)
def test_a_swap_that_cannot_be_is_refused(pair, code):
    pools = ((1, 2), (3, 4))
    with pytest.raises(FormatError, match=code):
        swapped(pools, *pair)
    with pytest.raises(FormatError, match=code):
        swap_to_meet(pools, *pair)


def test_every_format_says_what_is_exchanged():
    said = {name: how.play.swaps for name, how in FORMATS.items()}
    assert said == {
        "single": Swaps.PLACES,
        "double": Swaps.PLACES,
        "groups": Swaps.GROUPS,
        "round-robin": Swaps.GROUPS,
        "swiss": Swaps.OPPONENTS,
        "americano": Swaps.CHAIRS,
        "league": Swaps.GROUPS,
        "arena": Swaps.OPPONENTS,
        "king": Swaps.OPPONENTS,
        "ladder": Swaps.OPPONENTS,
        "mexicano": Swaps.CHAIRS,
        "rotation": Swaps.OPPONENTS,
    }


def test_a_bracket_of_five_has_three_byes_in_its_first_round():
    pools = first_round(single_elimination(5, third_place=True), ["a", "b", "c", "d", "e"])
    assert pools == (("a", None), ("d", "e"), ("b", None), ("c", None))


def test_who_gets_the_place_of_the_free_one_is_free():
    pools = ((1, 2), (3, None))
    assert swapped(pools, 1, 3) == ((3, 2), (1, None))
    assert swapped(pools, *swap_to_meet(pools, 1, 3)) == ((1, 3), (2, None))
    assert swapped(pools, *swap_to_meet(pools, 3, 1)) == ((1, 3), (2, None))


def test_two_who_are_free_cannot_meet():
    with pytest.raises(FormatError, match="both-free"):
        swap_to_meet(((1, None), (2, None), (3, 4)), 1, 2)


def test_what_the_draw_made_is_not_by_hand_whatever_the_side():
    drawn = ((1, 2), (3, 4), (5, None))
    assert changed_pools(drawn, ((2, 1), (3, 4), (5, None))) == []
    assert changed_pools(drawn, ((1, 2), (3, 5), (4, None))) == [(3, 5), (4, None)]


KNOWN = {
    1: Contender(1, 1, points=2, opponents=(2, 5), club="Sur"),
    2: Contender(2, 2, points=1, opponents=(1, 6)),
    3: Contender(3, 3, points=1, opponents=(4, 6), club="Sur"),
    4: Contender(4, 4, points=1, opponents=(3,), byes=1),
    5: Contender(5, 5, points=0, opponents=(1, 7)),
    6: Contender(6, 6, points=0, opponents=(3, 2)),
    7: Contender(7, 7, points=0, opponents=(5,)),
}


def test_each_oddity_is_pointed_out_where_it_is():
    pools = ((1, 2), (3, 5), (6, 7), (4, None))
    assert list(draft_warnings(pools, KNOWN)) == [
        DraftWarning(DraftWarningKind.REMATCH, 0, (1, 2)),
        DraftWarning(DraftWarningKind.FLOAT, 0, (1, 2)),
        DraftWarning(DraftWarningKind.FLOAT, 1, (3, 5)),
        DraftWarning(DraftWarningKind.SECOND_BYE, 3, (4,)),
    ]
    assert [warning.kind for warning in draft_warnings(((1, 3),), KNOWN)] == [
        DraftWarningKind.CLUB_MATES,
        DraftWarningKind.FLOAT,
    ]


def test_club_mates_are_pointed_out_in_a_group():
    (warning,) = draft_warnings(
        ((5, 1, 6, 3),), {**KNOWN, **{n: Contender(n, n) for n in (5, 6)}} | MATES
    )
    assert warning == DraftWarning(DraftWarningKind.CLUB_MATES, 0, (1, 3))


MATES = {n: Contender(n, n, club="Sur") for n in (1, 3)}


def test_the_repair_of_a_rematch_makes_no_other_nor_a_match_of_mates():
    pools = ((1, 2), (3, 5), (6, 7))
    (warning, *_) = draft_warnings(pools, KNOWN)
    after = swapped(pools, *repair(pools, KNOWN, warning))
    assert {each.kind for each in draft_warnings(after, KNOWN)} == {DraftWarningKind.FLOAT}


def test_of_equal_repairs_the_one_between_the_nearest_is_the_smallest():
    met = {n: Contender(n, n, opponents=(8,) if n == 7 else ()) for n in range(1, 9)}
    pools = ((1, 2), (3, 4), (5, 6), (7, 8))
    (warning,) = draft_warnings(pools, met)
    assert repair(pools, met, warning) == (7, 5)


def test_a_bye_goes_to_who_has_had_none():
    pools = ((3, 5), (6, 7), (4, None))
    warning = DraftWarning(DraftWarningKind.SECOND_BYE, 2, (4,))
    one, other = repair(pools, KNOWN, warning)
    assert one == 4
    assert not KNOWN[other].byes


def test_there_is_no_repair_that_only_moves_the_fault():
    again = {n: Contender(n, n, opponents=tuple({1, 2, 3, 4} - {n})) for n in (1, 2, 3, 4)}
    pools = ((1, 2), (3, 4))
    warning, _ = draft_warnings(pools, again)
    assert repair(pools, again, warning) is None
    assert repair(pools[:1], again, warning) is None


@st.composite
def rounds(draw):
    """A Swiss round of anything, with what may have come before."""
    size = draw(st.integers(4, 12))
    met = st.lists(st.integers(1, size), max_size=3)
    known = {
        n: Contender(
            n,
            n,
            points=draw(st.integers(0, 3)),
            opponents=tuple(draw(met)),
            byes=draw(st.integers(0, 1)),
            club=draw(st.sampled_from([None, "Sur", "Norte"])),
        )
        for n in range(1, size + 1)
    }
    order = draw(st.permutations(range(1, size + 1)))
    sides = [*order, *[None] * (size % 2)]
    return tuple(pairwise(sides))[::2], known


@given(rounds())
def test_a_repair_leaves_less_of_what_is_odd_and_nothing_worse(drawn):
    pools, known = drawn
    for warning in draft_warnings(pools, known):
        found = repair(pools, known, warning)
        if found is not None:
            after = swapped(pools, *found)
            assert everybody(after) == everybody(pools)
            assert weight(after, known) < weight(pools, known)


def weight(pools, known):
    """How often two meet again, second byes, club-mates, and how far apart they are in points."""
    pairs = [[known[each] for each in pool if each is not None] for pool in pools]
    met = [pair for pair in pairs if len(pair) == 2]
    return (
        sum(one.opponents.count(other.entry) for one, other in met),
        sum(pair[0].byes for pair in pairs if len(pair) == 1),
        sum(one.club is not None and one.club == other.club for one, other in met),
        sum((one.points - other.points) ** 2 for one, other in met),
    )


@given(rounds())
def test_pairings_put_together_by_hand_say_what_is_to_be_said(drawn):
    pools, known = drawn
    for pool, paired in zip(pools, as_pairings(pools, known), strict=True):
        assert {paired.first, paired.second} == {*pool}
        assert paired.first is not None
        first = known[paired.first]
        assert paired.points[0] == first.points
        if paired.second is None:
            assert paired.is_rematch == (first.byes > 0)
            assert paired.points[1] is None
            continue
        second = known[paired.second]
        assert paired.points[1] == second.points
        assert paired.is_rematch == (second.entry in first.opponents)
