"""Puzzles: a call whose better answer is clear, told without a card that its seat did not see."""

from collections import Counter

import pytest

from games.engine import Rules, first_start, from_token, house_rules, make_rules, view
from games.evaluation import Evaluation, decisions, review_game
from games.evaluation.action_values import position
from games.evaluation.puzzles import (
    LEAD,
    OBVIOUS,
    choice_puzzle_of,
    generate_puzzle,
    is_asked,
    is_usual,
    puzzle_of,
)
from tests.games.engine.hands import dealt, play, table
from tests.games.puzzle_factories import CALLED, evaluate_answer, hopeless


def test_what_is_clearly_better_makes_a_puzzle() -> None:
    puzzle = puzzle_of(evaluate_answer(hopeless()))
    assert puzzle is not None
    assert puzzle["best"] == "no"
    assert LEAD <= puzzle["lead"] < OBVIOUS
    assert puzzle["wins"] < 0.5, "who calls may bluff"
    assert puzzle["refused"] >= 0.5
    assert {"quiero", "no"} <= {price["token"] for price in puzzle["prices"]}


def priced(shares: dict[str, int], means: dict[str, int]) -> Evaluation:
    """The hopeless hand, weighed by the test: each answer brings the same in every world."""
    each = Evaluation([*decisions([hopeless()], 0)][-1], "one")
    each.shares = Counter({from_token(0, token): times for token, times in shares.items()})
    each.values = {from_token(0, token): [mean] * 4 for token, mean in means.items()}
    each.tried = tuple(each.values)
    return each


@pytest.mark.parametrize(
    ("shares", "means", "is_one"),
    [
        ({"no": 30, "retruco": 10}, {"no": -1, "quiero": -2, "retruco": 0}, False),
        ({"no": 39, "retruco": 1}, {"no": -1, "quiero": -2, "retruco": 0}, True),
        ({"no": 30, "retruco": 10}, {"no": -1, "quiero": -2, "retruco": -1}, True),
        ({"quiero": 30, "retruco": 10}, {"no": -1, "quiero": 0, "retruco": 1}, True),
    ],
    ids=["a better raise", "a rare one", "one no better", "wanting, and raising more"],
)
def test_where_a_raise_beats_refusing_there_is_none(
    shares: dict[str, int], means: dict[str, int], is_one: bool
) -> None:
    assert (puzzle_of(priced(shares, means)) is not None) == is_one


@pytest.mark.sampled
def test_the_answer_that_was_given_changes_nothing() -> None:
    one, other = (puzzle_of(evaluate_answer(hopeless(answer))) for answer in ("no", "quiero"))
    assert one == other


def test_its_hand_is_what_the_seat_saw() -> None:
    hand = hopeless()
    puzzle = puzzle_of(evaluate_answer(hand))
    assert puzzle is not None
    (decision,) = [each for each in decisions([hand], 0) if is_asked(each)]
    assert view(position(puzzle), 0) == decision.view


@pytest.mark.sampled
def test_twin_deals_make_the_same_puzzle() -> None:
    """Even the hidden cards of the puzzle are dealt again, so they reveal nothing."""
    twins = [
        puzzle_of(evaluate_answer(hopeless(theirs=cards))) for cards in ("7e 1e 12o", "7e 4o 5o")
    ]
    assert twins[0] is not None
    assert twins[0] == twins[1]


@pytest.mark.parametrize(
    "line",
    ["0:4c 1:7e 1:1e", "0:envido 1:no 0:4c 1:7e 1:truco 0:no"],
    ids=["no call", "weighed in few worlds"],
)
def test_what_makes_none(line: str) -> None:
    hand = play(table("argentino", "4c 5c 6c", "7e 1e 12o"), line)
    each = Evaluation([*decisions([hand], 0)][-1], "one")
    each.weigh(2)
    assert puzzle_of(each) is None


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("rules", "is_for_all"),
    [
        (make_rules("argentino"), True),
        (make_rules("argentino", {"halves": "one"}), False),
        (house_rules("uruguayo", {"seats": "2"}), True),
    ],
    ids=["of a preset", "of a house", "proposed"],
)
def test_rules_that_nobody_would_guess_make_one_for_the_player_alone(
    rules: Rules, is_for_all: bool
) -> None:
    start, muestra = first_start(rules, 0), "5o" if rules.muestra else None
    hand = play(dealt(start, "4c 5c 6b", "7e 1e 12c", muestra=muestra), f"{CALLED} 0:quiero")
    told = review_game([hand], 0, (), "one")
    assert told["puzzles"]
    assert ("puzzle" in told) == is_for_all


@pytest.mark.parametrize("preset", ["argentino", "trucoestrella", "gauderio"])
@pytest.mark.parametrize("target", ["12", "15", "18"])
def test_readers_guess_what_a_new_table_is_proposed(preset: str, target: str) -> None:
    options = {"seats": "2", "target": target}
    assert is_usual(make_rules(preset, options))
    assert is_usual(house_rules(preset, options))
    assert not is_usual(make_rules(preset, {**options, "mazo_bonus": "1", "falta": "half"}))


def test_a_choice_of_four_seats_makes_none() -> None:
    """The page of a puzzle names two."""
    hand = play(table("argentino", "4c 5c 6b", "7e 1e 12c", "5o 6o 7b", "4o 5b 3b"), "0:4c")
    each = Evaluation([*decisions([hand], 0)][-1], "one")
    four, other = from_token(0, "4c"), from_token(0, "6b")
    each.shares = Counter({four: 40})
    each.values = {four: [1.0] * 4, other: [0.0] * 4}
    each.tried = tuple(each.values)
    assert choice_puzzle_of(each) is None


@pytest.mark.long
@pytest.mark.parametrize(
    ("preset", "seed"), [("argentino", "seed"), ("uruguayo", "seed"), ("truc", "four")]
)
@pytest.mark.sampled
def test_robots_make_one_of_every_family(preset: str, seed: str) -> None:
    puzzle = generate_puzzle(preset, seed)
    assert puzzle is not None
    assert generate_puzzle(preset, seed) == puzzle
    seen = view(position(puzzle), puzzle["seat"])
    assert seen.pending is not None
    assert seen.rules == make_rules(preset)
