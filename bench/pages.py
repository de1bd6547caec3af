"""Response times of pages in a large dataset: `python -m bench.pages [--json] [--keep FOLDER]`.

A scratch database has ten thousand players and a hundred thousand matches (`bench.dataset`). Each
page is requested through the site's ASGI application, including middleware, by an anonymous visitor
and by a signed-in user; the bracket also by one of its players. The pages of a first reader are
requested after a change, without cached parts. Time is the server's, from the request to the last
byte of its response. CPU time is listed too, because other work on the machine affects it less.
Queries are those of the last request; the size is that of the compressed response. `--only WORD`
requests the pages with that word in their name. `--keep` leaves the database in a folder, or uses
the one found there, because creating it takes minutes. `--matches` says how many matches it has,
for the times at a million of them. `--club` requests the pages of one large
club instead, `--federation` those of a federation of 60 clubs. `--browser` measures pages of a
small site with Chromium instead (`bench.web_vitals`).
"""

import argparse
import asyncio
import gc
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

TIMES = 60
WARM = 3
MATCHES = 100_000
WORKLOAD = (
    "10,000 players, {:,} matches; 60 requests a page through the ASGI application, one after "
    "the other; server time, SQLite"
)
CLUB_WORKLOAD = (
    "one club of 500 members, 300 competitions, 100,000 matches; 60 requests a page through the "
    "ASGI application, one after the other; server time, SQLite"
)
FEDERATION_WORKLOAD = (
    "a federation of 60 clubs and 5 seasons of 60 events of 32; 60 requests a page through the "
    "ASGI application, one after the other; server time, SQLite"
)
CLOSED = "closed: "  # pages that only the first signed-in user may read
WORKLOADS = {"club": CLUB_WORKLOAD, "federation": FEDERATION_WORKLOAD}
PLAYED = "bracket"  # the pages also requested by the second signed-in user, one of the players
Addresses = Mapping[str, str]


@dataclass
class Queries:
    """Number of statements on any connection since the last reset to 0."""

    number: int = 0

    def __call__(self, execute: Callable[..., object], *statement: object) -> object:
        """Count a statement and execute it."""
        self.number += 1
        return execute(*statement)


@dataclass(frozen=True)
class Answer:
    """The response to a request."""

    status: int
    size: int
    queries: int
    ms: float
    cpu_ms: float


class Site:
    """The ASGI application, called in this process."""

    def __init__(self) -> None:
        from django.db.backends.signals import connection_created

        from truco_site.asgi import application

        self._application = application
        self._queries = Queries()
        connection_created.connect(self._count, weak=False)

    def _count(self, *, connection: object, **kwargs: object) -> None:
        connection.execute_wrappers.insert(0, self._queries)  # a page has one of its own

    async def get(self, address: str, session: str = "") -> Answer:
        """Request a page."""
        sent: list[dict[str, object]] = []
        messages = iter([{"type": "http.request", "body": b"", "more_body": False}])
        over = asyncio.Event()

        async def receive() -> dict[str, object]:
            for message in messages:
                return message
            await over.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict[str, object]) -> None:
            sent.append(message)

        self._queries.number = 0
        begun, spent = time.perf_counter(), time.process_time()
        await self._application(_scope(address, session), receive, send)
        ms, cpu_ms = (time.perf_counter() - begun) * 1000, (time.process_time() - spent) * 1000
        over.set()
        size = sum(len(message.get("body", b"")) for message in sent)
        return Answer(sent[0]["status"], size, self._queries.number, ms, cpu_ms)


def _scope(address: str, session: str) -> dict[str, object]:
    parts = urlsplit(address)
    headers = [(b"host", b"localhost"), (b"accept-encoding", b"gzip")]
    if session:
        headers.append((b"cookie", f"session={session}".encode()))
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": parts.path,
        "raw_path": parts.path.encode(),
        "root_path": "",
        "query_string": parts.query.encode(),
        "headers": headers,
        "client": ("127.0.0.1", 40000),
        "server": ("localhost", 80),
    }


async def measure(
    site: Site, addresses: Addresses, sessions: Sequence[str]
) -> list[dict[str, object]]:
    """Request every page as a visitor, signed in, and where it applies as a player."""
    reader, player = sessions
    readers = (("", ""), (", signed in", reader), (", one who plays", player))
    return [
        await _row(site, f"{page}{suffix}", address, cookie)
        for page, address in addresses.items()
        for suffix, cookie in _readers_of(page, readers)
    ]


