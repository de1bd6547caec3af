"""Odd frames: each is answered by a code or ends the line, and the table stays as it is.

`FUZZ=5000` sends that many.
"""

import json
import os
from random import Random

import pytest
from django.utils import timezone
from websockets.exceptions import ConnectionClosed

from games.models import Game
from tests.games.tables import a_table, state_of, whoever_acts
from tests.live.scenes import a_card
from tests.live.visitors import Listener
from tests.runner import chance

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

TIMES = int(os.environ.get("FUZZ", "120"))
AT_ONCE = 3  # refusals that end a line
CODES = {"bad_json", "bad_shape", "duplicate_key", "unknown_action"}
ENDS = {1003, 1007, 1008, 1009}  # unsupported, not text, rude, too big
PIECES = (
    *(
        '{"t":"play"',
        '"token":"mazo"',
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        '"',
        "\\",
        "\\u0000",
        "\\ud800",
    ),
    *(
        "null",
        "true",
        "1e999",
        "-0",
        "9" * 400,
        "NaN",
        "\0",
        "🂡",
        "x" * 3000,
        " ",
        "\n",
        '"t":1,"t":2',
    ),
)


def a_frame(rng: Random) -> str | bytes:
    """A frame of pieces that mean something elsewhere, or of bytes."""
    if rng.random() < 0.1:
        return rng.randbytes(rng.randint(0, 60))
    return "".join(rng.choices(PIECES, k=rng.randint(0, 8)))


def end_of(line: Listener, frames: list[str | bytes]) -> int:
    """Send these; return how the line ended."""
    try:
        for frame in frames:
            line.socket.send(frame)
    except ConnectionClosed:
        pass  # its end had come before all was sent
    return line.close_code()


def test_odd_frames_are_refused_by_name_and_change_nothing(visit):
    rng, game = Random(chance.SEED), a_table(timezone.now())
    rude, polite = visit(whoever_acts(game).user), visit().watch(game)
    polite.table()
    for _ in range(TIMES // AT_ONCE):
        line, frames = rude.watch(game), [a_frame(rng) for _ in range(AT_ONCE)]
        assert end_of(line, frames) in ENDS, frames
        answers = [heard for heard in line.heard if heard.startswith("{")]
        assert {json.loads(answer)["error"] for answer in answers} <= CODES, frames
    assert Game.objects.get(pk=game.pk).actions.count() == 0
    assert rude.play(game, a_card(state_of(game))).status == 200
    assert polite.table(game.version + 1)
