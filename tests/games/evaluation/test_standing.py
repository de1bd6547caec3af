"""Values of points by score: near their face far from the end, and the game at the end."""

import pytest

from games.evaluation.sampling import PAYS, score_value


@pytest.mark.parametrize("target", [15, 24, 30, 40])
@pytest.mark.parametrize(("own", "theirs"), [(1, 0), (2, 0), (0, 3), (4, 1), (1, 1)])
def test_at_the_beginning_a_point_is_a_point(target: int, own: int, theirs: int) -> None:
    assert score_value(target, (0, 0), (own, theirs)) == pytest.approx(own - theirs, abs=0.15)


def test_a_refusal_that_loses_the_game_costs_as_much_as_a_call_that_is_lost() -> None:
    refused, lost = (score_value(15, (3, 14), (3, theirs)) for theirs in (15, 15))
    assert refused == lost < -1
    assert score_value(15, (3, 14), (5, 14)) > 0


def test_what_is_won_beyond_the_game_is_worth_nothing() -> None:
    assert score_value(15, (14, 14), (15, 14)) == pytest.approx(1)
    assert score_value(15, (12, 13), (15, 13)) > score_value(15, (12, 13), (14, 13)) > 0


@pytest.mark.parametrize("score", [(0, 0), (3, 14), (14, 3), (9, 10), (29, 28)])
def test_what_one_side_wins_the_other_loses(score: tuple[int, int]) -> None:
    own, theirs = score
    gained = score_value(30, score, (own + 1, theirs))
    assert gained == pytest.approx(-score_value(30, (theirs, own), (theirs, own + 1)))


def test_every_hand_that_was_counted_is_there() -> None:
    assert sum(PAYS.values()) == pytest.approx(97.8, abs=0.1)  # the rest pays more, once in 50
