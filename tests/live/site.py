"""The site, served in a thread of the test process.

It is the server of `manage.py serve` on a free port; what a test sets or patches holds there too.
It does not look after the clock: no table goes on by itself while a test looks at it.
"""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from games.management.commands.serve import server

T = TypeVar("T")

HOST = "127.0.0.1"
PATIENCE = 60.0  # seconds a server may take to start or to stop, on a busy machine


class Site:
    """A running server: where it is, and its event loop."""

    def __init__(self) -> None:
        self._server = server(HOST, 0, stands_in=False)
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="site", daemon=True)
        self._loop: asyncio.AbstractEventLoop
        self.port = 0

    @property
    def authority(self) -> str:
        """Host and port, as browsers name them."""
        return f"{HOST}:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.authority}"

    def start(self) -> None:
        """Serve; return when connections are taken."""
        self._thread.start()
        assert self._ready.wait(PATIENCE), "the server did not start"

    def stop(self) -> None:
        """Finish the open requests, then stop serving."""
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run something where the sockets live."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    def _serve(self) -> None:
        asyncio.run(self._run())

    async def _run(self) -> None:
        self._loop = asyncio.get_running_loop()
        serving = asyncio.create_task(self._server.serve())
        while not self._server.started:
            await asyncio.sleep(0.005)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        self._ready.set()
        await serving


@contextmanager
def served() -> Iterator[Site]:
    """Serve the site while the block runs."""
    site = Site()
    site.start()
    try:
        yield site
    finally:
        site.stop()
