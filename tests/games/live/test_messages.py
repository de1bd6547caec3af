"""A socket whose reader has to come again, because the database is away or its disk is full."""

import logging
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.db import OperationalError

from games.live.close_codes import AGAIN
from games.live.messages import WatchConsumer
from games.live.sources import Topic

FULL = "database or disk is full"


class ComesInVain(WatchConsumer):
    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        raise OperationalError(FULL)


class LeavesInVain(WatchConsumer):
    async def connect(self) -> None:
        await self.accept()

    async def disconnect(self, code: int) -> None:
        raise OperationalError(FULL)


async def a_line(consumer: type[WatchConsumer]) -> ApplicationCommunicator:
    scope = {"type": "websocket", "path": "/ws/tables/1/", "headers": [], "query_string": b""}
    scope |= {"user": None, "session": None, "client": ("192.0.2.1", 40000)}
    line = ApplicationCommunicator(consumer.as_asgi(), scope)
    await line.send_input({"type": "websocket.connect"})
    assert (await line.receive_output())["type"] == "websocket.accept"
    return line


def warnings_of(caplog: Any) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING]


@pytest.mark.asyncio
async def test_who_cannot_be_let_in_is_told_to_come_again(caplog: Any) -> None:
    line = await a_line(ComesInVain)
    closed = await line.receive_output()
    assert (closed["type"], closed["code"]) == ("websocket.close", AGAIN)
    assert warnings_of(caplog) == [f"a socket of /ws/tables/1/ has to come again: {FULL}"]
    assert not any(each.exc_info for each in caplog.records)


@pytest.mark.asyncio
async def test_a_socket_ends_though_nothing_can_be_stored(caplog: Any) -> None:
    line = await a_line(LeavesInVain)
    await line.send_input({"type": "websocket.disconnect", "code": 1001})
    await line.wait()
    assert warnings_of(caplog) == [f"a socket of /ws/tables/1/ has to come again: {FULL}"]
