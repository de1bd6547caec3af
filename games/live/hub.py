"""Feeding the sockets of one process: one subscription and one rendering per watched game.

A hint marks its game's feed; the feed renders once per audience and puts the frame into a
latest-only slot of each socket, so a slow reader delays nobody and never holds more than one frame.
Anything doubtful (a fault of the layer, a version that moved without a hint) ends in the current
fragment being sent again (DESIGN 4, invariant I11).
"""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from games.announce import game_group
from games.live.admission import still_signed_in
from games.live.render import Audience, render_game
from games.live.threads import in_thread
from games.models import Game

logger = logging.getLogger(__name__)

PULSE = 4.0  # seconds between two looks at the versions; also tells clients the line is alive
PATIENCE = 20.0  # seconds a socket may take for one frame
BACK_OFF = 5.0  # seconds at most before subscribing again

SIGNED_OUT, SLOW = 4401, 1013  # close codes

Send = Callable[[str], Awaitable[None]]
Shut = Callable[[int], Awaitable[None]]

_spectators: Counter[int] = Counter()  # game id -> sockets without a seat, in this process


def spectators(game_id: int) -> int:
    """Return how many sockets of this process watch a game without a seat in it."""
    return _spectators[game_id]


class Outlet:
    """One socket's way out: a slot for the newest frame and a task that sends it."""

    def __init__(
        self, audience: Audience, send: Send, shut: Shut, session_key: str | None = None
    ) -> None:
        self.audience, self.session_key = audience, session_key
        self._send, self.shut = send, shut
        self._frames: dict[str, str] = {}  # one slot per kind of frame
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def offer(self, frame: str, kind: str = "table") -> None:
        """Put a frame into the slot, over whatever was not sent yet."""
        self._frames[kind] = frame
        self._wake.set()

    def close(self) -> None:
        """Send nothing more."""
        self._task.cancel()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            frames, self._frames = self._frames, {}
            try:
                for frame in frames.values():
                    await asyncio.wait_for(self._send(frame), PATIENCE)
            except TimeoutError:
                await self.shut(SLOW)
                return


class Feed:
    """What one process knows of one watched game."""

    def __init__(self, game_id: int) -> None:
        self.game_id = game_id
        self.version = -1
        self.outlets: set[Outlet] = set()
        self._frames: dict[Audience, str] = {}
        self._dirty = asyncio.Event()
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._serve())]

    def add(self, outlet: Outlet) -> None:
        """Feed one more socket, at once if its audience has a frame already."""
        self.outlets.add(outlet)
        if frame := self._frames.get(outlet.audience):
            outlet.offer(frame)
        else:
            self.touch()

    def touch(self) -> None:
        """Render anew: something changed, or may have."""
        self._dirty.set()

    def close(self) -> None:
        """Stop listening and rendering."""
        for task in self._tasks:
            task.cancel()

    async def _serve(self) -> None:
        while True:
            await self._dirty.wait()
            self._dirty.clear()
            try:
                await self._render()
            except Exception:
                logger.exception("game %s could not be rendered", self.game_id)
                await asyncio.sleep(1)  # the pulse tries again; do not spin meanwhile

    async def _render(self) -> None:
        audiences = {outlet.audience for outlet in self.outlets}
        rendering = await in_thread(
            render_game, self.game_id, audiences, spectators=spectators(self.game_id)
        )
        self.version, self._frames = rendering.version, rendering.frames
        for outlet in self.outlets:
            if frame := rendering.frames.get(outlet.audience):
                outlet.offer(frame)
            else:  # came while this was rendered
                self.touch()

    async def _listen(self) -> None:
        layer = get_channel_layer()
        assert layer is not None
        group, delay = game_group(self.game_id), 0.1
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(group, channel)
                self.touch()
                delay = 0.1
                while True:
                    await layer.receive(channel)
                    self.touch()
            except Exception:
                logger.warning("the layer fails game %s", self.game_id, exc_info=True)
                await asyncio.sleep(delay * (1 + random.random()))
                delay = min(delay * 2, BACK_OFF)


class Hub:
    """All feeds of one event loop."""

    def __init__(self) -> None:
        self._feeds: dict[int, Feed] = {}
        self._pulse: asyncio.Task[None] | None = None

    def join(self, game_id: int, outlet: Outlet) -> None:
        """Start feeding a socket."""
        feed = self._feeds.get(game_id)
        if feed is None:
            feed = self._feeds[game_id] = Feed(game_id)
        _spectators[game_id] += outlet.audience.seat is None
        feed.add(outlet)
        if self._pulse is None:
            self._pulse = asyncio.create_task(self._beat())

    def leave(self, game_id: int, outlet: Outlet) -> None:
        """Stop feeding a socket; the last one out closes the feed."""
        outlet.close()
        feed = self._feeds.get(game_id)
        if feed is None or outlet not in feed.outlets:
            return
        feed.outlets.discard(outlet)
        _spectators[game_id] -= outlet.audience.seat is None
        if not feed.outlets:
            del self._feeds[game_id], _spectators[game_id]
            feed.close()
        if not self._feeds and self._pulse:
            self._pulse.cancel()
            self._pulse = None

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            try:
                await self._compare_versions()
                await self._shut_signed_out()
            except Exception:
                logger.exception("the hub's pulse failed")

    async def _compare_versions(self) -> None:
        versions = await in_thread(_versions, list(self._feeds))
        for game_id, feed in list(self._feeds.items()):
            version = versions.get(game_id, feed.version)
            if version != feed.version:
                feed.touch()
            for outlet in feed.outlets:
                outlet.offer(f'<i id="pulse" data-version="{version}"></i>', kind="pulse")

    async def _shut_signed_out(self) -> None:
        signed = [o for feed in self._feeds.values() for o in feed.outlets if o.session_key]
        good = await in_thread(still_signed_in, {str(outlet.session_key) for outlet in signed})
        for outlet in signed:
            if outlet.session_key not in good:
                await outlet.shut(SIGNED_OUT)


def _versions(game_ids: list[int]) -> dict[int, int]:
    return dict(Game.objects.filter(pk__in=game_ids).values_list("pk", "version"))


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
