"""Sockets are admitted a few at a time, and forget it; pages are answered in turns."""

import asyncio
import gc
import weakref
from types import SimpleNamespace
from typing import Any

import pytest

from games.live import handshakes
from games.live.handshakes import ADMITTED, AT_ONCE, in_turn
from games.live.messages import WatchConsumer
from tests.games.tables import a_person
from tests.live.processes import until
from truco_site.thread_turns import Turns


class Crowd:
    """Sockets that come at once, and are served until all may end."""

    def __init__(self) -> None:
        self.let_in: list[dict] = []
        self.over = asyncio.Event()
        self.sockets: list[asyncio.Task] = []

    async def come(self, number: int, **scope: object) -> None:
        """Let this number of sockets come, and wait until nothing more happens."""
        serve = in_turn(self._serve)
        self.sockets += [asyncio.create_task(serve({**scope}, None, None)) for _ in range(number)]
        await settled()

    async def _serve(self, scope, receive, send) -> None:
        self.let_in.append(scope)
        await self.over.wait()


async def settled() -> None:
    """Let every task run until it waits."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_socket_is_let_in_when_one_before_it_is_admitted():
    crowd = Crowd()
    await crowd.come(AT_ONCE + 2)
    assert len(crowd.let_in) == AT_ONCE
    crowd.let_in[0][ADMITTED]()
    crowd.let_in[0][ADMITTED]()  # once is enough
    await settled()
    assert len(crowd.let_in) == AT_ONCE + 1
    crowd.over.set()
    await asyncio.gather(*crowd.sockets)
    assert len(crowd.let_in) == AT_ONCE + 2


async def test_a_socket_that_is_held_up_holds_up_the_others_for_a_moment(monkeypatch):
    monkeypatch.setattr(handshakes, "LEASE", 0.001)
    crowd = Crowd()
    await crowd.come(AT_ONCE + 1)
    async with asyncio.timeout(60):
        while len(crowd.let_in) == AT_ONCE:
            await asyncio.sleep(0.001)
    crowd.over.set()
    await asyncio.gather(*crowd.sockets)


async def test_a_socket_whose_client_has_gone_is_not_served():
    crowd = Crowd()
    await crowd.come(1, extensions={"truco.line": SimpleNamespace(is_closed=True)})
    assert crowd.let_in == []
    await crowd.come(1, extensions={"truco.line": SimpleNamespace(is_closed=False)})
    assert len(crowd.let_in) == 1
    crowd.over.set()
    await asyncio.gather(*crowd.sockets)


async def test_a_socket_that_fails_lets_the_next_one_in():
    async def fail(scope, receive, send) -> None:
        raise ZeroDivisionError

    for _ in range(AT_ONCE + 1):
        with pytest.raises(ZeroDivisionError):
            await asyncio.wait_for(in_turn(fail)({}, None, None), 60)


@pytest.mark.django_db(transaction=True)
def test_sockets_of_the_site_come_in_turn_and_end_it(site, visit, monkeypatch):
    ended: list[bool] = []
    connect = WatchConsumer.connect

    async def connected(consumer) -> None:
        end = consumer.scope[ADMITTED]
        consumer.scope[ADMITTED] = lambda: (ended.append(True), end())
        await connect(consumer)

    monkeypatch.setattr(WatchConsumer, "connect", connected)
    visit().listen("/ws/lobby/?language=es-ar").next()
    assert ended == [True]


@pytest.mark.django_db(transaction=True)
def test_an_open_socket_keeps_neither_user_nor_session_nor_headers(site, visit, monkeypatch):
    read: list[weakref.ref] = []
    lines: list[Any] = []
    headers: list[Any] = []
    connect = WatchConsumer.connect

    async def connected(consumer) -> None:
        scope = consumer.scope
        read.extend(map(weakref.ref, (scope["user"], scope["session"])))
        lines.append(scope["extensions"]["truco.line"])
        headers.extend((lines[0].request.headers, scope["headers"]))
        assert all(headers)
        await connect(consumer)

    monkeypatch.setattr(WatchConsumer, "connect", connected)
    visit(a_person()).listen("/ws/lobby/?language=es-ar").next()
    until(lambda: not any(headers))
    gc.collect()
    assert [each() for each in read] == [None, None]
    assert vars(lines[0]) == {}, "an attribute without a slot"


@pytest.mark.django_db(transaction=True)
def test_pages_of_the_site_are_answered_in_turns(site, visit, monkeypatch):
    begun: list[bool] = []
    begin = Turns._begin

    def begins(turns) -> None:
        begun.append(True)
        begin(turns)

    monkeypatch.setattr(Turns, "_begin", begins)
    assert visit().get("/healthz").status == 200
    assert begun == [True]
