"""uvicorn protocols with shared socket frames and bounded HTTP connections.

A frame sent to many sockets is encoded once. This is the ASGI extension `truco.line`
(`games.live.subscribers.Transport`); on a server without it each frame goes through `send`, and
everything else is the same.

The embedded mode has no proxy in front, and half a request costs its sender nothing. So each part
of a request and response has a deadline, and each address a number of connections. The requests of
a whole hall arrive at once; so when an address has too many, the oldest connection that waits for
its client ends. The scheme comes from the connection, or from a trusted proxy.
"""

from asyncio import BaseTransport, Event, Future, TimerHandle, Transport, get_running_loop
from collections import defaultdict
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Any, Final, cast

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from accounts.common.client_address import address_key, is_trusted_proxy
from truco_site.server.open_files import files_permitted


class Inbox:
    """The messages of one socket to its application, for one reader.

    An `asyncio.Queue` would take 3 KB.
    """

    __slots__ = ("_arrived", "_messages")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._arrived: Future[None] | None = None

    def put_nowait(self, message: Any) -> None:
        """Add a message."""
        self._messages.append(message)
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)

    async def get(self) -> Any:
        """Wait for the next message, and remove it."""
        while not self._messages:
            self._arrived = get_running_loop().create_future()
            await self._arrived
        return self._messages.pop(0)

    def empty(self) -> bool:
        """Return whether no message waits."""
        return not self._messages


class Gate:
    """Whether a socket accepts data, for those who wait until it does.

    An `asyncio.Event` takes 0.9 KB, so there is one only while somebody has to wait.
    """

    __slots__ = ("_closed",)

    def __init__(self) -> None:
        self._closed: Event | None = None

    def is_set(self) -> bool:
        """Return whether it accepts data."""
        return self._closed is None

    def clear(self) -> None:
        """Let everybody wait."""
        self._closed = self._closed or Event()

    def set(self) -> None:
        """Let everybody go on."""
        if self._closed is not None:
            self._closed.set()
            self._closed = None

    async def wait(self) -> None:
        """Wait until it accepts data."""
        if self._closed is not None:
            await self._closed.wait()


