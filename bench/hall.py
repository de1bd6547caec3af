"""A hall that follows its Swiss event: `python -m bench.hall [--json] [--phones N]`.

A real `manage.py serve` (one process, SQLite), a Swiss event of 64 with real cards, and phones that
have its page open, each with a socket. The organiser saves one row of the grid of results every two
seconds, as the page does. CPU is that of the server: per second while results are saved, and
before, while the phones are open and nothing happens. A frame's delay is the time from sending a
result to the arrival of the first frame after it at a phone. The goal: at most 100 ms of CPU a
second, a tenth of a core.
"""

import argparse
import asyncio
import http.client
import json
import subprocess
import sys
import time
from contextlib import closing
from typing import Any, Final

from bench.click_load import figures
from bench.raw_sockets import Line, opened_at
from bench.tables import Meter, calm
from bench.test_server import SECRET, SiteProcesses, scratch, served

ENTRIES: Final = 64
PHONES: Final = 64
EVERY: Final = 2.0  # seconds between two results
RESULTS: Final = 28  # of the 32 matches of a round, so that no round is paired meanwhile
IDLE: Final = 10.0  # seconds


class Phone:
    """A socket of the event's page, and when frames arrived."""

    def __init__(self) -> None:
        self.arrived: list[float] = []
        self.bytes = 0
        self.line: Line | None = None

    async def open(self, path: str, port: int) -> None:
        """Follow the page."""
        self.line = await opened_at(path, "", port, self._take)

    def _take(self, frame: bytes, at: float) -> None:
        self.arrived.append(at)
        self.bytes += len(frame)


def save_row(port: int, session: str, event: int, match: int) -> tuple[int, float]:
    """Save a result as the organiser's page does; return the status and the milliseconds."""
    body = f"csrfmiddlewaretoken={SECRET}&game1-0=15&game1-1={match % 15}&seen=0"
    headers = {
        "Cookie": f"csrf={SECRET}; session={session}",
        "Content-Type": "application/x-www-form-urlencoded",
        "HX-Request": "true",
    }
    begun = time.perf_counter()
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
        line.request("POST", f"/competitions/{event}/results/{match}/", body, headers)
        answer = line.getresponse()
        answer.read()
    return answer.status, 1000 * (time.perf_counter() - begun)


async def run(hall: dict[str, Any], house: SiteProcesses, number: int) -> dict[str, Any]:
    """Open the phones, save the results; return the row."""
    phones = [Phone() for _ in range(number)]
    path = f"/ws/competitions/{hall['event']}/?language=es"
    await asyncio.gather(*(phone.open(path, house.port) for phone in phones))
    await calm(house)
    idle = Meter(house)
    await asyncio.sleep(IDLE)
    idle_ms = idle.server_ms / idle.seconds
    for phone in phones:
        phone.bytes = 0
    meter, sent, times = Meter(house), [], []
    for place, match in enumerate(hall["matches"][:RESULTS], start=1):
        sent.append(time.perf_counter())
        row = await asyncio.to_thread(save_row, house.port, hall["session"], hall["event"], match)
        assert row[0] == 200, f"a result was answered {row[0]}"
        times.append(row[1])
        await asyncio.sleep(max(0, EVERY * place - meter.seconds))
    cpu_ms = meter.server_ms / meter.seconds
    delays = [_delay(phone, at) for phone in phones for at in sent]
    return {
        "phones": number,
        "results": len(sent),
        "cpu_ms_per_s": round(cpu_ms, 1),
        "idle_cpu_ms_per_s": round(idle_ms, 1),
        "row_p50_ms": figures(sorted(times))["p50_ms"],
        **{f"frame_{key}": each for key, each in figures(sorted(filter(None, delays))).items()},
        "missed": delays.count(None),
        "kb_a_result": round(sum(phone.bytes for phone in phones) / number / len(sent) / 1024, 1),
    }


def _delay(phone: Phone, sent: float) -> float | None:
    """Return the milliseconds to the first frame within `EVERY` after a result, or None."""
    after = (1000 * (at - sent) for at in phone.arrived if sent < at < sent + EVERY)
    return next(after, None)


def prepare() -> dict[str, Any]:
    """Start the event; return it, its matches, and a session of its organiser."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.utils import timezone

    from bench.services import Organiser
    from bench.table_fixtures import session_of
    from tournaments.formats.options import FormatOptions
    from tournaments.models import Match

    call_command("migrate", verbosity=0)
    organiser = Organiser(timezone.now())
    event = organiser.running(
        organiser.people(ENTRIES),
        shape=FormatOptions(format="swiss", swiss_rounds=6),
        with_cards=True,
    )
    matches = Match.objects.of(event.pk).filter(state=Match.State.READY)
    keys = list(matches.order_by("pk").values_list("pk", flat=True))
    return {"event": event.pk, "matches": keys, "session": session_of(organiser.user)}


def measure(phones: int) -> dict[str, Any]:
    """Measure on a database and a server of their own."""
    with scratch(1) as (environment, servers):
        script = [sys.executable, "-m", "bench.hall", "--prepare"]
        alone = {"ALARM": "0", "DJANGO_SETTINGS_MODULE": "truco_site.settings"}
        process = subprocess.run(
            script, env=environment | alone, stdout=subprocess.PIPE, check=True
        )
        hall = json.loads(process.stdout)
        with served(environment, servers, 1) as house:
            return asyncio.run(run(hall, house, phones))


def main() -> None:
    """Parse the options, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--prepare", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.prepare:
        print(json.dumps(prepare()))
        return
    row = measure(options.phones)
    print(json.dumps(row) if options.json else ", ".join(f"{k} {v}" for k, v in row.items()))


if __name__ == "__main__":
    main()
