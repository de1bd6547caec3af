"""The end of a socket: after its own close it sends nothing, and it leaves nothing behind."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.live import admission, hub
from games.models import Game
from games.play import outages
from tests.games.tables import a_legal_token, a_table, act
from tests.live.site import HOST
from tests.live.visitors import Visitor, session_of
from truco_site.asgi import application
from truco_site.logs import Formatter

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

RUDE, TOO_MANY, SIGNED_OUT = 1008, 4429, 4401
CLOSE, SEND = "websocket.close", "websocket.send"


class Socket:
    """A socket of the real application without a network: what is said is said at once."""

    def __init__(self, game: Game, cookie: str = "") -> None:
        self.told: list[dict[str, Any]] = []
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._news = asyncio.Condition()
        self._scope = {
            "type": "websocket",
            "path": f"/ws/tables/{game.pk}/",
            "query_string": b"language=es",
            "client": ("192.0.2.7", 1),
            "headers": [
                (b"host", HOST.encode()),
                (b"origin", f"http://{HOST}".encode()),
                (b"cookie", cookie.encode()),
            ],
        }

    def says(self, *messages: str) -> None:
        """Send a message, before any reply is read."""
        for text in messages:
            self._said.put_nowait({"type": "websocket.receive", "text": text})

    def open(self) -> "asyncio.Task[None]":
        self._said.put_nowait({"type": "websocket.connect"})
        return asyncio.ensure_future(application(self._scope, self._said.get, self._send))

    def leave(self) -> None:
        """Go away."""
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def until(self, kind: str) -> None:
        """Wait for a message of the application."""
        async with self._news, asyncio.timeout(10):
            await self._news.wait_for(lambda: any(told["type"] == kind for told in self.told))

    @property
    def codes(self) -> Sequence[int]:
        """With what it was closed; nothing comes after that."""
        kinds = [told["type"] for told in self.told]
        assert CLOSE not in kinds[:-1]
        return [told["code"] for told in self.told if told["type"] == CLOSE]

    async def _send(self, message: dict[str, Any]) -> None:
        async with self._news:
            self.told.append(message)
            self._news.notify_all()


def test_a_rude_burst_is_answered_by_one_close_and_nothing_after_it(site):
    game = a_table(timezone.now())

    async def burst() -> Socket:
        line = Socket(game)
        ended = line.open()
        line.says(*["[]"] * 10)
        await line.until(CLOSE)
        line.leave()
        await ended
        return line

    assert site.run(burst()).codes == [RUDE]


def test_too_many_sockets_say_nothing_after_they_are_refused(site, settings):
    settings.SOCKETS_PER_ADDRESS = 0
    game = a_table(timezone.now())

    async def refused() -> Socket:
        line = Socket(game)
        ended = line.open()
        line.says("[]", "[]", "[]", "[]")
        line.leave()
        await ended
        return line

    assert site.run(refused()).codes == [TOO_MANY]


def test_after_its_close_a_socket_is_sent_no_table(site, visit):
    game = a_table(timezone.now())
    other = Visitor(site).watch(game)

    async def come_and_be_rude() -> tuple[Socket, "asyncio.Task[None]"]:
        line = Socket(game)
        ended = line.open()
        line.says("[]", "[]", "[]")
        await line.until(CLOSE)
        return line, ended

    async def go(line: Socket, ended: "asyncio.Task[None]") -> None:
        line.leave()
        await ended

    line, ended = site.run(come_and_be_rude())
    act(game, a_legal_token(game), timezone.now())
    other.table(game.version + 1)  # so the first was offered it too
    site.run(go(line, ended))
    assert line.codes == [RUDE]


def test_who_is_signed_out_is_told_once_whatever_they_say(site, monkeypatch):
    monkeypatch.setattr(hub, "VERSION_CHECK_INTERVAL", 0.05)
    game = a_table(timezone.now())
    cookie = f"session={session_of(game.seats.get(number=0).user)}"

    async def signed_out() -> Socket:
        line = Socket(game, cookie)
        ended = line.open()
        await line.until(SEND)
        await hub.in_thread(_end_sessions)
        await line.until(CLOSE)
        line.says("[]", "[]", "[]", "[]")
        line.leave()
        await ended
        return line

    assert site.run(signed_out()).codes == [SIGNED_OUT]


def test_pulses_tell_that_the_process_of_an_open_socket_lives(visit, quick_pulse):
    game, began = a_table(timezone.now()), timezone.now()
    line = visit(game.seats.get(number=0).user).watch(game)
    line.table()
    for _ in range(2):  # the first has ended with its heartbeat
        line.wait_for(lambda frame: 'id="pulse"' in frame)
    (process,) = outages.living_processes(began)
    assert game.seats.get(number=0).socket.endswith(process)


def test_a_socket_that_fails_gives_its_place_back(site, settings):
    game = a_table(timezone.now())
    settings.LANGUAGES = ["not a pair"]

    async def fail() -> None:
        with pytest.raises(ValueError, match="dictionary update"):
            await Socket(game).open()

    site.run(fail())
    assert not admission._open


def test_a_socket_that_fails_leaves_a_line_that_says_where(visit, settings, caplog):
    game = a_table(timezone.now())
    settings.LANGUAGES = ["7e-of-a-hand"]
    assert visit().watch(game).close_code()
    (record,) = caplog.records
    told = Formatter().format(record)
    assert "Exception in ASGI application" in told
    assert "in _language" in told
    assert told.endswith("builtins.ValueError")


def _end_sessions() -> None:
    Session.objects.all().delete()
