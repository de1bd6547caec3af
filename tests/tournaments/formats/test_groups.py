"""Dealing into groups, with club-mates apart."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import FormatError
from tournaments.formats.format import SeededGroups
from tournaments.formats.groups import (
    GROUPS,
    deal_groups,
    deal_unequal_groups,
    read_sizes,
    sizes_of_groups,
)
from tournaments.formats.options import Dealing, FormatOptions


def test_the_snake_goes_to_and_fro() -> None:
    assert deal_groups(range(1, 9), 4) == ((1, 8), (2, 7), (3, 6), (4, 5))


def test_an_incomplete_last_row_goes_to_the_first_groups() -> None:
    assert deal_groups(range(1, 8), 2) == ((1, 4, 5, 7), (2, 3, 6))


def test_bracket_dealing_parts_those_who_would_meet_in_a_bracket() -> None:
    dealt = deal_groups(range(1, 17), 4, dealing=Dealing.BRACKET)
    assert dealt == ((1, 7, 12, 14), (2, 8, 11, 13), (3, 5, 10, 16), (4, 6, 9, 15))


def test_an_odd_number_of_groups_is_always_dealt_as_a_snake() -> None:
    assert deal_groups(range(12), 3, dealing=Dealing.BRACKET) == deal_groups(range(12), 3)


def test_a_club_mate_moves_to_the_nearest_group_of_the_row() -> None:
    clubs = {1: "norte", 4: "norte"}
    assert deal_groups(range(1, 5), 2, clubs=clubs) == ((1, 3), (2, 4))


@given(st.integers(1, 8), st.data())
def test_club_mates_share_a_group_as_seldom_as_their_number_allows(
    groups: int, data: st.DataObject
) -> None:
    entries = data.draw(st.integers(2 * groups, 40))
    names = st.sampled_from(["norte", "sur", "este", None])
    clubs = dict(enumerate(data.draw(st.lists(names, min_size=entries, max_size=entries))))
    dealt = deal_groups(range(entries), groups, clubs=clubs)
    members = Counter(clubs.values())
    assert sorted(entry for group in dealt for entry in group) == list(range(entries))
    assert max(map(len, dealt)) - min(map(len, dealt)) <= 1
    for group in dealt:
        mates = Counter(clubs[entry] for entry in group if clubs[entry])
        assert all(count <= -(-members[club] // groups) for club, count in mates.items())


@pytest.mark.parametrize(("entries", "groups"), [(3, 2), (4, 0)])
def test_a_group_has_at_least_two_entries(entries: int, groups: int) -> None:
    with pytest.raises(FormatError) as refused:
        deal_groups(range(entries), groups)
    assert refused.value.code == "too-few-entries"


def test_unequal_groups_are_dealt_as_a_snake_while_they_have_room() -> None:
    dealt = deal_unequal_groups(range(1, 12), (5, 2, 4), {})
    assert dealt == ((1, 6, 7, 10, 11), (2, 5), (3, 4, 8, 9))


def test_club_mates_are_kept_apart_in_unequal_groups() -> None:
    clubs = {1: "norte", 4: "norte"}
    assert deal_unequal_groups(range(1, 7), (4, 2), clubs) == ((1, 3, 5, 6), (2, 4))


@given(st.lists(st.integers(2, 9), min_size=1, max_size=8), st.data())
def test_unequal_groups_have_their_sizes(sizes: list[int], data: st.DataObject) -> None:
    entries = range(sum(sizes))
    club = st.sampled_from(["norte", "sur", None])
    clubs = {entry: data.draw(club) for entry in entries}
    dealt = deal_unequal_groups(entries, sizes, clubs)
    assert [len(group) for group in dealt] == sizes
    assert sorted(entry for group in dealt for entry in group) == list(entries)


ZONES = FormatOptions(format="groups", group_sizes="8, 6 6", qualifiers=2)


def test_zones_of_unequal_size_send_on_as_many_each() -> None:
    assert sizes_of_groups(ZONES, 20) == (8, 6, 6)
    assert list(GROUPS.misfits(ZONES, 20)) == []
    assert GROUPS.decide(ZONES, 20).group_count == 3
    dealt = GROUPS.deal(ZONES, SeededGroups(entries=range(20)))[0]
    assert [len(group) for group in dealt] == [8, 6, 6]


def test_zones_are_equal_if_fewer_come() -> None:
    fitted = GROUPS.fitting(ZONES, 19)
    assert (fitted.group_sizes, fitted.group_count) == ("", 3)
    assert sizes_of_groups(fitted, 19) == (7, 6, 6)


@pytest.mark.parametrize(
    ("chosen", "key", "code"),
    [
        ({"group_sizes": "8,x"}, "group_sizes", "bad-group-sizes"),
        ({"group_sizes": "19,1"}, "group_sizes", "bad-group-sizes"),
        ({"group_sizes": "8,6"}, "group_sizes", "group-sizes-of-others"),
        ({"group_sizes": "8,6,6", "group_count": 4}, "group_count", "group-sizes-of-others"),
        ({"group_sizes": "16,2,2"}, "qualifiers", "too-many-qualifiers"),
    ],
)
def test_sizes_that_do_not_fit_are_named(chosen: dict[str, object], key: str, code: str) -> None:
    shape = FormatOptions(format="groups", **chosen)
    assert next(GROUPS.misfits(shape, 20)) == (key, code)


def test_sizes_that_cannot_be_read_are_equal_ones() -> None:
    assert sizes_of_groups(FormatOptions(format="groups", group_sizes="x"), 8) == (4, 4)
    assert read_sizes("") == ()


def test_the_draw_deals_as_chosen() -> None:
    shape = FormatOptions(format="groups", group_count=4, dealing=Dealing.BRACKET)
    dealt = GROUPS.deal(shape, SeededGroups(entries=range(16)))[0]
    assert dealt == deal_groups(range(16), 4, dealing=Dealing.BRACKET)
