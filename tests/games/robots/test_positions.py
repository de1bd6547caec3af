"""Positions with a right answer: what the tahúr never does in them.

Each follows from the cards that are out and from the score alone, whoever the rival is: a card that
does no more than a lower one, a truco that only the rival can use, a refusal that loses the game,
an answer against what is certain. Seat 0 is the mano; games of argentino to 30.
"""

import json
import random
from pathlib import Path

import pytest

from games.engine import to_token, view
from games.robots.levels import PLAYERS, RobotLevel
from tests.games.engine.hands import play, table
from tests.games.robots.exact import is_never_better

SEEDS = range(60)
DEALS = 3
"""Deals that look alike to the seat, each solved exactly."""
POSITIONS = json.loads(Path(__file__).with_name("positions.json").read_text())
"""Each with the score, both hands, what was done, the seat to act, what is never right, and why."""


def reached(row):
    """The hand at this position."""
    return play(table("argentino", *row["hands"], score=tuple(row["score"])), row["line"])


@pytest.mark.parametrize("row", POSITIONS, ids=lambda row: row["why"])
def test_the_tahur_never_does_what_cannot_be_right(row):
    seen = view(reached(row), row["seat"])
    decide = PLAYERS[RobotLevel.TAHUR]
    done = {to_token(decide(seen, seen.legal, random.Random(seed))) for seed in SEEDS}
    assert not done & set(row["never"].split())


@pytest.mark.sampled
@pytest.mark.parametrize("row", POSITIONS, ids=lambda row: row["why"])
def test_what_is_never_right_wins_no_more_with_open_cards(row):
    assert is_never_better(reached(row), row["seat"], row["never"].split(), DEALS)


def test_forty_positions_have_a_right_answer():
    assert len({row["why"] for row in POSITIONS}) >= 40