class LineProtocol(WebSocketsSansIOProtocol):
    """A socket whose buffer holds at most one frame: the next waits until it is sent.

    Thousands of sockets stay open for hours, so each keeps little besides. With slots for the
    attributes of the superclass, it has no dictionary: one of so many takes 1.6 KB.
    """

    __slots__ = (
        *("_when_empty", "app", "app_state", "asgi_version", "client", "close_sent"),
        *("close_timeout", "close_timer", "config", "conn", "connections", "curr_msg_data_type"),
        *("default_headers", "disconnected", "frames", "handshake_complete"),
        *("handshake_initiated", "initial_response", "last_ping_rtt", "logger", "loop"),
        *("pending_ping_payload", "ping_interval", "ping_sent_at", "ping_timeout", "ping_timer"),
        *("pong_timer", "queue", "read_paused", "request", "response", "root_path", "scheme"),
        *("scope", "server", "tasks", "transport", "writable"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.queue = Inbox()  # type: ignore[assignment]  # all of it that is used
        self.writable = Gate()  # type: ignore[assignment]  # the same
        self._when_empty: Callable[[], None] | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Report immediately when the socket does not accept everything at once."""
        super().connection_made(transport)
        cast(Transport, transport).set_write_buffer_limits(high=0)

    def handle_connect(self, event: Request) -> None:
        """Offer the extension for a valid handshake."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(dict[str, object], self.scope["extensions"])["truco.line"] = self

    def start_keepalive(self) -> None:
        """Forget the handshake, which is complete; the scope still has its headers."""
        super().start_keepalive()
        self.request.headers.clear()  # the parser keeps the request
        del self.request, self.response

    def resume_writing(self) -> None:
        """Call the callback: the buffer is empty."""
        super().resume_writing()
        if self._when_empty is not None:
            self._when_empty()

    @property
    def is_closed(self) -> bool:
        """Whether the client has gone, or the socket is being closed."""
        return self.disconnected or self.close_sent or self.transport.is_closing()

    @property
    def is_full(self) -> bool:
        """Whether the last write is still in the buffer."""
        return not self.writable.is_set()

    def write(self, frame: bytes) -> None:
        """Write a complete frame, unless the socket is closing."""
        if not self.is_closed:
            self.transport.write(frame)

    def when_empty(self, act: Callable[[], None]) -> None:
        """Call this function each time the buffer becomes empty."""
        self._when_empty = act


OWN_FILES = 128  # of the process itself: databases, logs, threads


class BoundedProtocol(HttpToolsProtocol):
    """An HTTP connection with time limits for its client.

    A connection that becomes a live socket is counted by `games.live.admission` instead.
    """

    _deadline: TimerHandle | None = None  # while waiting for the client
    _unread: TimerHandle | None = None  # while a response waits to be read

    def connection_made(self, transport: BaseTransport) -> None:
        """Start the time limit for the first request.

        End a connection if its address has too many.
        """
        super().connection_made(cast(Transport, transport))
        self._wait(settings.HEAD_SECONDS)
        _admit(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the time limits, and stop counting the connection."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Start the time limit for a request at its first byte."""
        is_idle = self.cycle is None or self.cycle.response_complete
        if is_idle and self._deadline is None:
            self._wait(settings.HEAD_SECONDS)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """Start the time limit for the body."""
        super().on_headers_complete()
        self._wait(settings.BODY_SECONDS)

    def on_message_complete(self) -> None:
        """Cancel the time limit: the request is complete."""
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand over the connection, which becomes a socket."""
        self._leave()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """Start the time limit for the client to read the response."""
        super().pause_writing()
        self._unread = self.loop.call_later(settings.BODY_SECONDS, self.end)

    def resume_writing(self) -> None:
        """Cancel the time limit: the response was read."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    @property
    def may_end(self) -> bool:
        """Whether the client must send something, so that no response is in progress."""
        is_idle = self.cycle is not None and self.cycle.response_complete
        return is_idle or self._deadline is not None

    @cached_property
    def address(self) -> str:
        """The key of the client's address; "" for Unix sockets and proxies, which carry many."""
        host = self.client[0] if self.client else ""
        return "" if not host or is_trusted_proxy(host) else address_key(host)

    def end(self) -> None:
        """Close the connection immediately."""
        self.transport.abort()

    def _wait(self, seconds: float) -> None:
        self._arrived()
        self._deadline = self.loop.call_later(seconds, self.end)

    def _arrived(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _leave(self) -> None:
        self._arrived()
        _open[self.address].pop(self, None)
        if not _open[self.address]:
            del _open[self.address]


_open: defaultdict[str, dict[BoundedProtocol, None]] = defaultdict(dict)  # in order of arrival


def _admit(connection: BoundedProtocol) -> None:
    """Count a connection; if its address has too many, end the one that has waited longest."""
    if not connection.address:
        return
    beside = _open[connection.address]
    beside[connection] = None
    if len(beside) > min(settings.CONNECTIONS_PER_ADDRESS, files_permitted() - OWN_FILES):
        slowest = next((each for each in beside if each.may_end), connection)
        del beside[slowest]
        slowest.end()


Application = Callable[..., Awaitable[None]]
SECURE: Final = {"http": "https", "websocket": "wss"}


def scheme_from_proxy(application: Application) -> Application:
    """Accept X-Forwarded-Proto from trusted proxies only.

    Pages and sockets read their scheme from the ASGI scope, so no other code reads the header.
    """

    async def wrapper(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in SECURE and _came_securely(scope):
            scope = {**scope, "scheme": SECURE[scope["type"]]}
        await application(scope, receive, send)

    return wrapper


def _came_securely(scope: Any) -> bool:
    schemes = [value for name, value in scope["headers"] if name == b"x-forwarded-proto"]
    peer = (scope.get("client") or ("",))[0]
    return schemes == [b"https"] and is_trusted_proxy(peer)
