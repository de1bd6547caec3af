"""Robots under the options of the second rulebook: every choice is a legal one."""

from random import Random

import pytest

from games.engine import (
    Rules,
    apply,
    deal,
    deck_for,
    first_start,
    from_token,
    legal_actions,
    make_rules,
    to_token,
    view,
)
from games.robots import decide
from games.robots.levels import RobotLevel
from games.robots.styles import Style
from games.robots.timing import timeout_action
from tests.games.engine.hands import dealt, every_table, play, table
from tests.runner import chance


def name(rules: Rules) -> str:
    return "-".join((rules.preset, *(f"{key}={text}" for key, text in rules.options().items())))


@pytest.mark.sampled
@pytest.mark.parametrize("rules", every_table(), ids=name)
def test_robots_choose_among_legal_actions(rules: Rules) -> None:
    for level in RobotLevel:
        rng = Random(f"{chance.SEED} {level}")
        for score in ((0, 0), (rules.target - 1, 0), (rules.target - 1, rules.target - 1)):
            deck = rng.sample(deck_for(rules), len(deck_for(rules)))
            state = deal(first_start(rules, 0, score), deck)
            while not state.over:
                seat = state.to_act[0]
                legal = legal_actions(state, seat)
                assert timeout_action(view(state, seat), legal) in legal
                state = apply(state, decide(view(state, seat), legal, rng, level))


@pytest.mark.parametrize("level", RobotLevel)
def test_robots_answer_any_number_of_tantos(level: RobotLevel) -> None:
    hands = ("7e 6e 4b", "5o 3o 12c")
    state = play(table("gauderio", *hands, envido_ladder="libre"), "0:envido 1:mas:5")
    seen = view(state, 0)
    assert decide(seen, seen.legal, Random("tantos"), level) in seen.legal


@pytest.mark.parametrize("level", RobotLevel)
@pytest.mark.parametrize("price", ["loses_hand", "loses_leg"])
def test_a_robot_calls_no_truco_in_a_mao_x(level: RobotLevel, price: str) -> None:
    """R-B3: the call loses the hand or the leg, however strong the cards are."""
    start = first_start(make_rules("paulista", {"seats": "2", "mao_x_truco": price}), 1, (11, 2))
    state = play(dealt(start, "4b 5b 6b", "1c 1e 3o", muestra="12o"), "0:joga")
    seen = view(state, 1)
    assert from_token(1, "truco") in seen.legal
    style = Style(calls=1.0, bluffs=1.0)
    chances = [Random(f"{number}") for number in range(30)]
    said = {to_token(decide(seen, seen.legal, rng, level, style)) for rng in chances}
    assert "truco" not in said


def test_a_robot_folds_with_the_cards_of_its_envido_shown() -> None:
    hands = ("7e 6e 4b", "5o 3o 12c")
    state = table("trucoestrella", *hands, unshown_envido="lost")
    state = play(state, "0:envido 1:quiero 0:4b 1:5o 1:3o")
    rng, seen = Random("folds"), view(state, 0)
    said = {to_token(decide(seen, seen.legal, rng, RobotLevel.BOLICHE)) for _ in range(60)}
    assert "mazo" not in said
    assert from_token(0, "mazo:show") in seen.legal