def _readers_of(page: str, readers: Sequence[tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Return who requests a page: players those of a bracket, organisers alone the closed ones."""
    if page.startswith(CLOSED):
        return readers[1:2]
    return readers if PLAYED in page else readers[:2]


async def _row(site: Site, page: str, address: str, session: str) -> dict[str, object]:
    answers = [await _ask(site, page, address, session) for _ in range(WARM + TIMES)][WARM:]
    cut = statistics.quantiles([answer.ms for answer in answers], n=100)
    cpu = statistics.quantiles([answer.cpu_ms for answer in answers], n=100)
    return {
        "page": page,
        "queries": answers[-1].queries,
        "p50_ms": round(cut[49], 1),
        "p95_ms": round(cut[94], 1),
        "cpu_p50_ms": round(cpu[49], 1),
        "cpu_p95_ms": round(cpu[94], 1),
        "gzip_kb": round(statistics.median(answer.size for answer in answers) / 1024, 1),
    }


async def _ask(site: Site, page: str, address: str, session: str) -> Answer:
    """Request a page once; without caches if it measures a first reader."""
    if page.startswith("first reader"):
        from django.core.cache import caches

        from tournaments.live.competition import read

        caches["pages"].clear()
        read.cache_clear()
    answer = await site.get(address, session)
    assert answer.status == 200, f"{page}: {address} answered {answer.status}"
    return answer


@contextmanager
def folder(path: Path | None) -> Iterator[Path]:
    """Yield the folder of the database: the given one, or a temporary one."""
    if path is not None:
        path.mkdir(parents=True, exist_ok=True)
        yield path.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="truco-bench-") as scratch:
        yield Path(scratch)


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for garbage seldom: among millions of rows that takes a third of the time."""
    usual = gc.get_threshold()
    gc.set_threshold(200_000, 50, 100)
    yield
    gc.set_threshold(*usual)


def prepare(
    home: Path, *, kind: str = "", matches: int = MATCHES
) -> tuple[int, Addresses, Sequence[str]]:
    """Create the dataset in the folder; return its matches, the URLs of its pages, two sessions."""
    os.environ |= {
        "VAR_DIR": str(home),
        "ALARM": "0",
        "DJANGO_SETTINGS_MODULE": "truco_site.settings",
    }
    import django

    django.setup()
    from django.core.management import call_command
    from django.utils import timezone

    from bench.dataset import federation, large_club
    from bench.dataset.generate import furnish
    from bench.page_urls import addresses, open_session

    note = home / f"{kind or 'addresses'}.json"
    if not note.exists():
        _tell("making the dataset")
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        general = partial(furnish, matches=matches)
        makers = {"club": large_club.furnish, "federation": federation.furnish, "": general}
        with seldom_collected():
            dataset = makers[kind](timezone.now())
        readers = [dataset.players[place] for place in (1, -1)]
        match kind:
            case "club":
                readers[0] = large_club.owner_of(next(iter(dataset.members)))
                pages = large_club.addresses()
            case "federation":
                readers[0] = federation.organiser_of(dataset)
                pages = federation.addresses()
            case _:
                pages = addresses(dataset)
        note.write_text(json.dumps([matches, pages, list(map(open_session, readers))]))
    matches, pages, sessions = json.loads(note.read_text())
    return matches, pages, sessions


def _tell(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def main() -> None:
    """Parse the options, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="one object on standard output")
    for kind, pages in (("club", "one large club"), ("federation", "a federation of 60 clubs")):
        parser.add_argument(
            f"--{kind}", dest="kind", action="store_const", const=kind, help=f"the pages of {pages}"
        )
    parser.set_defaults(kind="")
    parser.add_argument("--matches", type=int, default=MATCHES, help="of the general dataset")
    parser.add_argument("--browser", action="store_true", help="what a phone shows, and when")
    parser.add_argument("--only", default="", help="pages with this in their name")
    parser.add_argument("--keep", type=Path, help="where the database is, or is to be left")
    options = parser.parse_args()
    if options.kind and options.matches != MATCHES:
        parser.error("--matches is for the general dataset only")
    if options.browser:
        from bench import web_vitals as painted

        with folder(None) as home:
            results = painted.rows(home, options.only)
        _tell_painted(painted.WORKLOAD, results, as_json=options.json)
        return
    with folder(options.keep) as home:
        matches, pages, sessions = prepare(home, kind=options.kind, matches=options.matches)
        selected = {page: address for page, address in pages.items() if options.only in page}
        rows = asyncio.run(measure(Site(), selected, sessions))
    workload = WORKLOADS[options.kind] if options.kind else WORKLOAD.format(matches)
    if options.json:
        print(json.dumps({"workload": workload, "rows": rows}))
        return
    print(workload)
    _print(rows)


def _tell_painted(workload: str, rows: Sequence[Mapping[str, object]], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"workload": workload, "rows": rows}))
        return
    print(workload)
    for row in rows:
        print(", ".join(f"{name} {value}" for name, value in row.items()))


def _print(rows: Sequence[Mapping[str, object]]) -> None:
    print(f"{'page':<48} {'queries':>7} {'p50':>8} {'p95':>8} {'CPU p50, p95':>14} {'gzip':>11}")
    for row in rows:
        times = f"{row['p50_ms']:>5} ms {row['p95_ms']:>5} ms"
        cpu = f"{row['cpu_p50_ms']:>8} {row['cpu_p95_ms']:>5}"
        print(f"{row['page']:<48} {row['queries']:>7} {times} {cpu} ms {row['gzip_kb']:>5} KB")


if __name__ == "__main__":
    main()
