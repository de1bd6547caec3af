"""uvicorn's sockets with one more way out: a frame that is written for many is encoded once.

Offered to the application as the ASGI extension `truco.line` (`games.live.subscribers.Line`). On a
server without it frames go through `send` one by one, and everything else is the same.
"""

from asyncio import BaseTransport, Transport
from collections.abc import Callable
from typing import cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request


class LineProtocol(WebSocketsSansIOProtocol):
    """A socket whose buffer holds one frame at most: the next waits until that was taken."""

    _when_empty: Callable[[], None] | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        """Call back as soon as the socket does not take everything at once."""
        super().connection_made(transport)
        cast(Transport, transport).set_write_buffer_limits(high=0)

    def handle_connect(self, event: Request) -> None:
        """Offer the extension where the handshake is in order."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(dict[str, object], self.scope["extensions"])["truco.line"] = self

    def resume_writing(self) -> None:
        """Tell that everything was taken."""
        super().resume_writing()
        if self._when_empty is not None:
            self._when_empty()

    @property
    def is_full(self) -> bool:
        """Whether the reader has not taken yet what was written last."""
        return not self.writable.is_set()

    def write(self, frame: bytes) -> None:
        """Write a whole frame, unless the socket is closing."""
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(frame)

    def when_empty(self, act: Callable[[], None]) -> None:
        """Do this, each time that the reader has taken everything."""
        self._when_empty = act
