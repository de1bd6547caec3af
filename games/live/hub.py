"""Feeding the sockets of one process: one subscription and one rendering per watched thing.

A hint marks its feed; the feed draws the pieces once per audience and puts that edition into a
latest-only slot of each socket, so a slow reader delays nobody and never holds more than one.
A socket is sent the pieces that differ from the last edition it was sent, a new one all of them.
Anything doubtful (a fault of the layer, a version that moved without a hint) ends in the current
pieces being drawn again (invariant I11).
"""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer

from accounts.services.sessions import still_signed_in
from games.live.pieces import Pieces, frames
from games.live.subscribers import Audience, Edition, Subscriber, Write
from games.live.threads import in_thread

logger = logging.getLogger(__name__)

PULSE = 4.0  # seconds between two looks at the versions; also tells clients the line is alive
BACK_OFF = 5.0  # seconds at most before subscribing again

SIGNED_OUT, NOT_YOURS, DISPLACED = 4401, 4403, 4409  # close codes
MOVED = 4410  # the socket's seat is not its person's any more: they come back to what is


@dataclass(frozen=True)
class Holder:
    """Whose a seat is, and the newest of their sockets; "" while they are not there."""

    user_id: int | None
    socket: str


@dataclass(frozen=True)
class Rendering:
    """The pieces of one version of a watched thing, and who holds each seat there.

    `is_open` tells whether anybody without a seat may see it, `write` how its pages are sent what
    differs: by whom its pieces are placed.
    """

    version: Hashable
    pieces: Mapping[Audience, Pieces]
    holders: Mapping[int, Holder] = field(default_factory=dict)
    is_open: bool = True
    write: Write = frames


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


class Feed:
    """What one process knows of one watched thing."""

    def __init__(self, source: Source, pk: int) -> None:
        self.source, self.pk = source, pk
        self.version: Hashable = None
        self.subscribers: set[Subscriber] = set()
        self._editions: dict[Audience, Edition] = {}
        self._dirty = asyncio.Event()
        self._changed: set[int | None] | None = set()  # seats to render for; None: everybody
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._serve())]

    def add(self, subscriber: Subscriber) -> None:
        """Feed one more socket."""
        self.subscribers.add(subscriber)
        self._greet(subscriber)

    def _greet(self, subscriber: Subscriber) -> None:
        """Show a newcomer the edition of their audience, unless the reader found another version.

        A hint may still be on its way: what was covered since must not be shown to who comes now.
        """
        edition = self._editions.get(subscriber.audience)
        if edition and subscriber.found in (None, self.version):
            subscriber.offer(edition)
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
        for subscriber in self.subscribers:
            subscriber.pulse(f'<i id="pulse" data-version="{version}" hidden></i>')

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
        audiences = {subscriber.audience for subscriber in self.subscribers}
        if changed is not None:
            audiences = {audience for audience in audiences if audience.seat in changed}
        present = set(self.subscribers)
        rendering = await in_thread(self.source.render, self.pk, audiences)
        _dismiss_strangers(present, rendering)
        drawn = {
            audience: Edition(pieces, rendering.write)
            for audience, pieces in rendering.pieces.items()
        }
        self._editions = drawn if changed is None else self._editions | drawn
        self.version = rendering.version if changed is None else self.version
        for subscriber in self.subscribers:
            if subscriber not in present:  # came while this was drawn
                self._greet(subscriber)
            elif edition := drawn.get(subscriber.audience):
                subscriber.offer(edition)

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


def _dismiss_strangers(subscribers: Collection[Subscriber], rendering: Rendering) -> None:
    """Close the sockets that may not see what was drawn, in whatever process they are.

    Each is fed once it has taken its seat, so one that was there before the seats were read, and
    whose seat is somebody else's, or held by a newer socket, is shut out before it is sent any of
    this. An empty holder has left.
    """
    for subscriber in subscribers:
        seat = subscriber.audience.seat
        if seat is None:
            if not rendering.is_open:
                subscriber.dismiss(NOT_YOURS)
        elif holder := rendering.holders.get(seat):
            if holder.user_id != subscriber.user_id:
                subscriber.dismiss(MOVED)
            elif holder.socket and holder.socket != subscriber.name:
                subscriber.dismiss(DISPLACED)


class Hub:
    """All feeds of one event loop."""

    def __init__(self) -> None:
        self._feeds: dict[Topic, Feed] = {}
        self._pulse: asyncio.Task[None] | None = None

    def join(self, topic: Topic, subscriber: Subscriber) -> None:
        """Start feeding a socket."""
        feed = self._feeds.get(topic)
        if feed is None:
            feed = self._feeds[topic] = Feed(*topic)
        _spectators[topic] += subscriber.audience.seat is None
        feed.add(subscriber)
        if self._pulse is None:
            self._pulse = asyncio.create_task(self._beat())

    def leave(self, topic: Topic, subscriber: Subscriber) -> None:
        """Stop feeding a socket; the last one out closes the feed."""
        subscriber.close()
        feed = self._feeds.get(topic)
        if feed is None or subscriber not in feed.subscribers:
            return
        feed.subscribers.discard(subscriber)
        _spectators[topic] -= subscriber.audience.seat is None
        if not feed.subscribers:
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
        signed = [o for feed in self._feeds.values() for o in feed.subscribers if o.session_key]
        good = await in_thread(
            still_signed_in, {str(subscriber.session_key) for subscriber in signed}
        )
        for subscriber in signed:
            if subscriber.session_key not in good:
                subscriber.dismiss(SIGNED_OUT)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
