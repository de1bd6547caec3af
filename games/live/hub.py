"""The hub that feeds the sockets of one process: one subscription and rendering per topic.

A hint marks its feed. The feed renders the fragments once per audience and puts them into a
latest-only slot of each socket, so a slow reader delays no other and never holds more than one
version. Changes committed by this process are in the cache: they are rendered at once, without a
read. A socket is sent the fragments that differ from the last version it was sent; a new socket
gets all of them. In any doubt (a failed layer, a version that changed without a hint) the current
fragments are rendered again (invariant I11).
"""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable
from contextlib import suppress
from weakref import WeakKeyDictionary

from django.utils import timezone

from accounts.common.sessions import still_signed_in
from games.common import broadcast
from games.common.broadcast import ChangeMessage
from games.live.close_codes import DISPLACED, MOVED, NOT_YOURS, SIGNED_OUT
from games.live.sources import AccessControlled, Reader, Rendering, RendersFromCache, Source, Topic
from games.live.subscribers import Frame, RenderKey, RenderSnapshot, Subscriber
from games.live.threads import in_thread, in_writer_thread
from games.play.outages import record_process

logger = logging.getLogger(__name__)

# seconds between two checks of the versions, which also tell clients that the connection is alive
VERSION_CHECK_INTERVAL = 4.0
COMPARED_AT_ONCE = 25  # feeds; every click waits until their sockets have been written
SESSION_GRACE = 0.2  # seconds for a request to finish after it announces a change of a session

_spectators: Counter[Topic] = Counter()  # sockets without a seat, in this process


def spectators(source: Source, pk: int) -> int:
    """Return how many sockets of this process watch this object without a seat."""
    return _spectators[source, pk]


