"""Feeding the sockets of one process: one subscription and one rendering per watched thing.

A hint marks its feed; the feed renders once per audience and puts the frame into a latest-only slot
of each socket, so a slow reader delays nobody and never holds more than one frame. Anything
doubtful (a fault of the layer, a version that moved without a hint) ends in the current fragment
being sent again (invariant I11).
"""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from games.live.admission import still_signed_in
from games.live.threads import in_thread

logger = logging.getLogger(__name__)

PULSE = 4.0  # seconds between two looks at the versions; also tells clients the line is alive
PATIENCE = 20.0  # seconds a socket may take for one frame
BACK_OFF = 5.0  # seconds at most before subscribing again

TABLE, PULSES = "table", "pulse"  # kinds of frames
SIGNED_OUT, DISPLACED, SLOW = 4401, 4409, 1013  # close codes

Lessen = Callable[[str, str], str]
Send = Callable[[str], Awaitable[None]]
Shut = Callable[[int], Awaitable[None]]


@dataclass(frozen=True)
class Audience:
    """Everybody who may see the same thing: a seat (None: spectators), in one language."""

    seat: int | None
    language: str


@dataclass(frozen=True)
class Rendering:
    """The fragments of one version of a watched thing, and which socket holds each seat there."""

    version: Hashable
    frames: dict[Audience, str]
    holders: Mapping[int, str] = field(default_factory=dict)


class Source(Protocol):
    """A kind of thing that can be watched; both methods are called in threads."""

    def group(self, pk: int) -> str:
        """Return the layer's group in which its changes are hinted at."""

    def render(self, pk: int, audiences: Collection[Audience]) -> Rendering:
        """Render its present version for each audience."""

    def versions(self, pks: Collection[int]) -> Mapping[int, Hashable]:
        """Return the present versions of many at little cost."""


Topic = tuple[Source, int]

_spectators: Counter[Topic] = Counter()  # sockets without a seat, in this process


def spectators(source: Source, pk: int) -> int:
    """Return how many sockets of this process watch something without a seat in it."""
    return _spectators[source, pk]


def whole(_shown: str, frame: str) -> str:
    """Send a frame as it is, whatever was shown before."""
    return frame


class Outlet:
    """One socket's way out: a slot for the newest frame and a task that sends it.

    `lessen` may leave out what this very socket was sent before; a new socket gets everything.
    """

    def __init__(
        self,
        audience: Audience,
        send: Send,
        shut: Shut,
        *,
        name: str = "",
        session_key: str | None = None,
        lessen: Lessen = whole,
    ) -> None:
        self.audience, self.name, self.session_key = audience, name, session_key
        self._send, self._shut, self._lessen = send, shut, lessen
        self._frames: dict[str, str] = {}  # one slot per kind of frame
        self._shown = ""  # the last frame of this socket's table, as if it was sent whole
        self._farewell = 0  # the code to close with, once there is one
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._run())

    def offer(self, frame: str, kind: str = TABLE) -> None:
        """Put a frame into the slot, over whatever was not sent yet."""
        self._frames[kind] = frame
        self._wake.set()

    def dismiss(self, code: int) -> None:
        """Close the socket, and send nothing more."""
        self._farewell = code
        self._wake.set()

    def close(self) -> None:
        """Send nothing more: the socket has closed."""
        self._task.cancel()

    async def _run(self) -> None:
        try:
            while not self._farewell:
                await self._wake.wait()
                self._wake.clear()
                await self._empty()
        except TimeoutError:
            self._farewell = SLOW
        except OSError:  # gone; `disconnect` follows
            return
        await self._shut(self._farewell)

    async def _empty(self) -> None:
        while self._frames and not self._farewell:
            kind, frame = self._frames.popitem()
            if lacking := self._lacking(frame) if kind == TABLE else frame:
                async with asyncio.timeout(PATIENCE):
                    await self._send(lacking)

    def _lacking(self, frame: str) -> str:
        shown, self._shown = self._shown, frame
        return self._lessen(shown, frame) if shown else frame


