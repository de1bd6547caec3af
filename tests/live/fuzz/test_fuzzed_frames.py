"""Frames that no page sends, at live tables through the real consumer: what each is answered.

`FRAMES=13000` sends that many in each of eight parts; the soak adds the answers up.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Sequence
from html import unescape
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from websockets.exceptions import ConnectionClosed

from games.management.commands.serve import MAX_MESSAGE
from games.models import Game
from tests.games.tables import a_legal_token, a_person, a_table, state_of, whoever_acts
from tests.live.fuzz.test_fuzz import CODES, ENDS, a_frame
from tests.live.visitors import Listener, Visitor
from tests.runner import chance
from tournaments.verification.games import GAME_CHECKS, Case

pytestmark = [
    pytest.mark.both,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("slow_pulse"),
]

FRAMES = int(os.environ.get("FRAMES", "150"))
PARTS = 8
STRIKES, MANY = 3, 40  # frames told in one breath: what is no act ends the line, acts do not
PATIENCE = 30.0
ACTED = re.compile(r'<i id="acted" data-id="[\w-]+"(?: data-notice="([^"]*)")? hidden></i>')
DONE = "done"
WORDS = ("truco", "retruco", "vale4", "envido", "falta", "flor", "quiero", "no", "mazo", "1e", "7o")
WORDS += ("(4c)", "perros", "ley:quiere:pasa", "13e", "son33", "🂡", "' OR 1=1 --", "<b>", "")
ODD: Sequence[Any] = (
    *(None, True, False, -1, 0, 6, 2**31, 2**63, 10**40, 1.5, 1e308, "", "x", "\0", "\ud800"),
    *("٣", "x" * 65, [], {}, [[[]]], {"a": {"a": {}}}, "truco", ["truco"], {"act": "truco"}),
)


def an_act(rng: Random, game: Game, **other: object) -> dict[str, object]:
    """A well written act, of whatever word."""
    said = {"act": rng.choice(WORDS), "version": game.version, "id": f"{rng.getrandbits(64):016x}"}
    return {**said, **other}


def mangled(rng: Random, game: Game) -> str | bytes:
    """Pieces of messages, or a message cut or with a sign exchanged."""
    if rng.random() < 0.5:
        return a_frame(rng)
    text = json.dumps(an_act(rng, game))
    place = rng.randrange(len(text))
    return rng.choice(
        (text[:place], text[:place] + rng.choice('{}[]",:\\ é\0') + text[place + 1 :])
    )


def wrong_type(rng: Random, game: Game) -> str:
    """An act of which something is of another kind, missing or too much."""
    said = an_act(rng, game)
    key = rng.choice(("act", "version", "id", "who", "seat", "by"))
    if rng.random() < 0.2:
        said.pop(key, None)
        return json.dumps(rng.choice((said, [said], str(said))))
    return json.dumps({**said, key: rng.choice(ODD)})


def huge(rng: Random, game: Game) -> str:
    """Longer than any frame may be."""
    return json.dumps(an_act(rng, game, act="x" * rng.randint(8192, 65536)))


def binary(rng: Random, game: Game) -> bytes:
    """Bytes, or an act in them."""
    text = json.dumps(an_act(rng, game)).encode()
    return rng.choice((text, rng.randbytes(rng.randint(0, 200))))


def stale(rng: Random, game: Game) -> str:
    """An act at a version that the table has not."""
    versions = [0, 1, game.version - 1, game.version + 1, 999_999, 2_000_000_000]
    return json.dumps(an_act(rng, game, version=rng.choice(versions)))


def foreign(rng: Random, game: Game) -> str:
    """Return an action in the name of a seat that can belong to another player."""
    return json.dumps(an_act(rng, game, who=rng.randrange(6)))


def forbidden(rng: Random, game: Game) -> str:
    """A word that may mean nothing now."""
    return json.dumps(an_act(rng, game))


Kind = Callable[[Random, Game], str | bytes]
NO_ACTS: Sequence[Kind] = (mangled, wrong_type, huge, binary)
ACTS: Sequence[Kind] = (stale, foreign, forbidden)


class FuzzedTable:
    """A table, those who send to it, and what they have been answered."""

    def __init__(self, visit: Callable[..., Visitor], rng: Random) -> None:
        self._visit, self._rng = visit, rng
        self.answers: Counter[str] = Counter()
        self.sent = 0
        self._others = [visit(a_person()), visit()]
        self._begin()

    def _begin(self) -> None:
        self.game = a_table(timezone.now(), preset=self._rng.choice(("argentino", "truc")))
        self._players = {
            seat.number: self._visit(seat.user) for seat in self.game.seats.select_related("user")
        }
        self._readers = [*self._players.values(), *self._players.values(), *self._others]
        self.done = 0

    def breath(self) -> None:
        """Send a number of equal frames through one connection, and count the replies."""
        rng = self._rng
        kind = rng.choice(NO_ACTS if rng.random() < 0.75 else ACTS)
        number = MANY if kind in ACTS else STRIKES
        visitor = rng.choice(self._readers)
        line = visitor.watch(self.game)
        frames = _up_to_the_last([kind(rng, self.game) for _ in range(number)])
        for answer in self._say(line, frames):
            self.answers[f"{kind.__name__}: {answer}"] += 1
            self.done += answer == DONE
        visitor.leave()
        self.sent += len(frames)

    def go_on(self) -> None:
        """Do one allowed action for the seat in turn, to show that the table is alive."""
        self.game.refresh_from_db()
        if self.game.is_over or state_of(self.game).over:
            self.check()
            self._begin()
        person = self._players[whoever_acts(self.game).number]
        said = an_act(self._rng, self.game, act=a_legal_token(self.game))
        (answer,) = self._say(person.watch(self.game), [json.dumps(said)])
        person.leave()
        assert answer == DONE
        self.done, self.sent = self.done + 1, self.sent + 1
        self.answers["legal: done"] += 1
        self.game.refresh_from_db()

    def check(self) -> None:
        """Check that exactly the confirmed actions are stored, and that they are consistent."""
        game = Game.objects.get(pk=self.game.pk)
        rows = list(game.actions.order_by("seq"))
        assert len(rows) == self.done
        assert [fault for check in GAME_CHECKS for fault in check(Case(game, rows))] == []

    def _say(self, line: Listener, frames: Sequence[str | bytes]) -> list[str]:
        answers: list[str] = []
        try:
            for frame in frames:
                line.socket.send(frame)
            while len(answers) < len(frames):
                answers += _answer(line.socket.recv(PATIENCE))
        except ConnectionClosed:
            code = line.close_code()
            assert code in ENDS, (code, frames)
            answers += [answer for frame in line.heard for answer in _answer(frame)]
            answers.append(f"closed {code}")
        return answers


def _up_to_the_last(frames: Sequence[str | bytes]) -> Sequence[str | bytes]:
    """Leave out what would be sent behind a frame that is too long.

    The line is cut there, and what is sent into a line that was cut may take the word back that
    says why (RFC 9293, 3.10.7.1).
    """
    too_long = (number for number, frame in enumerate(frames, 1) if len(frame) > MAX_MESSAGE)
    return frames[: next(too_long, len(frames))]


def _answer(frame: str | bytes) -> list[str]:
    """Return the id that a frame answers; nothing if it shows the table."""
    if found := ACTED.fullmatch(str(frame)):
        return [unescape(found[1] or "") or DONE]
    if str(frame).startswith("{"):
        error = json.loads(frame)["error"]
        assert error in {*CODES, "bad_act"}
        return [error]
    return []


@pytest.mark.parametrize("part", range(PARTS))
def test_hostile_frames_are_answered_by_name_and_change_nothing(visit, record_property, part):
    told = FuzzedTable(visit, Random(f"{chance.SEED} {part}"))
    while told.sent < FRAMES:
        for _ in range(6):
            told.breath()
        told.go_on()
    told.check()
    record_property("frames", dict(told.answers))