class Feed:
    """One process's subscribers to one watched object."""

    def __init__(self, source: Source, pk: int) -> None:
        self.source, self.pk = source, pk
        self.version: Hashable = None
        self._stamp: Hashable = None  # of the last rendering
        self.subscribers: set[Subscriber] = set()
        self._snapshots: dict[RenderKey, RenderSnapshot] = {}
        self._renderings = 0  # shown so far; one that began before the last of them is outdated
        self._dirty = asyncio.Event()
        self._changed: set[int | None] | None = set()  # seats to render for; None: all
        self._loop = asyncio.get_running_loop()
        self._group = source.group(pk)
        broadcast.subscribe(self._group, self._hear)
        listener = broadcast.forward_from_channel_layer(
            self._group, self._take, self.touch, is_announced=True
        )
        self._tasks = [asyncio.create_task(self._serve()), *filter(None, [listener])]
        if listener is None:
            self.touch()

    def add(self, subscriber: Subscriber) -> None:
        self.subscribers.add(subscriber)
        self._greet(subscriber)

    def _greet(self, subscriber: Subscriber) -> None:
        """Send a new subscriber the current snapshot, unless the reader found another version.

        A message may still be on its way: cards covered since then must not be shown to a new
        subscriber.
        """
        snapshot = self._snapshots.get(subscriber.audience)
        if snapshot and subscriber.version in (None, self.version):
            subscriber.offer(snapshot)
        else:
            self.touch()

    def touch(self, seats: Collection[int | None] | None = None) -> None:
        """Schedule a rendering, for some seats or all: something has changed, or may have."""
        if seats is None:
            self._changed = None
        elif self._changed is not None:
            self._changed.update(seats)
        self._dirty.set()

    def compare(self, stamp: Hashable) -> None:
        """Check for a missed message; tell every client the time, and that the line is alive."""
        if stamp != self._stamp:
            self.touch()
            broadcast.announce_listener(self._group)
        now = int(timezone.now().timestamp() * 1000)
        pulse = Frame(f'<i id="pulse" data-version="{stamp}" data-now="{now}" hidden></i>')
        for subscriber in tuple(self.subscribers):
            subscriber.pulse(pulse)

    def close(self) -> None:
        """Stop listening and rendering."""
        broadcast.unsubscribe_group(self._group, self._hear)
        for task in self._tasks:
            task.cancel()

    def _hear(self, hint: ChangeMessage) -> None:
        """Forward a message of this process to the event loop; called in the sender's thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._take, hint)

    def _take(self, hint: ChangeMessage) -> None:
        """Publish the new version from the table cache; render it from the database otherwise."""
        if hint["type"] != "moved":
            self.touch(hint.get("seats"))
        elif self.version != hint["version"] and not self._show_at_hand(hint["version"]):
            self.touch()

    def _show_at_hand(self, version: Hashable) -> bool:
        audiences = {subscriber.audience for subscriber in self.subscribers}
        if not isinstance(self.source, RendersFromCache):
            return False
        try:
            rendering = self.source.at_hand(self.pk, version, audiences)
        except Exception:
            logger.exception("%s could not be drawn at once", self._group)
            return False
        if rendering is not None:
            self._show(rendering, set(self.subscribers))
        return rendering is not None

    async def _serve(self) -> None:
        while True:
            await self._dirty.wait()
            self._dirty.clear()
            try:
                await self._render()
            except Exception:
                logger.exception("%s could not be rendered", self.source.group(self.pk))
                await asyncio.sleep(1)  # the next version check tries again; do not loop meanwhile

    async def _render(self) -> None:
        changed, self._changed = self._changed, set()
        audiences = {subscriber.audience for subscriber in self.subscribers}
        if changed is not None:
            audiences = {audience for audience in audiences if audience.seat in changed}
        present, renderings = set(self.subscribers), self._renderings
        rendering = await in_thread(self.source.render, self.pk, audiences)
        if renderings == self._renderings:
            self._show(rendering, present, is_whole=changed is None)
        else:  # a later message arrived meanwhile
            self.touch(changed)

    def _show(
        self, rendering: Rendering, present: Collection[Subscriber], *, is_whole: bool = True
    ) -> None:
        """Publish a rendering to the subscribers that existed at its start; greet later ones."""
        self._renderings += 1
        _close_unauthorized(present, rendering)
        snapshots = {
            audience: RenderSnapshot(pieces, rendering.write)
            for audience, pieces in rendering.pieces.items()
        }
        self._snapshots = snapshots if is_whole else self._snapshots | snapshots
        if is_whole:
            self.version = rendering.version
            self._stamp = rendering.version if rendering.stamp is None else rendering.stamp
        for subscriber in self.subscribers:
            if subscriber not in present:  # joined during the rendering
                self._greet(subscriber)
            elif snapshot := snapshots.get(subscriber.audience):
                subscriber.offer(snapshot)


def _close_unauthorized(subscribers: Collection[Subscriber], rendering: Rendering) -> None:
    """Close the sockets that may not see this rendering, in any process.

    A subscriber joins only after it has taken its seat. If it joined before the seats were read,
    and its seat now belongs to another person or a newer socket, it is closed before it receives
    any of this. An empty holder has left.
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
        self._loop = asyncio.get_running_loop()
        self._checking: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None

    def join(self, topic: Topic, subscriber: Subscriber) -> None:
        feed = self._feeds.get(topic)
        if feed is None:
            feed = self._feeds[topic] = Feed(*topic)
        _spectators[topic] += subscriber.audience.seat is None
        feed.add(subscriber)
        if self._pulse is None:
            self._pulse = asyncio.create_task(self._beat())
            broadcast.subscribe(broadcast.SESSIONS, self._hear)
            self._listener = broadcast.forward_from_channel_layer(
                broadcast.SESSIONS, self._take, self._check
            )

    def leave(self, topic: Topic, subscriber: Subscriber) -> None:
        """Unsubscribe a socket; close the feed after the last one."""
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
            broadcast.unsubscribe_group(broadcast.SESSIONS, self._hear)
            if self._listener:
                self._listener.cancel()

    def _hear(self, hint: ChangeMessage) -> None:
        """Forward a message of this process to the event loop; called in the sender's thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._take, hint)

    def _take(self, hint: ChangeMessage) -> None:
        """Check the sessions after the request that ends one has been answered."""
        self._loop.call_later(SESSION_GRACE, self._check)

    def _check(self) -> None:
        if self._feeds:
            self._checking = asyncio.create_task(self._dismiss_signed_out())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(VERSION_CHECK_INTERVAL)
            try:
                await self._compare_versions()
                await self._dismiss_signed_out()
                await self._dismiss_shut_out()
                await in_writer_thread(record_process, timezone.now())
            except Exception:
                logger.exception("the hub's pulse failed")

    async def _compare_versions(self) -> None:
        for source in {source for source, _ in self._feeds}:
            pks = [pk for kind, pk in self._feeds if kind is source]
            for start in range(0, len(pks), COMPARED_AT_ONCE):
                stamps = await in_thread(source.versions, pks[start : start + COMPARED_AT_ONCE])
                for pk, stamp in stamps.items():
                    if feed := self._feeds.get((source, pk)):
                        feed.compare(stamp)

    async def _dismiss_signed_out(self) -> None:
        signed = [o for feed in self._feeds.values() for o in feed.subscribers if o.session_key]
        good = await in_thread(
            still_signed_in, {str(subscriber.session_key) for subscriber in signed}
        )
        for subscriber in signed:
            if subscriber.session_key not in good:
                subscriber.dismiss(SIGNED_OUT)

    async def _dismiss_shut_out(self) -> None:
        """Close the sockets of readers who have lost access since they connected."""
        sockets: dict[AccessControlled, dict[Reader, list[Subscriber]]] = {}
        for (source, pk), feed in self._feeds.items():
            if isinstance(source, AccessControlled):
                readers = sockets.setdefault(source, defaultdict(list))
                for subscriber in feed.subscribers:
                    readers[pk, subscriber.user_id].append(subscriber)
        out: list[Subscriber] = []
        for guarded, readers in sockets.items():
            good = set(await in_thread(guarded.filter_readers, tuple(readers)))
            out += (each for reader in readers.keys() - good for each in readers[reader])
        if out:  # readers who lost access with their session get that reason instead
            await self._dismiss_signed_out()
        for subscriber in out:
            subscriber.dismiss(NOT_YOURS)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running loop."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hub())
