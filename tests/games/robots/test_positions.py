"""Positions with a right answer: what the tahúr never does in them.

Each follows from the cards that are out and from the score alone, whoever the rival is: a card that
does no more than a lower one, a truco that only the rival can use, a refusal that loses the game,
an answer against what is certain. Seat 0 is the mano; games of argentino to 30.
"""

import random

import pytest

from games.engine import to_token, view
from games.robots.levels import PLAYERS, RobotLevel
from tests.games.engine.hands import play, table

SEEDS = range(60)
NO = "no mazo"
YES = "quiero truco retruco vale4"
RAISES = "truco retruco vale4"
START = (0, 0)
POSITIONS = [
    # the score, both hands, what was done, the seat to act, what it never does
    # A card is spent that does no more than a lower one.
    (START, "1e 4c 5c", "11c 2o 10b", "0:1e", 1, "11c 2o"),
    (START, "1b 4c 5c", "7e 3o 2c", "0:1b", 1, "7e 3o"),
    (START, "7o 4c 5c", "7e 1b 1e", "0:7o", 1, "1b 1e"),
    (START, "3o 4c 5c", "1b 7e 4b", "0:3o", 1, "1b"),
    (START, "12c 4c 5c", "2o 3c 4b", "0:12c", 1, "3c"),
    (START, "4c 7e 1b", "4o 5b 6e", "0:4c", 1, "6e"),
    (START, "11o 4c 5c", "12b 3e 1o", "0:11o", 1, "3e 1o"),
    (START, "7e 4c 5c", "3b 2e 12o", "0:7e", 1, "3b 2e"),
    (START, "10c 4c 5c", "1e 7o 3b", "0:10c", 1, "1e 7o"),
    (START, "2b 4c 5c", "10o 11c 12e", "0:2b", 1, "11c 12e"),
    (START, "1e 5b 4c", "6o 3c 4b", "0:1e 1:4b 0:5b", 1, "3c"),
    (START, "1e 2b 4c", "1b 3c 4b", "0:1e 1:4b 0:2b", 1, "1b"),
    (START, "1e 12b 4c", "7o 2c 4b", "0:1e 1:4b 0:12b", 1, "7o"),
    (START, "2c 6b 5o", "3c 4e 10b", "0:2c 1:3c 1:4e", 0, "6b"),
    (START, "4c 3e 1b", "5c 6e 12b", "0:4c 1:5c 1:6e", 0, "1b"),
    # The hand as it is wins the game: a raise only gives the rival more to win.
    ((29, 15), "1e 7e 4c", "2o 6o 3c", "0:1e 1:3c", 0, RAISES),
    ((29, 28), "3e 7e 4c", "2o 6o 12c", "0:3e 1:12c", 0, RAISES),
    ((29, 28), "4c 5b 1e", "2o 6o 12c", "0:5b 1:12c 1:2o", 0, RAISES),
    ((29, 29), "1e 1b 4c", "2o 6o 3c", "0:4c 1:3c 1:2o", 0, RAISES),
    ((20, 29), "3c 2b 4c", "1e 6o 7o", "0:3c", 1, RAISES),
    ((28, 29), "12c 2b 4c", "1e 6o 7o", "0:12c", 1, RAISES),
    ((0, 29), "4c 5b 6o", "4e 5o 12b", "0:4c", 1, RAISES),
    ((28, 10), "1e 7e 4c", "2o 6o 3c", "0:4c 1:3c 1:truco 0:quiero 1:2o", 0, RAISES),
    ((27, 10), "1e 7e 4c", "2o 6o 3c", "0:truco 1:retruco 0:quiero 0:1e 1:3c", 0, RAISES),
    # Whoever refuses has lost the game.
    ((29, 20), "4c 5b 6o", "4e 5o 12b", "0:truco", 1, NO),
    ((29, 28), "4c 5b 6o", "4e 5o 12b", "0:truco", 1, NO),
    ((10, 29), "4c 5b 6o", "4e 5o 12b", "0:4c 1:truco", 0, NO),
    ((28, 20), "4c 5b 6o", "4e 5o 12b", "0:truco 1:retruco 0:vale4", 1, NO),
    ((29, 10), "4c 5b 6o", "4e 5o 12b", "0:envido", 1, NO),
    ((29, 10), "4c 5b 6o", "4e 5o 12b", "0:falta", 1, NO),
    ((10, 29), "4c 5b 6o", "4e 5o 12b", "0:4c 1:envido", 0, NO),
    ((28, 10), "4c 5b 6o", "4e 5o 12b", "0:envido 1:envido 0:real", 1, NO),
    # The hand is won, whatever the rival holds.
    (START, "3c 1e 5b", "2o 6o 2c", "0:3c 1:2o 0:5b 1:6o 1:truco", 0, NO),
    (START, "1e 1b 4c", "2o 6o 3c", "0:1e 1:2o 0:4c 1:3c 1:truco", 0, NO),
    (START, "1e 7e 5b", "2o 6o 4c", "0:7e 1:4c 0:5b 1:2o 1:truco", 0, NO),
    (START, "1e 3c 4b", "3o 6o 7c", "0:3c 1:3o 0:truco 1:retruco", 0, NO),
    # It is lost: both cards of the last trick are known, or the rival's card cannot be beaten.
    (START, "3c 1e 5b", "2o 6o 4c", "0:3c 1:2o 0:5b 1:6o 1:4c 0:truco", 1, YES),
    (START, "2o 6o 4c", "3c 7e 5b", "0:2o 1:3c 1:5b 0:6o 0:4c 1:truco", 0, YES),
    # Envidos that nobody beats, and that beat nobody.
    (START, "7e 6e 1b", "4c 5o 2b", "0:1b 1:envido", 0, NO),
    (START, "7e 6e 1b", "4c 5o 2b", "0:1b 1:envido 0:envido 1:falta", 0, NO),
    (START, "1b 4c 5o", "7e 6e 3o", "0:envido", 1, NO),
    (START, "7e 6e 3o", "4e 12b 11o", "0:falta", 1, "quiero"),
    ((28, 28), "7e 6e 3o", "4e 12b 11o", "0:falta", 1, "quiero"),
]


@pytest.mark.parametrize(("score", "one", "other", "line", "seat", "never"), POSITIONS)
def test_the_tahur_never_does_what_cannot_be_right(score, one, other, line, seat, never):
    seen = view(play(table("argentino", one, other, score=score), line), seat)
    decide = PLAYERS[RobotLevel.TAHUR]
    done = {to_token(decide(seen, seen.legal, random.Random(seed))) for seed in SEEDS}
    assert not done & set(never.split())
