"""How long a click takes to reach everybody else at the table: `python -m bench.tables [--json]`.

A real `manage.py serve` (SQLite, worker, beat, sockets in one process) on a scratch folder; in
this process a browser's worth of client per player and per spectator. A click is a POST of a legal
action with its CSRF token, version and action id; it is measured from before the request is sent
until the frame of the version it made has arrived at each other socket of the table. The database
is in the path of every click. Frames that do not arrive within `LOST_AFTER` seconds are counted as
lost.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import psutil
from websockets.asyncio.client import ClientConnection, connect

LOST_AFTER = 5.0
ROOT = Path(__file__).resolve().parent.parent
CSRF = "b" * 32

VERSION = re.compile(r'data-version="(\d+)"')
ACTION_ID = re.compile(r'name="action_id" value="([^"]+)"')
BUTTON = re.compile(r'<button[^>]*name="token" value="([^"]+)"([^>]*)>')


@dataclass(frozen=True)
class Case:
    """One workload: tables, sockets in all, clicks a second over all tables, and for how long."""

    name: str
    tables: int
    sockets: int
    clicks_per_s: float
    seconds: float


CASES = (
    Case("50 tables, 300 sockets", 50, 300, 15, 30),
    Case("1 table, 500 spectators", 1, 502, 2, 20),
    Case("200 tables, 1000 sockets", 200, 1000, 60, 30),
)


@dataclass
class Watcher:
    """One socket: the newest fragment, and when each version first arrived."""

    fragment: str = ""
    arrived: dict[int, float] = field(default_factory=dict)

    async def follow(self, line: ClientConnection) -> None:
        """Keep every frame's arrival."""
        async for frame in line:
            if 'id="table"' in frame:
                version = int(VERSION.search(frame)[1])
                self.arrived.setdefault(version, time.perf_counter())
                self.fragment = str(frame)


@dataclass
class Player(Watcher):
    """A socket with a seat; each click opens a connection of its own, as after a pause."""

    session: str = ""
    game: int = 0
    port: int = 0

    def choices(self) -> list[str]:
        """The actions its fragment offers; nobody folds here, so hands last."""
        found = BUTTON.findall(self.fragment)
        return [token for token, rest in found if "aria-disabled" not in rest and token != "mazo"]

    def click(self, token: str) -> int:
        """Send an action; returns the HTTP status."""
        body = urlencode(
            {
                "token": token,
                "seen_version": VERSION.search(self.fragment)[1],
                "action_id": ACTION_ID.search(self.fragment)[1],
            }
        )
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"session={self.session}; csrf={CSRF}",
            "X-CSRFToken": CSRF,
            "HX-Request": "true",
            "Prefer": "return=minimal",
        }
        line = HTTPConnection("127.0.0.1", self.port)
        line.request("POST", f"/tables/{self.game}/play/", body, headers)
        answer = line.getresponse()
        answer.read()
        line.close()
        return answer.status


@dataclass
class Table:
    """A game's players and its spectators."""

    game: int
    players: list[Player]
    spectators: list[Watcher]

    @property
    def sockets(self) -> list[Watcher]:
        """Every socket of the table."""
        return [*self.players, *self.spectators]


def prepare(case: Case) -> list[tuple[int, list[str]]]:
    """Make the games of a case in the scratch database; returns (game, sessions of its players)."""
    import django

    django.setup()
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command
    from django.utils import timezone

    from accounts.models import User
    from games.engine import make_rules
    from games.services import seating
    from games.services.seating import SeatPlan

    call_command("migrate", verbosity=0)
    backend = "allauth.account.auth_backends.AuthenticationBackend"
    games = []
    for number in range(case.tables):
        users = [
            User.objects.create_user(f"bench{number}x{seat}", email=f"b{number}x{seat}@b.example")
            for seat in range(2)
        ]
        game = seating.open_game(
            rules=make_rules("argentino", {"target": "60", "legs_to_win": "3"}),
            seats=[SeatPlan(user=user) for user in users],
            competitive=False,
            public=True,
            turn_seconds=120,
            title="bench",
            now=timezone.now(),
        )
        sessions = []
        for user in users:
            seating.sit_down(
                game_id=game.pk, user=user, corte_hash="", address="", now=timezone.now()
            )
            store = SessionStore()
            store[SESSION_KEY], store[BACKEND_SESSION_KEY] = str(user.pk), backend
            store[HASH_SESSION_KEY] = user.get_session_auth_hash()
            store.create()
            sessions.append(store.session_key)
        games.append((game.pk, sessions))
    return games


