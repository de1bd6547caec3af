"""The search of the rest of a hand: by what the seat sees, and whatever the tahúr would do."""

import random
from collections import Counter

import pytest

from games.engine import State, apply, parse_card, to_token
from games.engine.actions import PlayCard
from games.evaluation import Decision, Evaluation
from games.evaluation.decisions import decision_at
from games.evaluation.search import distinct_actions, is_searched, make_plan
from tests.games.engine.hands import play, table
from tests.games.robots.twins import redealt

TIED = play(table("argentino", "3c 1e 4b", "3o 7e 12b"), "0:3c 1:3o")
"""The next trick decides, and seat 0 holds the best card and the worst."""


def decision_of(hand: State, seat: int, token: str) -> Decision:
    taken = next(a for a in decision_at(hand, seat, NO_CARD).view.legal if to_token(a) == token)
    return decision_at(hand, seat, taken)


NO_CARD = PlayCard(0, parse_card("4b"))


@pytest.mark.parametrize(
    ("line", "searched"),
    [
        ("", False),
        ("0:3c", False),
        ("0:3c 1:3o", True),
        ("0:3c 1:3o 0:truco", True),
    ],
)
def test_only_what_follows_the_first_trick_is_searched(line: str, searched: bool) -> None:
    hand = play(table("argentino", "3c 1e 4b", "3o 7e 12b"), line)
    seat = hand.to_act[0]
    assert is_searched(decision_at(hand, seat, NO_CARD)) is searched


def test_partners_are_not_searched() -> None:
    hands = ("3c 1e 4b", "3o 7e 12b", "4o 5c 6b", "4e 5b 6c")
    hand = play(table("argentino", *hands), "0:3c 1:3o 2:4o 3:4e")
    assert hand.tricks[0].winner is not None
    assert not is_searched(decision_at(hand, hand.to_act[0], NO_CARD))


def test_a_habit_of_the_tahur_is_not_taught() -> None:
    """The four loses the hand, however often the table plays it."""
    each = Evaluation(decision_of(TIED, 0, "4b"), "habit")
    each.weigh(12)
    each.shares = Counter({each.decision.taken: 40})
    each.weigh_again(12)
    assert to_token(each.best) == "1e"
    assert each.cost > 1


def test_deals_that_look_alike_have_the_same_plan() -> None:
    hand = play(table("argentino", "2c 1o 6b", "12o 7c 3b"), "0:2c 1:12o")
    plan = make_plan(decision_of(hand, 0, "1o"), hand_actions(hand), "same")
    assert plan
    for seed in range(3):
        twin = redealt(hand, 0, random.Random(seed))
        assert twin is not None
        assert make_plan(decision_of(twin, 0, "1o"), hand_actions(twin), "same") == plan


def hand_actions(hand: State) -> list[PlayCard]:
    legal = decision_at(hand, 0, NO_CARD).view.legal
    return [action for action in legal if isinstance(action, PlayCard)]


def test_a_plan_plays_what_it_holds() -> None:
    """Two threes are one card to the search: neither is played twice."""
    hand = play(table("argentino", "2c 3o 3b", "12o 7e 1b"), "0:2c 1:12o")
    for first in hand_actions(hand):
        plan = make_plan(decision_of(hand, 0, to_token(first)), [first], "held")
        for seen, action in plan.items():
            assert not isinstance(action, PlayCard) or str(action.card) not in seen


def test_equal_cards_count_once() -> None:
    hand = play(table("argentino", "2c 3o 3b", "12o 7e 1b"), "0:2c 1:12o")
    decision = decision_of(hand, 0, "3o")
    cards = [a for a in distinct_actions(decision.view.legal, decision) if isinstance(a, PlayCard)]
    assert [str(action.card) for action in cards] == ["3o"]


def test_a_searched_rest_is_played_to_its_end() -> None:
    each = Evaluation(decision_of(TIED, 0, "1e"), "end")
    each.weigh(4)
    assert each.plan == make_plan(each.decision, each.answers, "end plan")
    assert all(len(values) == 4 for values in each.values.values())
    assert apply(TIED, each.decision.taken).to_act
