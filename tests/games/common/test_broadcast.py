"""Which messages go through the channel layer: those that another process may wait for."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator

import pytest
from channels.layers import get_channel_layer

from games.common import broadcast
from games.common.broadcast import ABSENT, PRESENT, ChangeMessage
from tests.runner import servers
from truco_site import environment

GROUP = broadcast.game_group(7)
MOVED = {"type": "moved", "game": 7, "version": 3}
PATIENCE = 60
ANOTHER = f"""
import asyncio, django
django.setup()
from games.common import broadcast

async def listen():
    heard = asyncio.Queue()
    broadcast.forward_from_channel_layer(
        {GROUP!r}, heard.put_nowait, lambda: None, is_announced=True
    )
    while (message := await heard.get())["type"] != "moved":
        pass
    print(message["version"])

asyncio.run(listen())
"""


@pytest.fixture(scope="module")
def valkey() -> Iterator[str]:
    with servers.valkey() as url:
        yield url


@pytest.fixture(autouse=True)
async def layer(valkey, monkeypatch, settings) -> AsyncIterator[None]:
    monkeypatch.setenv("REDIS_URL", valkey)
    settings.CHANNEL_LAYERS = environment.channel_layers()
    yield
    await get_channel_layer().flush()


class Listening:
    """This process listens to the group, as the feed of a table does."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[ChangeMessage] = asyncio.Queue()
        self.began = 0
        self._task = broadcast.forward_from_channel_layer(
            GROUP, self.heard.put_nowait, self._begin, is_announced=True
        )

    def _begin(self) -> None:
        self.began += 1

    async def end(self) -> None:
        self._task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await self._task


class OtherProcess:
    """Another process that listens to the group; it says what it is told to, under its name."""

    async def begin(self) -> "OtherProcess":
        self._layer = get_channel_layer()
        self.channel = await self._layer.new_channel()
        await self._layer.group_add(GROUP, self.channel)
        return self

    async def say(self, kind: str, **more: object) -> None:
        message = {"type": kind, "channel": self.channel, "by": "another", **more}
        await self._layer.group_send(GROUP, message)

    async def wait_for(self, kind: str) -> ChangeMessage:
        """Return the next message of this kind from the process of the test."""
        while (message := await self.next())["type"] != kind:
            pass
        return message

    async def next(self) -> ChangeMessage:
        """Return the next message from the process of the test."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self._layer.receive(self.channel))["by"] == "another":
                pass
            return message


async def until_alone() -> None:
    async with asyncio.timeout(PATIENCE):
        while broadcast.has_other_listeners(GROUP):
            await asyncio.sleep(0.01)


async def next_heard(listening: Listening) -> ChangeMessage:
    async with asyncio.timeout(PATIENCE):
        return await listening.heard.get()


async def test_a_process_without_listeners_sends_everything():
    other = await OtherProcess().begin()
    broadcast.broadcast(GROUP, MOVED)
    assert (await other.wait_for("moved"))["version"] == 3


async def test_a_process_that_listens_alone_sends_nothing():
    other = await OtherProcess().begin()  # it hears the group, but never says so
    listening = Listening()
    await until_alone()
    broadcast.broadcast(GROUP, MOVED)
    await listening.end()
    broadcast.broadcast(GROUP, {**MOVED, "version": 4})
    assert (await other.wait_for("moved"))["version"] == 4


async def test_a_listener_that_comes_later_is_answered_and_sent_to():
    listening = Listening()
    await until_alone()
    other = await OtherProcess().begin()
    await other.say(PRESENT, to="")
    assert (await other.wait_for(PRESENT))["to"] == other.channel
    broadcast.broadcast(GROUP, MOVED)
    assert (await other.wait_for("moved"))["version"] == 3
    await listening.end()


async def test_a_listener_that_was_there_before_makes_itself_known():
    other = await OtherProcess().begin()
    listening = Listening()
    announced = await other.wait_for(PRESENT)
    assert announced["to"] == ""
    await other.say(PRESENT, to=announced["channel"])
    answer = await next_heard(listening)
    assert answer["type"] == PRESENT, "it may have missed what the other did not send before"
    assert (await other.wait_for(PRESENT))["to"] == other.channel, "and so may the other"
    broadcast.broadcast(GROUP, MOVED)
    assert (await other.wait_for("moved"))["version"] == 3
    await listening.end()


async def test_a_known_listener_is_answered_only_if_it_asks():
    listening, other = Listening(), await OtherProcess().begin()
    own = (await other.wait_for(PRESENT))["channel"]
    for to in ("", own, "a third"):
        await other.say(PRESENT, to=to)
    await other.say("moved", version=5)
    assert [(await next_heard(listening))["type"] for _ in range(2)] == [PRESENT, "moved"]
    await listening.end()
    said = [await other.next() for _ in range(2)]
    assert [(each["type"], each["to"]) for each in said] == [
        (PRESENT, other.channel),
        (ABSENT, ""),
    ]


async def test_who_has_left_is_not_sent_to():
    listening, other = Listening(), await OtherProcess().begin()
    await other.say(PRESENT, to="")
    await other.wait_for(PRESENT)
    await other.say(ABSENT)
    await until_alone()
    await listening.end()


@pytest.mark.sampled
async def test_two_processes_find_each_other():
    listening = Listening()
    await until_alone()
    command = (sys.executable, "-c", ANOTHER)
    another = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    async with asyncio.timeout(PATIENCE):
        while not broadcast.has_other_listeners(GROUP):
            await asyncio.sleep(0.01)
        broadcast.broadcast(GROUP, MOVED)
        assert await another.communicate() == (b"3\n", None)
    await until_alone()
    await listening.end()


async def test_two_listeners_of_one_process_are_no_others():
    first, second = Listening(), Listening()
    await until_alone()
    await second.end()
    assert not broadcast.has_other_listeners(GROUP)
    other = await OtherProcess().begin()
    await other.say(PRESENT, to="")
    await other.wait_for(PRESENT)
    assert broadcast.has_other_listeners(GROUP)
    await first.end()
    assert (await other.wait_for(ABSENT))["channel"]


async def test_a_listener_that_missed_something_asks_again():
    listening, other = Listening(), await OtherProcess().begin()
    await until_alone()
    assert (await other.wait_for(PRESENT))["to"] == ""
    broadcast.announce_listener(GROUP)
    assert (await other.wait_for(PRESENT))["to"] == ""
    await listening.end()
    broadcast.announce_listener(GROUP)  # nobody listens here any more


async def test_a_listener_that_failed_begins_anew_and_asks_again(monkeypatch):
    monkeypatch.setattr(broadcast, "SOONEST", 0.01)
    listening, other = Listening(), await OtherProcess().begin()
    assert (await other.wait_for(PRESENT))["to"] == ""
    await other.say(PRESENT, channel=[])  # nobody sends this
    assert (await other.wait_for(ABSENT))["channel"]
    assert (await other.wait_for(PRESENT))["to"] == ""
    assert listening.began == 2
    await listening.end()
