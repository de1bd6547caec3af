"""Level, streak, quests and achievements, without a database."""

from datetime import date, timedelta

import pytest

from games.artwork.medals import EMBLEMS, GROUNDS
from games.practice.labels import LEVELS as NAMES
from games.practice.labels import QUESTS as WORDS
from games.practice.labels import achievement_words
from games.practice.progress import (
    ACHIEVEMENTS,
    LEVELS,
    QUESTS,
    level_of,
    longest_streak,
    quests_of,
    streak_of,
)

TODAY = date(2026, 3, 14)


def days(*ago: int) -> set[date]:
    return {TODAY - timedelta(days=each) for each in ago}


@pytest.mark.parametrize(
    ("played", "count", "has_today"),
    [
        ((), 0, False),
        ((0,), 1, True),
        ((1,), 1, False),
        ((2,), 1, False),  # today is still to come
        ((3,), 0, False),
        ((0, 1, 2), 3, True),
        ((1, 2, 3), 3, False),
        ((0, 2, 3), 3, True),  # one missing day is forgiven
        ((0, 3), 1, True),  # two are not
        ((0, 2, 3, 5, 6), 3, True),  # one in seven
        ((0, 2, *range(3, 9), 10, 11), 10, True),  # the second one lies eight days before
    ],
)
def test_a_streak_forgives_one_missing_day_in_seven(
    played: tuple[int, ...], count: int, has_today: bool
) -> None:
    found = streak_of(days(*played), TODAY)
    assert (found.days, found.today) == (count, has_today)


def test_the_longest_streak_may_be_over() -> None:
    assert longest_streak(days(0, 20, 21, 22, 23)) == 4
    assert longest_streak(set()) == 0


def test_levels_grow_and_the_last_has_no_next() -> None:
    assert len(LEVELS) == len(NAMES)
    assert [level_of(points).number for points in (0, 29, 30, 99, 100)] == [1, 1, 2, 2, 3]
    assert level_of(65).percent == 50
    last = level_of(10**6)
    assert (last.number, last.next, last.percent) == (len(LEVELS), None, 100)


def test_each_day_has_a_quest_of_skill_one_of_daring_and_one_of_company() -> None:
    year = [quests_of(TODAY + timedelta(days=ahead)) for ahead in range(365)]
    assert all(len(set(quests)) == 3 for quests in year)
    assert {quest.code for quests in year for quest in quests} == set(QUESTS) == set(WORDS)
    assert quests_of(TODAY) == quests_of(TODAY)


@pytest.mark.feature("Playing", "Practice: level, daily streak, quests, drawn achievements")
def test_every_achievement_has_words_and_a_drawing_of_its_own() -> None:
    assert len(ACHIEVEMENTS) >= 24
    assert len({(one.emblem, one.ground) for one in ACHIEVEMENTS}) == len(ACHIEVEMENTS)
    for one in ACHIEVEMENTS:
        assert all(achievement_words(one.code))
        assert one.emblem in EMBLEMS
        assert one.ground in GROUNDS
