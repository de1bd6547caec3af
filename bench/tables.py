"""Costs and latency of a click at a live table: `python -m bench.tables [--json]`.

A real `manage.py serve` runs on a scratch folder (SQLite with synchronous FULL; worker, beat and
sockets in one process), or with `--processes` several processes with PostgreSQL and Valkey. This
process has a raw socket for each player and each spectator. A click is a legal action sent through
its player's socket. Its latency is the time until the frame of the resulting version has arrived at
each other socket of the table. Late frames count as lost. Tables are argentino, two seats, target
60.

CPU is that of the server and its children, including PostgreSQL and Valkey. The CPU of an idle
server is measured before, and subtracted from the cost of a click.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import uvloop

from bench.click_load import LOST_AFTER, click, figures, latencies, open_all, seated
from bench.table_clients import Table
from bench.table_fixtures import open_tables
from bench.test_server import SiteProcesses, scratch, served

IDLE = 8.0  # seconds without clicks
CALM, CALM_FOR = 200.0, 4  # milliseconds of CPU a second; seconds in which a server needs less
CALM_WITHIN = 40  # seconds
BOUND = 120.0  # milliseconds: the p99 limit that defines capacity
BEYOND = 1.5  # times capacity, in case G
SLOT = 5.0  # seconds for each rate that is tried
RECONNECTS = 2000


@dataclass(frozen=True)
class Case:
    """One workload: tables, sockets in total, clicks a second over all tables, and its duration."""

    name: str
    tables: int
    sockets: int
    rate: float
    seconds: float


CASES = {
    case.name: case
    for case in (
        Case("A", 50, 300, 15, 60),
        Case("B", 1, 1002, 2, 40),
        Case("C", 200, 1000, 60, 60),
        Case("D", 500, 2500, 150, 60),
        Case("D+", 1000, 5000, 300, 60),
        Case("E", 500, 5000, 0, 30),
        Case("E+", 500, 19_500, 0, 30),  # of 20,000 files that a process may often have open
        Case("F", 200, RECONNECTS, 0, 0),
        Case("G", 200, 1000, 60, 60),
    )
}


class Meter:
    """The CPU that the server and this process have used since its creation."""

    def __init__(self, house: SiteProcesses) -> None:
        self._house = house
        self._server, self._client = house.cpu(), time.process_time()
        self._begun = time.perf_counter()

    @property
    def server_ms(self) -> float:
        """Milliseconds of CPU of the server and its children."""
        return 1000 * (self._house.cpu() - self._server)

    @property
    def client_ms(self) -> float:
        """Milliseconds of CPU of this process."""
        return 1000 * (time.process_time() - self._client)

    @property
    def seconds(self) -> float:
        """Seconds of wall-clock time."""
        return time.perf_counter() - self._begun


async def run(
    case: Case, games: Sequence[tuple[int, list[str]]], house: SiteProcesses
) -> dict[str, Any]:
    """Run a case; return its row."""
    tables = seated(games, house.port, case.sockets - 2 * case.tables)
    watchers = [watcher for table in tables for watcher in table.sockets]
    await open_all(watchers)
    if case.name == "F":
        return {"case": case.name, **await _come_back(tables, house)}
    await calm(house)
    idle = Meter(house)
    await asyncio.sleep(case.seconds if not case.rate else IDLE)
    idle_ms = idle.server_ms / idle.seconds
    row = {"case": case.name, "clicks_per_s": case.rate}
    if case.name == "G":
        row |= await _overrun(case, tables)
    elif case.rate:
        row |= await _measured(case, tables, house, idle_ms)
    return {**row, "idle_cpu_ms_per_s": round(idle_ms, 1), "rss_mb": round(house.rss(), 1)}


async def calm(house: SiteProcesses) -> None:
    """Wait, for `CALM_WITHIN` at most, until the server has finished what follows a start."""
    quiet = 0
    for _ in range(CALM_WITHIN):
        second = Meter(house)
        await asyncio.sleep(1)
        quiet = quiet + 1 if second.server_ms < CALM * second.seconds else 0
        if quiet == CALM_FOR:
            return


async def _measured(
    case: Case, tables: Sequence[Table], house: SiteProcesses, idle_ms: float
) -> dict[str, Any]:
    meter = Meter(house)
    clicked = await click(tables, case.rate, case.seconds)
    await asyncio.sleep(LOST_AFTER)
    server_ms = meter.server_ms - idle_ms * meter.seconds
    clicks = max(1, clicked.acknowledged())
    client_ms = meter.client_ms
    samples, lost = latencies(tables, clicked)
    return {
        **figures(samples),
        "lost": lost,
        "clicks": clicks,
        "refused": len(clicked.sent) - clicks,
        "cpu_ms_per_click": round(server_ms / clicks, 2),
        "client_cpu_ms_per_click": round(client_ms / clicks, 2),
    }


async def _come_back(tables: Sequence[Table], house: SiteProcesses) -> dict[str, Any]:
    """Disconnect every socket at once, and reconnect immediately."""
    watchers = [watcher for table in tables for watcher in table.sockets]
    for watcher in watchers:
        assert watcher.line is not None
        watcher.line.close()
        watcher.version = 0
    await asyncio.sleep(1)
    meter = Meter(house)
    seconds = await open_all(watchers)
    await asyncio.sleep(1)
    return {
        "reconnects": len(watchers),
        "all_s": round(seconds, 1),
        "cpu_s": round(meter.server_ms / 1000, 1),
    }


async def _overrun(case: Case, tables: Sequence[Table]) -> dict[str, Any]:
    """Find the capacity, click at 1.5 times that rate, and measure the recovery."""
    capacity = rate = case.rate
    while await _p99(tables, rate, SLOT) <= BOUND:
        capacity, rate = rate, rate + 10
    clicked = await click(tables, BEYOND * capacity, case.seconds)
    begun = time.perf_counter()
    while await _p99(tables, case.rate / 4, 1) > BOUND and time.perf_counter() < begun + 60:
        pass
    return {
        "capacity_per_s": capacity,
        "clicks": len(clicked.sent),
        "acknowledged": clicked.acknowledged(),
        "lost": latencies(tables, clicked)[1],
        "normal_after_s": round(time.perf_counter() - begun, 1),
    }


async def _p99(tables: Sequence[Table], rate: float, seconds: float) -> float:
    clicked = await click(tables, rate, seconds)
    await asyncio.sleep(1)
    samples, lost = latencies(tables, clicked)
    return float("inf") if lost else figures(samples).get("p99_ms", 0.0)


def measure(case: Case, processes: int = 1) -> dict[str, Any]:
    """Run one case on a separate database and server."""
    with scratch(processes) as (environment, servers):
        script = [sys.executable, "-m", "bench.tables", "--prepare", str(case.tables)]
        alone = {"ALARM": "0", "DJANGO_SETTINGS_MODULE": "truco_site.settings"}
        process = subprocess.run(
            script, env=environment | alone, stdout=subprocess.PIPE, check=True
        )
        games = json.loads(process.stdout)
        with served(environment, servers, processes) as house:
            return {**_on_uvloop(lambda: run(case, games, house)), "processes": processes}


def _on_uvloop(begin: Callable[[], Any]) -> Any:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(begin())


def main() -> None:
    """Parse the options, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--case", choices=CASES, action="append")
    parser.add_argument("--seconds", type=float, help="of each case, instead of its own")
    parser.add_argument(
        "--processes",
        type=int,
        default=1,
        help="web processes, on PostgreSQL and Valkey if several",
    )
    parser.add_argument("--prepare", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.prepare:
        print(json.dumps(open_tables(options.prepare)))
        return
    chosen = [CASES[name] for name in options.case or ("A", "B")]
    if options.seconds:
        chosen = [
            Case(case.name, case.tables, case.sockets, case.rate, options.seconds)
            for case in chosen
        ]
    rows = [measure(case, options.processes) for case in chosen]
    if options.json:
        workload = "click (socket, database commit) to the frame at every other socket of the table"
        print(json.dumps({"workload": workload, "rows": rows}))
    else:
        for row in rows:
            print(", ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