@contextmanager
def server(folder: str) -> Iterator[tuple[int, psutil.Process]]:
    """Run the site on the scratch folder; yields its port and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port)]
    environment = {**os.environ, "VAR_DIR": folder, "DEMO": "0", "SOCKETS_PER_ADDRESS": "100000"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL) as process:
        try:
            _wait_for(port, process)
            yield port, psutil.Process(process.pid)
        finally:
            process.terminate()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise SystemExit("the server did not start")


async def run(
    case: Case, games: Sequence[tuple[int, list[str]]], port: int, process: psutil.Process
) -> dict[str, object]:
    """Play a case; returns its row."""
    tables = [_table(game, sessions, port) for game, sessions in games]
    turn = itertools.cycle(tables)
    for _ in range(case.sockets - 2 * case.tables):
        next(turn).spectators.append(Watcher())
    lines = [await _open(watcher, table, port) for table in tables for watcher in table.sockets]
    await _until(lambda: all(w.fragment for t in tables for w in t.sockets), 60)
    before = process.cpu_times()
    samples, lost, clicks = await _play(case, tables)
    after = process.cpu_times()
    cpu = after.user + after.system - before.user - before.system
    for line, follower in lines:
        follower.cancel()
        await line.close()
    ordered = sorted(samples)
    cut = statistics.quantiles(ordered, n=100)
    return {
        "case": case.name,
        "clicks_per_s": case.clicks_per_s,
        "samples": len(ordered),
        "server_cpu_ms_per_click": round(1000 * cpu / clicks, 1),
        "p50_ms": round(cut[49], 1),
        "p95_ms": round(cut[94], 1),
        "p99_ms": round(cut[98], 1),
        "max_ms": round(ordered[-1], 1),
        "lost": lost,
    }


def _table(game: int, sessions: Sequence[str], port: int) -> Table:
    players = [Player(session=key, game=game, port=port) for key in sessions]
    return Table(game, players, [])


async def _open(
    watcher: Watcher, table: Table, port: int
) -> tuple[ClientConnection, asyncio.Task[None]]:
    cookie = f"session={watcher.session}" if isinstance(watcher, Player) else ""
    line = await connect(
        f"ws://127.0.0.1:{port}/ws/tables/{table.game}/?language=es",
        origin=f"http://127.0.0.1:{port}",
        additional_headers={"Cookie": cookie} if cookie else {},
        compression=None,
        open_timeout=30,
    )
    return line, asyncio.create_task(watcher.follow(line))


async def _play(case: Case, tables: Sequence[Table]) -> tuple[list[float], int, int]:
    rng = random.Random(1)
    sent: dict[tuple[int, int], tuple[float, Player]] = {}
    clicks: set[asyncio.Task[int]] = set()
    order, end = itertools.cycle(tables), time.perf_counter() + case.seconds
    while time.perf_counter() < end:
        begun = time.perf_counter()
        for table in itertools.islice(order, len(tables)):
            player = next((p for p in table.players if p.choices()), None)
            version = player and int(VERSION.search(player.fragment)[1]) + 1
            if player is None or (table.game, version) in sent:
                continue
            sent[table.game, version] = (time.perf_counter(), player)
            token = rng.choice(player.choices())
            clicks.add(asyncio.create_task(asyncio.to_thread(player.click, token)))
            break
        await asyncio.sleep(max(0, 1 / case.clicks_per_s - (time.perf_counter() - begun)))
    statuses = await asyncio.gather(*clicks)
    assert set(statuses) == {204}, f"clicks were refused: {set(statuses)}"
    await asyncio.sleep(LOST_AFTER)
    return (*_latencies(tables, sent), len(clicks))


def _latencies(
    tables: Sequence[Table], sent: dict[tuple[int, int], tuple[float, Player]]
) -> tuple[list[float], int]:
    by_game = defaultdict(list)
    for table in tables:
        by_game[table.game] = table.sockets
    samples, lost = [], 0
    for (game, version), (at, actor) in sent.items():
        for watcher in by_game[game]:
            if watcher is actor:
                continue
            # A slot holds the newest frame only: a later version shows this one too.
            seen = [t for v, t in watcher.arrived.items() if v >= version]
            if seen and min(seen) - at < LOST_AFTER:
                samples.append((min(seen) - at) * 1000)
            else:
                lost += 1
    return samples, lost


async def _until(condition: object, seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]  # a plain callable
        if time.monotonic() > end:
            raise SystemExit("the sockets did not get their first frame")
        await asyncio.sleep(0.05)


def measure(case: Case) -> dict[str, object]:
    """Run one case on a database and a server of its own."""
    with tempfile.TemporaryDirectory(prefix="truco-bench-") as folder:
        script = [sys.executable, "-m", "bench.tables", "--prepare", json.dumps(vars(case))]
        environment = {
            **os.environ,
            "VAR_DIR": folder,
            "ALARM": "0",
            "DJANGO_SETTINGS_MODULE": "truco_site.settings",
        }
        made = subprocess.run(script, env=environment, stdout=subprocess.PIPE, check=True)
        games = json.loads(made.stdout)
        with server(folder) as (port, process):
            return asyncio.run(run(case, games, port, process))


def main() -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--case", type=int, choices=range(1, len(CASES) + 1), action="append")
    parser.add_argument("--prepare", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.prepare:
        print(json.dumps(prepare(Case(**json.loads(options.prepare)))))
        return
    chosen = [CASES[number - 1] for number in options.case or (1, 2)]
    rows = [measure(case) for case in chosen]
    if options.json:
        workload = "click (POST, database commit) to the frame at every other socket of the table"
        print(json.dumps({"workload": workload, "rows": rows}))
    else:
        for row in rows:
            print(", ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
