"""Dealing into groups, with club-mates apart."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.errors import FormatError
from tournaments.formats.groups import Dealing, deal_groups


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
