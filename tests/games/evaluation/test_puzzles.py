"""Puzzles: a call whose better answer is clear, told without a card that its seat did not see."""

from collections import Counter

import pytest

from games.engine import Rules, from_token, make_rules, view
from games.evaluation import Evaluation, decisions
from games.evaluation.action_values import position
from games.evaluation.puzzles import LEAD, OBVIOUS, generate_puzzle, is_asked, puzzle_of
from tests.games.engine.hands import play, table
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


@pytest.mark.parametrize(
    ("rules", "is_one"),
    [
        (make_rules("argentino"), True),
        (make_rules("argentino", {"target": "15"}), True),
        (make_rules("argentino", {"falta": "shortfall"}), False),
    ],
    ids=["usual", "to 15", "of a house"],
)
def test_rules_that_nobody_would_guess_make_none(rules: Rules, is_one: bool) -> None:
    hand = play(table("argentino", "4c 5c 6c", "7e 1e 12o", **rules.options()), f"{CALLED} 0:no")
    assert is_asked([*decisions([hand], 0)][-1]) == is_one


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
