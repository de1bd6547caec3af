"""Hints: every action has its price, and no card that its seat has not seen is weighed or sent."""

import random
from typing import Any

import pytest

from games.engine import Rules, State, first_start, make_rules, to_token, view
from games.evaluation import decisions
from games.evaluation.action_values import complete_hand, decision_to_hint, hint, position
from games.evaluation.evaluate import USUAL
from tests.games.engine.hands import dealt, every_table, play, table
from tests.games.evaluation.hands import every_decision


def prices(state: State, seed: str = "one") -> list[dict[str, Any]]:
    told = complete_hand(decision_to_hint(state, 0, seed), seed)
    assert told is not None
    return hint(told, seed)


def test_every_answer_has_its_price_the_best_first() -> None:
    hand = play(table("argentino", "4c 5c 6c", "7e 1e 12o"), "0:4c 1:7e 1:truco")
    told = prices(hand)
    assert {price["token"] for price in told} == {"quiero", "no", "retruco"}
    assert told[0]["token"] == "no"
    assert sum(price["share"] for price in told) == pytest.approx(1)


def test_what_the_tahur_seldom_does_is_not_advised() -> None:
    told = prices(table("argentino", "7e 6e 4c", "1e 2c 10b"))
    assert {price["advised"] for price in told} == {True, False}
    for price in told:
        assert price["advised"] == (price["share"] >= USUAL), price


def test_where_the_rest_is_searched_a_rare_answer_is_advised_and_a_rare_call_is_not() -> None:
    told = prices(play(table("argentino", "4c 5c 6c", "7e 1e 12o"), "0:4c 1:7e 1:truco"))
    advised = {price["token"] for price in told if price["advised"]}
    assert {"quiero", "no"} <= advised
    assert ("retruco" in advised) == any(
        price["token"] == "retruco" and price["share"] >= USUAL for price in told
    )


def test_a_hand_with_a_flor_sung_by_the_system_has_prices() -> None:
    """R-F11: the rival's flor is sung once the mano has played."""
    hands = ("5e 4b 12c", "1o 3o 4o")
    hand = table("uruguayo-online", *hands, muestra="6c", flor_sung="auto")
    told = prices(play(hand, "0:5e 1:truco"))
    assert {price["token"] for price in told} == {"quiero", "no", "retruco"}


def test_a_hand_whose_first_card_was_played_unseen_has_prices() -> None:
    """R-B5: it lies in the rival's hand where it was played from."""
    start = first_start(make_rules("paulista", {"seats": "2", "ferro": "first"}), 0, (11, 11))
    hand = play(dealt(start, "1c 1e 3o", "4b 5b 6e", muestra="12o"), "0:#3 1:#2")
    told = complete_hand(decision_to_hint(hand, 0, "one"), "one")
    assert told is not None
    assert told["hands"][1][1] == "5b"
    assert {price["token"] for price in hint(told, "one")} == {"1c", "1e"}


def test_a_card_that_is_played_unseen_is_no_decision() -> None:
    start = first_start(make_rules("paulista", {"seats": "2", "ferro": "first"}), 0, (11, 11))
    hand = play(dealt(start, "1c 1e 3o", "4b 5b 6e", muestra="12o"), "0:#3 1:#2 0:1c")
    assert [to_token(each.taken) for each in decisions([hand], 0)] == ["1c"]


@pytest.mark.sampled
def test_twin_deals_get_the_same_hint() -> None:
    twins = [table("argentino", "7e 6e 4c", cards) for cards in ("1e 2c 10b", "1b 5c 12o")]
    assert prices(twins[0]) == prices(twins[1])


@pytest.mark.parametrize("rules", every_table(), ids=str)
def test_what_is_sent_is_the_hand_as_its_seat_saw_it(rules: Rules) -> None:
    sent = [(each, complete_hand(each, "one")) for each in every_decision(rules, 3)]
    assert any(told for _, told in sent)
    for decision, told in sent:
        if told is not None:  # hands that hardly any deal fits
            assert view(position(told), decision.seat) == decision.view


def test_what_is_sent_does_not_depend_on_what_others_hold() -> None:
    rng = random.Random(3)
    own, others = "7e 6e 4c", ["1e", "2c", "10b", "1b", "5c", "12o", "3o"]
    sent = []
    for _ in range(5):
        dealt = table("argentino", own, " ".join(rng.sample(others, 3)))
        sent.append(complete_hand(decision_to_hint(dealt, 0, "one"), "one"))
    assert sent == sent[:1] * 5
