"""The events of one competition as a stream, for any number of readers of this process.

A feed asks the database once for all of its readers, when it hears of news and at each pulse, and
renders each event once. A reader that comes back is given what it missed. A stream ends after
five minutes, so that whoever may no longer read it is refused when it comes back.
"""

import asyncio
import json
import logging
import threading
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from django.conf import settings
from django.http import StreamingHttpResponse

from games.common import broadcast
from games.common.broadcast import ChangeMessage
from games.live.threads import in_thread
from tournaments.models import EventCounter
from tournaments.webhooks.documents import event_documents
from tournaments.webhooks.events import event_group, events_after

logger = logging.getLogger(__name__)
PULSE: Final = 4.0  # seconds between two looks at the database: a message may be lost
QUIET: Final = 15.0  # seconds after which a reader is told that the connection is alive
LIFE: Final = 300.0  # seconds of one stream; readers come back
AT_ONCE: Final = 100  # events read at a time
REMEMBERED: Final = 200  # events that a feed keeps for its readers
PER_TOKEN: Final = 10  # streams at a time
RETRY: Final = 3000  # milliseconds after which a browser comes back


@dataclass(frozen=True)
class RenderedEvent:
    """A published event as JSON, which both media types carry."""

    number: int
    kind: str
    json: str

    @property
    def as_message(self) -> bytes:
        """The event for `text/event-stream`."""
        return f"id: {self.number}\nevent: {self.kind}\ndata: {self.json}\n\n".encode()

    @property
    def as_line(self) -> bytes:
        """The event for `application/x-ndjson`."""
        return f"{self.json}\n".encode()


@dataclass(frozen=True)
class Form:
    """A media type with what it sends."""

    media_type: str
    event: Callable[[RenderedEvent], bytes]
    greeting: bytes
    sign_of_life: bytes


MESSAGES: Final = Form(
    "text/event-stream", lambda event: event.as_message, f"retry: {RETRY}\n\n".encode(), b":\n\n"
)
LINES: Final = Form("application/x-ndjson", lambda event: event.as_line, b"", b"\n")
FORMS: Final = {form.media_type: form for form in (MESSAGES, LINES)}


def read_events(competition_id: int, after: int) -> list[RenderedEvent]:
    """Return the next events after a number, rendered."""
    rows = list(events_after(competition_id, after)[:AT_ONCE])
    return [
        RenderedEvent(row.number or 0, row.kind, json.dumps(document, ensure_ascii=False))
        for row, document in zip(rows, event_documents(rows), strict=True)
    ]


def last_number(competition_id: int) -> int:
    """Return the number of the newest event; 0 if there is none."""
    counters = EventCounter.objects.filter(competition=competition_id)
    return counters.values_list("last", flat=True).first() or 0


class EventFeed:
    """One process's readers of a competition's events."""

    def __init__(self, competition_id: int, last: int) -> None:
        self.competition_id, self.last = competition_id, last
        self.readers = 0
        self._recent: deque[RenderedEvent] = deque(maxlen=REMEMBERED)
        self._start = last  # what is remembered begins after this number
        self._news = asyncio.Event()
        self._dirty = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        group = event_group(competition_id)
        broadcast.subscribe(group, self._hear)
        listener = broadcast.forward_from_channel_layer(group, self._take, self._dirty.set)
        self._tasks = [asyncio.create_task(self._serve()), *filter(None, [listener])]

    async def after(self, number: int) -> Sequence[RenderedEvent]:
        """Return the known events after a number, some at a time; older ones are read."""
        if number >= self.last:
            return ()
        if number < self._start:
            return await in_thread(read_events, self.competition_id, number)
        return [event for event in self._recent if event.number > number]

    async def wait(self, number: int, seconds: float) -> bool:
        """Wait for events after a number; return whether there are any."""
        news = self._news
        if number >= self.last:
            with suppress(TimeoutError):
                await asyncio.wait_for(news.wait(), seconds)
        return number < self.last

    def close(self) -> None:
        """Stop listening."""
        broadcast.unsubscribe_group(event_group(self.competition_id), self._hear)
        for task in self._tasks:
            task.cancel()

    def _hear(self, hint: ChangeMessage) -> None:
        """Forward a message of this process to the event loop; called in the sender's thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._take, hint)

    def _take(self, hint: ChangeMessage) -> None:
        self._dirty.set()

    async def _serve(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._dirty.wait(), PULSE)
            self._dirty.clear()
            try:
                while events := await in_thread(read_events, self.competition_id, self.last):
                    self._add(events)
            except Exception:  # the database fails: the next pulse tries again
                logger.exception("the events of competition %s cannot be read", self.competition_id)

    def _add(self, events: Sequence[RenderedEvent]) -> None:
        self._recent.extend(events)
        self._start = self._recent[0].number - 1
        self.last = events[-1].number
        self._news.set()
        self._news = asyncio.Event()


_feeds: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[int, EventFeed]] = WeakKeyDictionary()
_open: Counter[str] = Counter()  # streams of this process, by token or address
_counting = threading.Lock()


class EventStream(StreamingHttpResponse):
    """An answer that goes on: the events of a competition after a number, and those to come."""

    def __init__(self, competition_id: int, *, after: int | None, form: Form, place: str) -> None:
        self._place: str | None = place
        events = stream_events(competition_id, after=after, form=form)
        super().__init__(events, content_type=f"{form.media_type}; charset=utf-8")
        self.headers["Content-Encoding"] = "identity"  # compression would hold events back
        self.headers["X-Accel-Buffering"] = "no"

    def close(self) -> None:
        """Free the place of the reader, once."""
        place, self._place = self._place, None
        if place is not None:
            leave(place)
        super().close()


async def stream_events(
    competition_id: int, *, after: int | None, form: Form
) -> AsyncIterator[bytes]:
    """Yield what a reader is sent; `after` None begins with the next event."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + LIFE
    last = await in_thread(last_number, competition_id)
    position = last if after is None else min(after, last)
    feed = _join(competition_id, last)
    try:
        yield form.greeting
        while (remaining := ends - loop.time()) > 0:
            known = feed.last
            events = await feed.after(position)
            for event in events:
                position = event.number
                yield form.event(event)
            if not events:  # those up to the known one are deleted
                position = max(position, known)
            if not await feed.wait(position, min(QUIET, remaining)):
                yield form.sign_of_life
    finally:
        _part(feed)


def admit(token_id: int | None, address: str) -> str | None:
    """Count one more stream of a token, or of an address; None if too many."""
    place = f"token {token_id}" if token_id else f"address {address}"
    limit = PER_TOKEN if token_id else settings.SOCKETS_PER_ADDRESS
    with _counting:
        if _open[place] >= limit:
            return None
        _open[place] += 1
    return place


def leave(place: str) -> None:
    """Stop counting a stream."""
    with _counting:
        _open[place] -= 1
        if not _open[place]:
            del _open[place]


def _join(competition_id: int, last: int) -> EventFeed:
    feeds = _feeds.setdefault(asyncio.get_running_loop(), {})
    feed = feeds.get(competition_id)
    if feed is None:
        feed = feeds[competition_id] = EventFeed(competition_id, last)
    feed.readers += 1
    return feed


def _part(feed: EventFeed) -> None:
    feed.readers -= 1
    feeds = _feeds.get(asyncio.get_running_loop(), {})
    if not feed.readers and feeds.get(feed.competition_id) is feed:
        del feeds[feed.competition_id]
        feed.close()
