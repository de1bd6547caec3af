"""Quick pairing, the pure part: windows of strength, seats, teams."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.pairing.windows import EVERYBODY_AFTER, SAME_NETWORK_AFTER, Player, may_meet, pair
from tests.runner import chance


def players(*strengths: float, waited: float = 0.0) -> list[Player]:
    return [Player(pk, strength, waited) for pk, strength in enumerate(strengths)]


def keys(tables) -> list[tuple[int, ...]]:
    return [tuple(player.pk for player in table) for table in tables]


@pytest.mark.parametrize(
    ("difference", "waited", "meet"),
    [(3.0, 0, True), (3.1, 0, False), (6.0, 10, True), (30.0, 19, False), (30.0, 20, True)],
)
def test_the_window_widens_with_the_wait(difference, waited, meet) -> None:
    one, other = players(25.0, 25.0 + difference, waited=waited)
    assert may_meet(one, other) is meet


def test_the_narrower_of_two_windows_decides() -> None:
    patient, fresh = Player(1, 20.0, EVERYBODY_AFTER), Player(2, 40.0, 1.0)
    assert not may_meet(patient, fresh)
    assert may_meet(patient, Player(2, 40.0, 1.0, is_near=False))


def test_the_nearest_in_strength_play_each_other() -> None:
    found = pair(players(20.0, 30.0, 21.0, 29.0), seats=2)
    assert sorted(sorted(table) for table in keys(found)) == [[0, 2], [1, 3]]


def test_who_has_waited_longest_chooses_first() -> None:
    first, second, third = Player(1, 25.0, 9.0), Player(2, 26.0, 5.0), Player(3, 25.9, 0.0)
    (table,) = pair([second, third, first], seats=2)
    assert {player.pk for player in table} == {1, 3}


def test_the_teams_of_four_are_about_equally_strong() -> None:
    ((a, b, c, d),) = pair(players(24.0, 25.0, 26.0, 27.0), seats=4)
    assert a.strength + c.strength == b.strength + d.strength


def test_points_between_one_network_wait_unless_both_are_trusted() -> None:
    def two(waited: float, *, trusted: bool = False) -> list[Player]:
        return [Player(pk, 25.0, waited, network="bar", is_trusted=trusted) for pk in (1, 2)]

    assert pair(two(0.0), seats=2) == []
    assert len(pair(two(0.0, trusted=True), seats=2)) == 1
    assert len(pair(two(SAME_NETWORK_AFTER), seats=2)) == 1


@given(
    st.lists(st.tuples(st.floats(0, 50), st.floats(0, 60), st.booleans()), max_size=60),
    st.sampled_from((2, 4, 6)),
)
def test_nobody_sits_twice_and_all_at_a_table_may_meet(rows, seats) -> None:
    crowd = [Player(pk, *row) for pk, row in enumerate(rows)]
    tables = pair(crowd, seats)
    seated = [player.pk for table in tables for player in table]
    assert len(seated) == len(set(seated))
    for table in tables:
        assert len(table) == seats
        assert all(may_meet(one, other) for one in table for other in table)


def test_of_a_crowd_nearly_everybody_plays_at_once() -> None:
    random = Random(chance.SEED)
    crowd = [Player(pk, random.gauss(25, 4), random.random()) for pk in range(1000)]
    assert sum(map(len, pair(crowd, seats=2))) >= 990
