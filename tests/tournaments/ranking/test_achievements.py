"""Levels and achievements: the points and deeds that earn each."""

import pytest

from tournaments.ranking import achievements
from tournaments.ranking.achievements import GOALS, LEVEL_POINTS, Deeds, achievements_of, level_of


@pytest.mark.parametrize(
    ("points", "level", "until"),
    [(0, 1, 20), (19, 1, 20), (20, 2, 100), (3999, 7, 4000), (4000, 8, None), (99999, 8, None)],
)
def test_a_level_begins_at_its_points(points: int, level: int, until: int | None) -> None:
    found = level_of(points)
    assert (found.number, found.next) == (level, until)
    assert found.since == LEVEL_POINTS[level - 1] <= points


def test_levels_only_grow_with_points() -> None:
    numbers = [level_of(points).number for points in range(0, 5000, 5)]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, len(LEVEL_POINTS) + 1))


def test_who_did_nothing_has_earned_nothing_of_eight() -> None:
    found = achievements_of(Deeds())
    assert len(found) == 8
    assert not [one for one in found if one.is_earned or one.reached]


@pytest.mark.parametrize(("deed", "goal"), GOALS)
def test_each_is_earned_by_its_own_deed_alone(deed: str, goal: int) -> None:
    earned = {one.deed for one in achievements_of(Deeds(**{deed: goal})) if one.is_earned}
    assert earned == {deed}
    before = achievements_of(Deeds(**{deed: goal - 1}))
    assert not [one for one in before if one.is_earned]
    assert {one.deed: one.reached for one in before}[deed] == goal - 1


def test_every_level_and_achievement_has_words() -> None:
    assert len(
        {achievements.level_label(number + 1) for number in range(len(LEVEL_POINTS))}
    ) == len(LEVEL_POINTS)
    for deed, _ in GOALS:
        assert achievements.achievement_label(deed)
        assert achievements.describe_criterion(deed)
