"""Five tables in trouble: `python -m bench.troubles [--json]` (as root: it mounts a small disk).

A real `manage.py serve` (one process, SQLite) with five tables of two, turns of 15 s, whose players
are clients on sockets. Each phase takes 20 s. A click is measured from its sending to its
acknowledgement, retries included: where the socket closes, the client comes back and sends the same
act again under the same id, as the page does. A click is lost if it was acknowledged and is not in
the database at the end. A turn is lost if the clock played it.

The phases run one after the other on one site; the e-mails of the second go on hanging during the
others. The full disk is a tmpfs with a site of its own. The system's clock is not touched:
heartbeats and deadlines in the database are moved an hour ahead, as a clock that was set back by an
hour leaves them. Export loops are requests without a pause from six addresses (127.0.0.2 to .7),
also after a refusal with 429.
"""

import argparse
import asyncio
import http.client
import json
import random
import re
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

from bench.click_load import open_all, seated
from bench.table_clients import Player, Table
from bench.test_server import ROOT, SECRET, SiteProcesses, scratch, served

TABLES, TURN_SECONDS = 5, 15
SECONDS = 20.0
PAUSE = 0.3  # seconds between two clicks at a table
PATIENCE = 60.0  # seconds after which an act is not sent again
DISK = "160m"
LOOPS = 6
DOWNLOADS = (
    *(f"/competitions/1/export/{name}" for name in ("competition.json", "matches.csv")),
    *(f"/competitions/1/export/{name}" for name in ("entries.csv", "standings.csv")),
    "/competitions/1/picture.png",
    "/competitions/1/calendar.ics",
    "/matches/1/picture.png",
    "/tables/1/record.tgn",
    "/tables/1/record/picture.png",
)
FAULT = re.compile(r"^[\w.]*(?:Error|Exception)\b.*$", re.MULTILINE)


@dataclass
class Tally:
    """The clicks of one phase: (table, sent at, acknowledged at, act's id)."""

    done: list[tuple[int, float, float, str]] = field(default_factory=list)
    sent: int = 0
    refused: int = 0
    retries: int = 0
    healthz: list[float] = field(default_factory=list)

    def milliseconds(self) -> list[float]:
        """Return how long each click took to its acknowledgement, in order."""
        return sorted(1000 * (answered - sent) for _, sent, answered, _ in self.done)

    def first_done(self, since: float) -> tuple[float, float]:
        """Return the seconds until the first table played again, and until all did."""
        by_table: dict[int, float] = {}
        for table, _, at, _ in self.done:
            if at > since:
                by_table.setdefault(table, at - since)
        times = [by_table.get(table, float("inf")) for table in {row[0] for row in self.done}]
        return round(min(times), 1), round(max(times), 1)


