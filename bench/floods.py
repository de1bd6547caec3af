"""Five tables under six floods: `python -m bench.floods [--json] [--only FLOOD] [--seconds N]`.

A real `manage.py serve` (one process, SQLite) with five tables of two, whose players click in turn,
a fifth of a second after each answer. Meanwhile strangers at six addresses (127.0.0.2 to .7) ask
without a pause, each for one thing after the other, also after a refusal. Between two floods the
tables play at rest; the last row is of all clicks at rest. A click is measured from its sending to
its acknowledgement. The goal: the p99 of a click is at most twice that at rest, and no click is
lost.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from bench.click_load import open_all, seated
from bench.raw_sockets import greeting, masked
from bench.test_server import SECRET, scratch, served
from bench.troubles import DOWNLOADS, Site, Tally, Trouble, percentiles, run

SECONDS: Final = 30.0
PAUSE: Final = 0.2
REST: Final = "at rest"
STRANGERS: Final = tuple(f"127.0.0.{2 + number}" for number in range(6))
TABLE: Final = "/ws/tables/1/?language=es"
PAGES: Final = (
    *("/", "/tables/", "/competitions/", "/competitions/1/", "/ranking/"),
    *("/matches/1/", "/tables/1/record/", "/rules/"),
)
FRAMES: Final = (
    '{"act": "truco", "version": 1, "id": "%032x"}',
    '{"act": "4b", "version": 99999, "id": "%032x"}',
    "%032x",
    "[%d]",
)


class Stranger:
    """One address that asks for one thing after the other, and counts the answers by status."""

    def __init__(self, port: int, address: str, until: float) -> None:
        self.port, self.address, self.until = port, address, until
        self.statuses: Counter[str] = Counter()
        self.number = 0  # of what was asked

    async def ask(self, path: str, form: str = "") -> None:
        """Request a page, or post a form, on a connection of its own."""
        body = f"csrfmiddlewaretoken={SECRET}&{form}".encode() if form else b""
        head = (
            f"{'POST' if form else 'GET'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Origin: http://127.0.0.1:{self.port}\r\nConnection: close\r\n"
            f"Cookie: csrf={SECRET}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        answer = await self._exchange(head.encode() + body)
        self.statuses[answer[9:12].decode() or "closed"] += 1

    async def look_in(self) -> None:
        """Open a table's socket, and leave."""
        answer = await self._exchange(greeting(TABLE, self.port), wait=False)
        self.statuses[answer[9:12].decode() or "closed"] += 1

    async def talk_nonsense(self) -> None:
        """Send frames to a table's socket until it is closed."""
        try:
            reader, writer = await self._connect()
            writer.write(greeting(TABLE, self.port))
            answer = await reader.read(4096)
        except OSError:
            self.statuses["closed"] += 1
            return
        self.statuses[answer[9:12].decode() or "closed"] += 1
        while time.time() < self.until and not reader.at_eof() and not writer.is_closing():
            self.number += 1
            writer.write(masked((FRAMES[self.number % len(FRAMES)] % self.number).encode()))
            self.statuses["frames"] += 1
            try:
                await writer.drain()
                await asyncio.wait_for(reader.read(65536), 0.01)
            except TimeoutError:
                continue
            except OSError:
                break
        writer.close()

    async def _exchange(self, request: bytes, *, wait: bool = True) -> bytes:
        try:
            reader, writer = await self._connect()
            writer.write(request)
            answer = await (reader.read() if wait else reader.read(64))
            writer.close()
        except OSError:
            return b""
        return answer

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))


async def read_pages(stranger: Stranger) -> None:
    """Read a page that anyone may see, each time another."""
    await stranger.ask(PAGES[stranger.number % len(PAGES)])


async def download_files(stranger: Stranger) -> None:
    """Download an export, a picture or a calendar, each time another."""
    await stranger.ask(DOWNLOADS[stranger.number % len(DOWNLOADS)])