class Feed:
    """What one process knows of one watched thing."""

    def __init__(self, source: Source, pk: int) -> None:
        self.source, self.pk = source, pk
        self.version: Hashable = None
        self.outlets: set[Outlet] = set()
        self._frames: dict[Audience, str] = {}
        self._dirty = asyncio.Event()
        self._changed: set[int | None] | None = set()  # seats to render for; None: everybody
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._serve())]

    def add(self, outlet: Outlet) -> None:
        """Feed one more socket, at once if its audience has a frame already."""
        self.outlets.add(outlet)
        if frame := self._frames.get(outlet.audience):
            outlet.offer(frame)
        else:
            self.touch()

    def touch(self, seats: Collection[int] | None = None) -> None:
        """Render anew, for some seats or everybody: something changed, or may have."""
        if seats is None:
            self._changed = None
        elif self._changed is not None:
            self._changed.update(seats)
        self._dirty.set()

    def compare(self, version: Hashable) -> None:
        """Look whether a hint was missed, and show every client that the line is alive."""
        if version != self.version:
            self.touch()
        for outlet in self.outlets:
            outlet.offer(f'<i id="pulse" data-version="{version}" hidden></i>', kind=PULSES)

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
                logger.exception("%s could not be rendered", self.source.group(self.pk))
                await asyncio.sleep(1)  # the pulse tries again; do not spin meanwhile

    async def _render(self) -> None:
        changed, self._changed = self._changed, set()
        audiences = {outlet.audience for outlet in self.outlets}
        if changed is not None:
            audiences = {audience for audience in audiences if audience.seat in changed}
        present = list(self.outlets)
        rendering = await in_thread(self.source.render, self.pk, audiences)
        _dismiss_displaced(present, rendering.holders)
        self._frames = rendering.frames if changed is None else self._frames | rendering.frames
        self.version = rendering.version if changed is None else self.version
        for outlet in self.outlets:
            if frame := rendering.frames.get(outlet.audience):
                outlet.offer(frame)
            elif outlet.audience not in self._frames:  # came while this was rendered
                self.touch()

    async def _listen(self) -> None:
        layer = get_channel_layer()
        assert layer is not None
        group, delay = self.source.group(self.pk), 0.1
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(group, channel)
                self.touch()
                delay = 0.1
                while True:
                    message = await layer.receive(channel)
                    self.touch(message.get("seats"))
            except Exception:
                logger.warning("the layer fails %s", group, exc_info=True)
                await asyncio.sleep(delay * (1 + random.random()))
                delay = min(delay * 2, BACK_OFF)


def _dismiss_displaced(outlets: Collection[Outlet], holders: Mapping[int, str]) -> None:
    """Close the sockets whose seat a newer one has taken since, in whatever process.

    A socket is fed once it has taken its seat, so one that was there before the seats were read,
    and does not hold its own any more, is the older one. An empty holder has left.
    """
    for outlet in outlets:
        holder = holders.get(outlet.audience.seat) if outlet.audience.seat is not None else None
        if holder and holder != outlet.name:
            outlet.dismiss(DISPLACED)


class Hub:
    """All feeds of one event loop."""

    def __init__(self) -> None:
        self._feeds: dict[Topic, Feed] = {}
        self._pulse: asyncio.Task[None] | None = None

    def join(self, topic: Topic, outlet: Outlet) -> None:
        """Start feeding a socket."""
        feed = self._feeds.get(topic)
        if feed is None:
            feed = self._feeds[topic] = Feed(*topic)
        _spectators[topic] += outlet.audience.seat is None
        feed.add(outlet)
        if self._pulse is None:
            self._pulse = asyncio.create_task(self._beat())

    def leave(self, topic: Topic, outlet: Outlet) -> None:
        """Stop feeding a socket; the last one out closes the feed."""
        outlet.close()
        feed = self._feeds.get(topic)
        if feed is None or outlet not in feed.outlets:
            return
        feed.outlets.discard(outlet)
        _spectators[topic] -= outlet.audience.seat is None
        if not feed.outlets:
            del self._feeds[topic], _spectators[topic]
            feed.close()
        if not self._feeds and self._pulse:
            self._pulse.cancel()
            self._pulse = None

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(PULSE)
            try:
                await self._compare_versions()
                await self._dismiss_signed_out()
            except Exception:
                logger.exception("the hub's pulse failed")

    async def _compare_versions(self) -> None:
        for source in {source for source, _ in self._feeds}:
            pks = [pk for kind, pk in self._feeds if kind is source]
            versions = await in_thread(source.versions, pks)
            for pk, version in versions.items():
                if feed := self._feeds.get((source, pk)):
                    feed.compare(version)

    async def _dismiss_signed_out(self) -> None:
        signed = [o for feed in self._feeds.values() for o in feed.outlets if o.session_key]
        good = await in_thread(still_signed_in, {str(outlet.session_key) for outlet in signed})
        for outlet in signed:
            if outlet.session_key not in good:
                outlet.dismiss(SIGNED_OUT)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
