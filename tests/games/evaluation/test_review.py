"""Reviews of decisions: judged by a seat's knowledge, and deterministic for a seed."""

import io
import json
import random
import subprocess
import sys

import pytest

from games.engine import (
    HandRecord,
    Record,
    Rules,
    SetScore,
    State,
    apply,
    apply_ruling,
    make_rules,
    to_token,
    write_tgn,
)
from games.evaluation import Decision, Evaluation, decisions, review_game
from games.evaluation.game_review import Budget, describe_decision, weigh_twice
from games.evaluation.sampling import sample_deals
from tests.games.engine.hands import every_table, play, table
from tests.games.evaluation.hands import every_decision

SMALL = Budget(first=1, again=1, few=(3, 3), many=(4, 4))


def only(hand: State, seat: int, step: int) -> Decision:
    return next(each for each in decisions([hand], seat) if each.step == step)


def weighed(decision: Decision, seed: str = "one", times: int = 30) -> Evaluation:
    found = Evaluation(decision, seed)
    found.weigh(times)
    found.weigh_again(times)
    return found


@pytest.mark.sampled
@pytest.mark.parametrize("rules", every_table(), ids=str)
def test_a_world_is_the_table_as_its_seat_saw_it(rules: Rules) -> None:
    """Deals that a seat cannot tell apart give it the same decision: nothing else is read."""
    found = 0
    for seed in range(2):
        for decision in every_decision(rules, seed):
            for world in sample_deals(decision, random.Random(seed), 1):
                found += 1
                twin = apply(world, decision.taken)
                same = only(twin, decision.seat, decision.step)
                assert world.deal.hands[decision.seat] == decision.dealt
                assert (same.view, same.done, same.dealt) == (
                    decision.view,
                    decision.done,
                    decision.dealt,
                )
    assert found


@pytest.mark.feature("Playing", "A review judges by what the seat knew")
def test_twin_deals_get_the_same_review() -> None:
    hand = play(table("argentino", "7e 6e 4c", "1e 2c 10b"), "0:envido 1:no 0:7e 1:1e 1:truco")
    twin = play(table("argentino", "7e 6e 4c", "1e 3b 12o"), "0:envido 1:no 0:7e 1:1e 1:truco")
    hand, twin = play(hand, "0:no"), play(twin, "0:no")
    assert hand.deal.hands != twin.deal.hands
    assert [describe_decision(each) for each in _small(hand)] == [
        describe_decision(each) for each in _small(twin)
    ]


def _small(hand: State) -> list[Evaluation]:
    found = [Evaluation(each, f"s {each.step}") for each in decisions([hand], 0)]
    weigh_twice(found, SMALL)
    return found


@pytest.mark.sampled
@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("preset", ["argentino-flor", "uruguayo-online", "truc"])
def test_every_house_is_reviewed(preset: str, seats: int) -> None:
    if preset == "truc" and seats == 6:
        seats = 4
    found = [Evaluation(each, "s") for each in every_decision(_rules(preset, seats), 2)][:4]
    weigh_twice(found, SMALL)
    assert all(len(each.prices) > 1 for each in found)


def _rules(preset: str, seats: int) -> Rules:
    return make_rules(preset, {"seats": str(seats)})


def test_what_a_lost_truco_costs_is_what_it_pays_beyond_a_refusal() -> None:
    """A four leads the last trick, and who has the first wins a tie: *no* loses 1 less."""
    played = "0:5c 1:7e 1:4o 0:6c 0:4c 1:truco 0:quiero 1:12o"
    hand = play(table("argentino", "4c 5c 6c", "7e 4o 12o"), played)
    found = weighed([*decisions([hand], 0)][-1])
    assert to_token(found.best) == "no"
    assert found.cost == pytest.approx(1, abs=0.05)  # of games, told as points
    assert found.against < 0
    quiero = next(price for price in found.prices if to_token(price.action) == "quiero")
    assert quiero.mean == pytest.approx(-2, abs=0.05)
    assert describe_decision(found)["kind"] == "truco"


def test_what_is_right_costs_nothing() -> None:
    hand = play(table("argentino", "4c 5c 6c", "7e 1e 12o"), "0:4c 1:7e 1:truco 0:no")
    found = weighed(only(hand, 0, 3))
    assert found.cost == 0


def test_a_declared_value_is_known_in_every_world() -> None:
    line = "0:envido 1:quiero 0:4c 1:7e 1:truco 0:no"
    hand = play(table("argentino", "4c 5c 6c", "7e 6e 12o"), line)  # 33 was said
    decision = only(hand, 0, 5)
    assert all(
        world.envido.declared == hand.envido.declared
        for world in sample_deals(decision, random.Random(1), 10)
    )


def test_the_same_seed_gives_the_same_prices_and_another_other_ones() -> None:
    hand = play(table("argentino", "7e 6e 4c", "1e 2c 10b"), "0:envido 1:no 0:7e 1:1e 1:truco")
    decision = only(play(hand, "0:no"), 0, 0)
    prices = [weighed(decision, seed, 6).prices for seed in ("one", "one", "two")]
    assert prices[0] == prices[1] != prices[2]


def test_what_a_judge_or_a_robot_did_is_nobodys_decision() -> None:
    hand = play(table("argentino", "7e 6e 4c", "1e 2c 10b"), "0:7e 1:1e")
    assert [each.step for each in decisions([hand], 0)] == [0]
    assert not [*decisions([hand], 0, {("1", 0)})]
    assert not [*decisions([apply_ruling(hand, SetScore((3, 3)))], 0)]


@pytest.mark.sampled
def test_it_is_weighed_in_a_process_of_its_own() -> None:
    hand = play(table("argentino", "4c 5c 6c", "7e 1e 12o"), "0:4c 1:7e 1:truco 0:no")
    record = HandRecord(1, "", 0, hand.deal.hands, actions=hand.actions)
    tgn = write_tgn(Record(hand.deal.rules, ("0", "1"), (record,)))
    asked = {"tgn": tgn, "seat": 0, "automatic": [], "seed": "one"}
    done = subprocess.run(
        [sys.executable, "-m", "games.evaluation", "review"],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.load(io.StringIO(done.stdout)) == review_game([hand], 0, (), "one")