async def guess_passwords(stranger: Stranger) -> None:
    """Sign in with wrong passwords, each time with another name."""
    name = f"bench{stranger.number % 5}x{stranger.number % 2}"
    await stranger.ask("/accounts/login/", f"login={name}&password=wrong{stranger.number}")


async def open_sockets(stranger: Stranger) -> None:
    """Open sockets of a table and leave at once."""
    await stranger.look_in()


async def send_frames(stranger: Stranger) -> None:
    """Send nonsense through a socket."""
    await stranger.talk_nonsense()


async def open_tables(stranger: Stranger) -> None:
    """Open tables with robots, each time as a new guest."""
    await stranger.ask("/tables/practice/", "preset=argentino&company=robots&seats=2&target=15")


FLOODS: Final[dict[str, Callable[[Stranger], Awaitable[None]]]] = {
    "pages": read_pages,
    "files": download_files,
    "passwords": guess_passwords,
    "sockets": open_sockets,
    "frames": send_frames,
    "tables": open_tables,
}


async def flood(kind: str, port: int, seconds: float) -> dict[str, int]:
    """Let all strangers ask for a kind of thing; return how often each status came."""
    until = time.time() + seconds
    strangers = [Stranger(port, address, until) for address in STRANGERS]

    async def ask_on(stranger: Stranger) -> None:
        while time.time() < until:
            await FLOODS[kind](stranger)
            stranger.number += 1

    await asyncio.gather(*map(ask_on, strangers))
    return dict(sum((each.statuses for each in strangers), Counter()))


def flooded_by(kind: str, seconds: float) -> Trouble:
    """Return the trouble of a flood, made by a process of its own; of none for `REST`."""

    async def trouble(site: Site, tally: Tally) -> dict[str, Any]:
        if kind == REST:
            await asyncio.sleep(seconds)
            return {}
        command = [sys.executable, "-m", "bench.floods", "--flood", kind]
        command += ["--port", str(site.house.port), "--seconds", str(seconds)]
        process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
        output, _ = await process.communicate()
        return {"answers": json.loads(output)}

    return trouble


async def _run_all(kinds: list[str], seconds: float, site: Site) -> list[dict[str, Any]]:
    await open_all([player for table in site.tables for player in table.players])
    rows, rested = [], []
    for kind in kinds:
        row, tally = await run(kind, flooded_by(kind, seconds), site, PAUSE)
        sys.stderr.write(f"{row}\n")
        rows.append(row)
        if kind == REST:
            rested += tally.milliseconds()
    return [*rows, {"phase": f"{REST}, all", "sent": len(rested), **percentiles(rested)}]


def measure(only: list[str], seconds: float) -> list[dict[str, Any]]:
    """Run the floods on a site of their own, with a rest before each."""
    with scratch(1) as (environment, servers), tempfile.TemporaryFile() as log:
        script = [sys.executable, "-m", "bench.troubles", "--prepare"]
        alone = {"ALARM": "0", "DJANGO_SETTINGS_MODULE": "truco_site.settings"}
        process = subprocess.run(
            script, env=environment | alone, stdout=subprocess.PIPE, check=True
        )
        games = json.loads(process.stdout)
        del environment["SOCKETS_PER_ADDRESS"]  # of the other benches: here the limit counts
        with served(environment, servers, 1, log) as house:
            site = Site(house, Path(environment["VAR_DIR"]), seated(games, house.port, 0))
            kinds = [each for kind in only or FLOODS for each in (REST, kind)]
            return asyncio.run(_run_all(kinds, seconds, site))


def main() -> None:
    """Parse the options, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", choices=FLOODS, action="append", default=[])
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each flood")
    parser.add_argument("--flood", choices=FLOODS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.flood:
        print(json.dumps(asyncio.run(flood(options.flood, options.port, options.seconds))))
        return
    rows = measure(options.only, options.seconds)
    if options.json:
        print(json.dumps({"rows": rows}))
        return
    for row in rows:
        print(", ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