@dataclass(frozen=True)
class Site:
    """The running site, its folder, and the tables."""

    house: SiteProcesses
    folder: Path
    tables: Sequence[Table]

    def ask(self, path: str, form: str = "") -> tuple[int, float]:
        """Request a page, or post a form; return its status and the milliseconds it took."""
        begun = time.perf_counter()
        headers = {
            "Cookie": f"csrf={SECRET}",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        body = f"csrfmiddlewaretoken={SECRET}&{form}" if form else None
        with closing(http.client.HTTPConnection("127.0.0.1", self.house.port, timeout=60)) as line:
            line.request("POST" if form else "GET", path, body, headers)
            answer = line.getresponse()
            answer.read()
        return answer.status, 1000 * (time.perf_counter() - begun)

    def sql(self, statement: str) -> list[Any]:
        """Run a statement on the site's database."""
        with closing(sqlite3.connect(self.folder / "truco.sqlite3", timeout=30)) as line, line:
            return line.execute(statement).fetchall()

    def turns_lost(self) -> int:
        """Return how many acts the clock did for the players."""
        games = ", ".join(str(table.game) for table in self.tables)
        query = f"SELECT count(*) FROM games_action WHERE by='clock' AND game_id IN ({games})"
        return int(self.sql(query)[0][0])


async def _play(table: Table, tally: Tally, is_over: Callable[[], bool], pause: float) -> None:
    """Click at a table, one act after the other, with a pause of seconds between them."""
    rng = random.Random(table.game)
    while not is_over():
        for player in table.players:
            await _reopen(player)
        able = [player for player in table.players if player.choices()]
        if not able:
            await asyncio.sleep(0.01)
            continue
        await _act(able[0], rng.choice(able[0].choices()), tally)
        await asyncio.sleep(pause)


def _is_closed(player: Player) -> bool:
    return player.line is None or player.line.is_closed


async def _reopen(player: Player) -> None:
    if _is_closed(player):
        with suppress(OSError):
            await player.open()


async def _act(player: Player, token: str, tally: Tally) -> None:
    """Act once, and again for as long as the outcome is unknown."""
    version, action_id, begun = player.version, uuid4().hex, time.perf_counter()
    player.send_action(token, version, action_id)
    tally.sent += 1
    while time.perf_counter() < begun + PATIENCE:
        if action_id in player.done:
            tally.done.append((player.game, begun, time.perf_counter(), action_id))
            while player.version == version and not _is_closed(player):
                await asyncio.sleep(0.001)
            return
        if any(action_id in answer for answer in player.refused):
            tally.refused += 1
            return
        if _is_closed(player):
            await asyncio.sleep(0.2)
            await _reopen(player)
            if not _is_closed(player):
                player.send_action(token, version, action_id)
                tally.retries += 1
        await asyncio.sleep(0.001)


async def _probe(site: Site, tally: Tally, is_over: Callable[[], bool]) -> None:
    while not is_over():
        tally.healthz.append((await asyncio.to_thread(site.ask, "/healthz"))[1])
        await asyncio.sleep(0.5)


def percentiles(ms: Sequence[float]) -> dict[str, float]:
    """Return the percentiles of some times, in milliseconds."""
    cut = statistics.quantiles(ms, n=100, method="inclusive")
    return {
        "p50_ms": round(cut[49], 1),
        "p95_ms": round(cut[94], 1),
        "p99_ms": round(cut[98], 1),
        "max_ms": round(max(ms), 1),
    }


Trouble = Callable[[Site, Tally], Awaitable[dict[str, Any]]]


async def run(
    name: str, trouble: Trouble, site: Site, pause: float = PAUSE
) -> tuple[dict[str, Any], Tally]:
    """Play while a trouble lasts."""
    tally, over, lost = Tally(), asyncio.Event(), site.turns_lost()
    running = [_play(table, tally, over.is_set, pause) for table in site.tables]
    playing = asyncio.gather(*running, _probe(site, tally, over.is_set))
    more = await trouble(site, tally)
    over.set()
    await playing
    times = tally.milliseconds()
    row = {"phase": name, "sent": tally.sent, "acknowledged": len(times), "refused": tally.refused}
    row |= {"unanswered": tally.sent - len(times) - tally.refused, "retries": tally.retries}
    row |= {"turns_lost": site.turns_lost() - lost, **percentiles(times)}
    probed = {"healthz_p50_ms": statistics.median(tally.healthz)}
    probed["healthz_max_ms"] = max(tally.healthz)
    return {**row, **{key: round(ms, 1) for key, ms in probed.items()}, **more}, tally


async def at_rest(site: Site, tally: Tally) -> dict[str, Any]:
    """Nothing is wrong."""
    await asyncio.sleep(SECONDS)
    return {}


async def mail_hangs(site: Site, tally: Tally) -> dict[str, Any]:
    """Request new passwords and accounts; the mail server takes connections and says nothing."""
    end = time.perf_counter() + SECONDS
    answers: list[tuple[int, float]] = []
    word = uuid4().hex
    while time.perf_counter() < end:
        name = f"new{len(answers)}"
        account = f"username={name}&email={name}@b.example&password1={word}&password2={word}"
        for path, form in (
            ("password/reset", f"email=bench{len(answers) % 10 // 2}x0@b.example"),
            ("signup", account),
        ):
            answers.append(await asyncio.to_thread(site.ask, f"/accounts/{path}/", form))
        await asyncio.sleep(0.5)
    return {
        "forms": dict(Counter(status for status, _ in answers)),
        "form_p50_ms": round(statistics.median(ms for _, ms in answers), 1),
        "form_max_ms": round(max(ms for _, ms in answers), 1),
        "mail_waiting": site.sql("SELECT count(*) FROM accounts_outgoingmail")[0][0],
    }


async def process_stops(site: Site, tally: Tally) -> dict[str, Any]:
    """Stop the process for longer than a turn, and let it go on."""
    await asyncio.sleep(5)
    process = site.house.processes[0]
    process.send_signal(signal.SIGSTOP)
    try:
        await asyncio.sleep(SECONDS)
    finally:
        process.send_signal(signal.SIGCONT)
    back = time.perf_counter()
    await asyncio.sleep(15)
    return dict(zip(("first_after_s", "all_after_s"), tally.first_done(back), strict=True))


async def clock_goes_back(site: Site, tally: Tally) -> dict[str, Any]:
    """Move the heartbeats and the deadlines an hour ahead."""
    hour = "strftime('%Y-%m-%d %H:%M:%f', {0}, '+1 hour')"
    site.sql(f"UPDATE games_game SET act_by = {hour.format('act_by')} WHERE act_by IS NOT NULL")
    site.sql(f"UPDATE games_heartbeat SET at = {hour.format('at')}")
    moved = time.perf_counter()
    await asyncio.sleep(SECONDS)
    ahead = site.sql(
        "SELECT count(*) FROM games_heartbeat WHERE at > datetime('now', '+5 minutes')"
    )
    after = tally.first_done(moved)
    return {"first_after_s": after[0], "all_after_s": after[1], "heartbeats_ahead": ahead[0][0]}


async def exports_loop(site: Site, tally: Tally) -> dict[str, Any]:
    """Six clients download in loops."""
    command = [sys.executable, "-m", "bench.troubles", "--download", str(site.house.port)]
    process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
    output, _ = await process.communicate()
    return {"downloads": json.loads(output)}


async def disk_fills(site: Site, tally: Tally) -> dict[str, Any]:
    """Fill the disk to the last byte, and free it again."""
    await asyncio.sleep(5)
    filler, full = site.folder / "filler", time.perf_counter()
    with filler.open("wb", buffering=0) as file:
        for size in (2**20, 4096, 1):
            with suppress(OSError):
                while file.write(bytes(size)):
                    pass
    await asyncio.sleep(SECONDS)
    ready = (await asyncio.to_thread(site.ask, "/readyz"))[0]
    filler.unlink()
    freed = time.perf_counter()
    while (await asyncio.to_thread(site.ask, "/readyz"))[
        0
    ] != 200 and time.perf_counter() < freed + 30:
        await asyncio.sleep(0.2)
    ready_after = round(time.perf_counter() - freed, 1)
    await asyncio.sleep(10)
    while_full = sum(full < at < freed for _, _, at, _ in tally.done)
    after = tally.first_done(freed)
    return {
        "acknowledged_while_full": while_full,
        "readyz_while_full": ready,
        "ready_after_s": ready_after,
        "first_after_s": after[0],
        "all_after_s": after[1],
    }


DISK_OF_THE_MACHINE: dict[str, Trouble] = {
    "at rest": at_rest,
    "mail server hangs": mail_hangs,
    "process stopped for 20 s": process_stops,
    "clock set back by an hour": clock_goes_back,
    "six export loops": exports_loop,
}
SMALL_DISK: dict[str, Trouble] = {"at rest, tmpfs": at_rest, "full disk": disk_fills}


@contextmanager
def _mounted(folder: str, is_small: bool) -> Iterator[None]:
    if not is_small:
        yield
        return
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", folder], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def measure(troubles: dict[str, Trouble], *, is_small: bool) -> list[dict[str, Any]]:
    """Run some phases on a site of their own; the last row is what was found afterwards."""
    with (
        scratch(1) as (environment, servers),
        _mounted(environment["VAR_DIR"], is_small),
        socket.create_server(("127.0.0.1", 0), backlog=1000) as silent,  # never accepts
        tempfile.TemporaryFile() as log,
    ):
        mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(silent.getsockname()[1])}
        environment |= mail | {"EMAIL_USE_TLS": "0"}
        script = [sys.executable, "-m", "bench.troubles", "--prepare"]
        alone = {"ALARM": "0", "DJANGO_SETTINGS_MODULE": "truco_site.settings"}
        process = subprocess.run(
            script, env=environment | alone, stdout=subprocess.PIPE, check=True
        )
        games = json.loads(process.stdout)
        with served(environment, servers, 1, log) as house:
            rows, ids, site = asyncio.run(_run_all(troubles, games, house, environment["VAR_DIR"]))
        stored = {row[0] for row in site.sql("SELECT action_id FROM games_action")}
        verify = [sys.executable, str(ROOT / "manage.py"), "verify"]
        verified = subprocess.run(verify, env=environment, capture_output=True, text=True)
        log.seek(0)
        text = log.read().decode()
        after = {"phase": "afterwards", "acknowledged_and_lost": len(ids - stored)}
        after |= {"verify": verified.stdout.strip() or verified.stderr.strip()}
        after |= {"log": dict(Counter(FAULT.findall(text)))}
        after |= {"clock_set_back_lines": text.count("the clock was set back by")}
        return [*rows, after]


