"""Socket affinity: all sockets of a table in one of several web processes.

So only one process reads and renders a table. The processes share a port, and the system gives a
connection to any of them. If a handshake is for a table of another process, the open connection
is passed to it (SCM_RIGHTS, unix(7)). This only saves work: any process can serve any table, and
does if the other one is down.
"""

import asyncio
import os
import re
import socket
from array import array
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, cast

from uvicorn import Server
from uvicorn.supervisors import multiprocess

from truco_site.process_lock import is_taken
from truco_site.server.connections import BoundedProtocol

FOLDER: Final = "TRUCO_PROCESSES"  # names the folder in which processes find each other
TABLE = re.compile(rb"/ws/tables/(\d{1,18})/")
LONGEST = 1 << 16  # bytes of a handshake
PATIENCE, LOOK = 5.0, 0.05  # seconds to wait for the others at a start, and between two looks
Protocol = Callable[[], asyncio.Protocol]


class AffinityServer(Server):
    """uvicorn's server, which accepts no connection before the other processes can be reached.

    Otherwise the first one that has started serves the tables of all until their sockets reconnect.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Make this process reachable, wait for the others, then accept connections."""
        inbox = _own_inbox()
        if inbox is not None:
            inbox.open(self._socket)
            await inbox.wait_for_others()
        await super().startup(sockets)

    def _socket(self) -> asyncio.Protocol:
        """Return the protocol that serves a socket, as after an upgrade."""
        make = cast(Callable[..., asyncio.Protocol], self.config.ws_protocol_class)
        state = self.lifespan.state
        return make(config=self.config, server_state=self.server_state, app_state=state)


class WebProcess(multiprocess.Process):
    """A process of uvicorn's supervisor; a new one imports this module before Django is set up."""

    @property
    def server(self) -> Server:
        """The server that this process runs."""
        if self._server is None:
            self._server = AffinityServer(self.config)
        return self._server


class SocketAffinity(BoundedProtocol):
    """HTTP protocol that serves a socket here or passes it to the process of its table."""

    _inbox: "SocketInbox | None" = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Make this process reachable if it replaces one that had not ended at its start."""
        super().connection_made(transport)
        self._inbox = _own_inbox()
        if self._inbox is not None:
            self._inbox.open(self._socket)

    def handle_websocket_upgrade(self) -> None:
        """Serve the socket in the right process (a hook of uvicorn)."""
        if self._inbox is None or not self._inbox.passes_on(self.url, self._handshake, self._file):
            super().handle_websocket_upgrade()
            return
        self.connections.discard(self)
        self.transport.abort()  # only this process's end: the other has its own

    @property
    def _file(self) -> int:
        return cast(int, self.transport.get_extra_info("socket").fileno())

    @property
    def _handshake(self) -> bytes:
        head = b"".join(b"%b: %b\r\n" % header for header in self.headers)
        return b"GET %b HTTP/1.1\r\n%b\r\n" % (self.url, head)

    def _socket(self) -> asyncio.Protocol:
        """Return the protocol that serves a socket, as after an upgrade."""
        make = cast(Callable[..., asyncio.Protocol], self.config.ws_protocol_class)
        return make(config=self.config, server_state=self.server_state, app_state=self.app_state)


class SocketInbox:
    """The inbox in which a process receives sockets from the others."""

    def __init__(self, folder: Path, processes: int, number: int) -> None:
        self._folder, self._processes, self._number = folder, processes, number
        self._inbox = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._make: Protocol | None = None
        self._serving: set[asyncio.Task[None]] = set()

    def open(self, make: Protocol) -> None:
        """Start receiving sockets, if not started; `make` creates the protocol of one."""
        if self._make is not None:
            return
        self._make, address = make, self._folder / str(self._number)
        address.unlink(missing_ok=True)  # of an earlier process with this number
        self._inbox.bind(str(address))
        asyncio.get_running_loop().add_reader(self._inbox, self._take)

    async def wait_for_others(self) -> None:
        """Wait until each process has had an inbox, or for `PATIENCE`: one may not start."""
        inboxes = [self._folder / str(number) for number in range(self._processes)]
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not all(inbox.exists() for inbox in inboxes):
                    await asyncio.sleep(LOOK)

    def passes_on(self, target: bytes, handshake: bytes, file: int) -> bool:
        """Pass a connection to its process; return False to serve it here."""
        table = TABLE.match(target)
        if table is None or (number := int(table[1]) % self._processes) == self._number:
            return False
        passed = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [file]))
        try:
            # `socket.send_fds` leaves out the address (python/cpython#107898)
            self._inbox.sendmsg([handshake], [passed], 0, str(self._folder / str(number)))
        except OSError:  # it has ended or has not started, or its buffer is full
            return False
        return True

    def _take(self) -> None:
        with suppress(BlockingIOError):
            while True:
                handshake, files, *_ = socket.recv_fds(self._inbox, LONGEST, 1)
                for file in files:
                    serving = asyncio.create_task(
                        self._serve(socket.socket(fileno=file), handshake)
                    )
                    self._serving.add(serving)
                    serving.add_done_callback(self._serving.discard)

    async def _serve(self, connection: socket.socket, handshake: bytes) -> None:
        assert self._make is not None
        with suppress(OSError):  # already closed
            loop = asyncio.get_running_loop()
            _, protocol = await loop.connect_accepted_socket(self._make, connection)
            protocol.data_received(handshake)


_found: list[SocketInbox] = []  # this process's inbox, once it has one


def _own_inbox() -> SocketInbox | None:
    """Return this process's inbox; None if it serves alone, or behind a proxy with others."""
    if FOLDER in os.environ and not _found:
        folder, processes = os.environ[FOLDER].rsplit(":", 1)
        if (number := _claimed(Path(folder), int(processes))) is not None:
            _found.append(SocketInbox(Path(folder), int(processes), number))
    return _found[0] if _found else None


def _claimed(folder: Path, processes: int) -> int | None:
    """Return the lowest number free of running processes; None while one is being replaced.

    The lock is held as long as this process runs.
    """
    for number in range(processes):
        lock = os.open(folder / f"{number}.lock", os.O_CREAT | os.O_RDWR)
        if not is_taken(lock):
            return number
        os.close(lock)
    return None
