"""Mangled records: each is read, or refused as text or as play, and in no other way.

`FUZZ=5000` mangles that many.
"""

import os
from pathlib import Path
from random import Random

import pytest

from games.engine import IllegalActionError, NotationError, read_tgn, replay
from tests.runner import chance

TIMES = int(os.environ.get("FUZZ", "120"))
RECORDS = [path.read_text() for path in sorted((Path(__file__).parent / "games").glob("*.tgn"))]
ODD = [
    *'0123456789[]"\\/;:,=+-# \n\t\r',
    "\0",
    "\ufeff",
    "٣",
    "ñ",
    "é",
    "-1",
    "9" * 30,
    "0:0:",
    "mano=",
]


def mangled(text: str, rng: Random) -> str:
    """Cut something out, say something twice, put something odd in, several times."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice((0, 1, 1, 2, 5, 40)))
        put = rng.choice(("", rng.choice(ODD), text[at:to] * 2, rng.choice(ODD) * 3))
        text = text[:at] + put + text[to:]
    return text


def refusal_of(text: str) -> NotationError | IllegalActionError | None:
    """Return why a record cannot be read or replayed; any other error is the engine's."""
    try:
        replay(read_tgn(text))
    except (NotationError, IllegalActionError) as refusal:
        return refusal
    except Exception as error:
        raise AssertionError(f"{text!r} is neither read nor refused") from error
    return None


@pytest.mark.parametrize("part", range(4))
def test_a_mangled_record_is_read_or_refused_by_name(part):
    rng = Random(f"{chance.SEED} {part}")
    refused = [refusal_of(mangled(rng.choice(RECORDS), rng)) for _ in range(TIMES // 4)]
    assert all(refusal.code for refusal in refused if refusal)
    places = [(each.line, each.column) for each in refused if isinstance(each, NotationError)]
    assert places
    assert min(min(place) for place in places) >= 1