async def _run_all(
    troubles: dict[str, Trouble], games: Any, house: SiteProcesses, folder: str
) -> tuple[list[dict[str, Any]], set[str], Site]:
    site = Site(house, Path(folder), seated(games, house.port, 0))
    await open_all([player for table in site.tables for player in table.players])
    rows, ids = [], set()
    for name, trouble in troubles.items():
        row, tally = await run(name, trouble, site)
        sys.stderr.write(f"{row}\n")
        rows.append(row)
        ids |= {action_id for *_, action_id in tally.done}
    return rows, ids, site


def prepare() -> list[tuple[int, list[str]]]:
    """Play a cup that can be downloaded, and open the tables."""
    import django

    django.setup()
    from django.core.management import call_command

    from bench.table_fixtures import open_tables
    from games.models import Game
    from tournaments.models import Competition

    call_command("migrate", verbosity=0)
    call_command("play_cup", entries=8, stdout=sys.stderr)
    Competition.objects.update(public=True)
    Game.objects.update(public=True)
    return open_tables(TABLES, TURN_SECONDS)


def download(port: int) -> dict[str, int]:
    """Download in loops from several addresses; return how often each status came."""
    statuses: Counter[str] = Counter()
    end = time.perf_counter() + SECONDS

    def loop(source: str) -> None:
        line = http.client.HTTPConnection("127.0.0.1", port, 60, source_address=(source, 0))
        with closing(line):
            while time.perf_counter() < end:
                for path in DOWNLOADS:
                    line.request("GET", path)
                    answer = line.getresponse()
                    answer.read()
                    statuses[str(answer.status)] += 1

    loops = [Thread(target=loop, args=(f"127.0.0.{2 + number}",)) for number in range(LOOPS)]
    for each in loops:
        each.start()
    for each in loops:
        each.join()
    return dict(statuses)


def main() -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--only", choices=("disk", "others"))
    parser.add_argument("--prepare", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--download", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.prepare:
        print(json.dumps(prepare()))
        return
    if options.download:
        print(json.dumps(download(options.download)))
        return
    rows: list[dict[str, Any]] = []
    if options.only != "disk":
        rows += measure(DISK_OF_THE_MACHINE, is_small=False)
    if options.only != "others":
        rows += measure(SMALL_DISK, is_small=True)
    if options.json:
        print(json.dumps({"rows": rows}))
    else:
        for row in rows:
            print(", ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
