"""Runs of pytest in processes of their own, by hand and in soak alike."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.runner.servers import postgresql, valkey

BESIDE = 1  # more than there are cores: where a browser is awaited a core would idle
BESIDE_SQLITE = -1  # on PostgreSQL: the processes of SQLite run at the same time, for longer
AT_MOST = 4  # processes: each wants a database, a broker and a Chromium
IN_ORDER = ("--dist", "load", "--maxschedchunk", "2")  # so browser tests stay last
ON_BOTH = "both or dialect"  # the marks of tests that run on PostgreSQL, too
MARKED = re.compile(r"\bmark\.(?:both|dialect)\b")
COUNTED = re.compile(r"\d+ (passed|failed|error)")


@dataclass(frozen=True)
class Run:
    """How a run ended: its name, pytest's closing line and its exit status."""

    name: str
    closing: str
    status: int

    def __str__(self) -> str:
        return f"{self.name}: {self.closing}"


def workers(beside: int = BESIDE) -> int:
    """Return how many processes share the tests, unless `JOBS` says otherwise."""
    cores = len(os.sched_getaffinity(0))
    return int(os.environ.get("JOBS", 0)) or max(1, min(cores + beside, AT_MOST))


def shared(beside: int = BESIDE) -> list[str]:
    """Return the arguments that let the tests of a run be shared out."""
    return ["-n", str(workers(beside)), *IN_ORDER]


def _print(line: str) -> None:
    print(line, flush=True)


def run(
    name: str, *arguments: str, write: Callable[[str], None] = _print, **environment: str
) -> Run:
    """Run pytest; `write` gets what it says, line by line.

    Bytecode is written even where the environment says otherwise. Without it each process of each
    run rewrites the assertions of all tests (8 s of CPU), and served sites compile their modules.
    """
    write(f"== {name}")
    closing = "nothing was run"
    with tempfile.TemporaryDirectory(prefix="truco-tests-") as folder:
        command = [sys.executable, "-m", "pytest", *arguments]
        environment = {**os.environ, "VAR_DIR": folder, **environment}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        with subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            try:
                for line in process.stdout:
                    write(line.rstrip("\n"))
                    if COUNTED.search(line):
                        closing = line.strip().strip("= ")
            except KeyboardInterrupt:
                process.terminate()
                raise
    return Run(name, closing, process.returncode)


def both_databases(arguments: Sequence[str]) -> list[str]:
    """Return the arguments of a run on PostgreSQL: what is marked, from the files that mark it.

    Collecting the other files would take each process some seconds.
    """
    named = [each for each in arguments if each.startswith("tests/")]
    files = named or [str(path) for path in _files_with_marks()]
    options = [each for each in arguments if each not in named]
    return [*options, "-m", ON_BOTH, *files]


def _files_with_marks() -> list[Path]:
    tests = sorted(Path("tests").rglob("test_*.py"))
    return [path for path in tests if MARKED.search(path.read_text(encoding="utf-8"))]


@contextmanager
def many_machines(beside: int = BESIDE) -> Iterator[dict[str, str]]:
    """Start PostgreSQL and Valkey for each process; yields the environment that names them.

    Whoever ends the run ends the servers, too.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with ExitStack() as running:
        databases = [running.enter_context(postgresql()) for _ in range(workers(beside))]
        brokers = [running.enter_context(valkey()) for _ in databases]
        yield {
            "DATABASE_URL": databases[0],
            "DATABASE_URLS": " ".join(databases),
            "REDIS_URL": brokers[0],
            "REDIS_URLS": " ".join(brokers),
        }


def report(runs: list[Run]) -> int:
    """Print how all of them ended; return the exit status of the whole."""
    print(*runs, sep="\n")
    return int(any(run.status for run in runs))
