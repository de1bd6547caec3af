"""Memory use of the site: `python -m bench.memory [--json]`.

The resident memory (RSS) of `manage.py serve` on a scratch folder is measured at rest, with tables
at which two sockets each have clicked once, and with additional spectators; the differences give
the memory of a socket and of a table. A second process plays game after game through the services
and is measured after the first tenth of them and at the end, to find leaks of finished games.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

import psutil
import uvloop

from bench.click_load import STRANGERS, click, open_all, seated
from bench.table_fixtures import open_tables
from bench.test_server import SiteProcesses, scratch, served

TABLES, SPECTATORS, GAMES = 300, 2000, 10_000
SETTLED = 5.0  # seconds for temporary allocations to be freed
RATE = 50.0  # clicks a second, one at each table
TARGET = 5  # points of a game


def serving(tables: int, spectators: int, strangers: int) -> dict[str, Any]:
    """Return the memory of a server at rest, per table and per socket."""
    with scratch(1) as (environment, servers):
        games = json.loads(_run_part(environment["VAR_DIR"], "--prepare", str(tables)))
        loop = uvloop.new_event_loop
        with served(environment, servers, 1) as house, asyncio.Runner(loop_factory=loop) as runner:
            return runner.run(_filled(games, house, spectators, strangers))


async def _filled(
    games: Sequence[tuple[int, list[str]]], house: SiteProcesses, spectators: int, strangers: int
) -> dict[str, Any]:
    tables = seated(games, house.port, spectators, strangers)
    players = [player for table in tables for player in table.players]
    watchers = [watcher for table in tables for watcher in table.spectators]
    at_rest = await _settled_mb(house)
    await open_all(players)
    await click(tables, RATE, len(tables) / RATE)
    played = await _settled_mb(house)
    await open_all(watchers)
    watched = await _settled_mb(house)
    socket_mb = (watched - played) / len(watchers)
    table_mb = (played - at_rest - socket_mb * len(players)) / len(tables)
    return {
        "tables": len(tables),
        "sockets": len(players) + len(watchers),
        "rest_mb": round(at_rest, 1),
        "full_mb": round(watched, 1),
        "kb_per_socket": round(1024 * socket_mb, 1),
        "kb_per_table": round(1024 * table_mb, 1),
    }


async def _settled_mb(house: SiteProcesses) -> float:
    await asyncio.sleep(SETTLED)
    return house.rss()


def playing(games: int) -> dict[str, Any]:
    """Return the memory of a process after a tenth of these games, and after all."""
    with tempfile.TemporaryDirectory(prefix="truco-bench-") as folder:
        early, late = json.loads(_run_part(folder, "--play", str(games)))
    kb = 1024 * (late - early) / (games - games // 10)
    return {
        "games": games,
        "after_a_tenth_mb": round(early, 1),
        "after_all_mb": round(late, 1),
        "kb_per_game": round(kb, 3),
    }


def _run_part(folder: str, *arguments: str) -> bytes:
    """Run a part of this bench on the scratch folder, in a separate process."""
    environment = {
        **os.environ,
        "VAR_DIR": folder,
        "ALARM": "0",
        "DJANGO_SETTINGS_MODULE": "truco_site.settings",
    }
    command = [sys.executable, "-m", "bench.memory", *arguments]
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout


def play_games(number: int) -> tuple[float, float]:
    """Play games between two players who always fold; return megabytes, early and late."""
    import django

    django.setup()
    from django.core.management import call_command

    from accounts.models import User

    call_command("migrate", verbosity=0)
    people = [User.objects.create_user(name, email=f"{name}@b.example") for name in ("a", "b")]
    early, own = 0.0, psutil.Process()
    for played in range(number):
        _play_one(people)
        if played == number // 10:
            early = own.memory_info().rss / 2**20
    return early, own.memory_info().rss / 2**20


def _play_one(people: Sequence[Any]) -> None:
    from django.utils import timezone

    from games.engine import make_rules
    from games.models import Game
    from games.play import clock
    from games.play import seats as seating
    from games.play.actions import play

    game = seating.open_game(
        rules=make_rules("argentino", {"target": str(TARGET)}),
        seats=[seating.SeatPlan(user=user) for user in people],
        competitive=False,
        public=True,
        turn_seconds=120,
        title="bench",
        now=timezone.now(),
    )
    for user in people:
        seating.sit_down(game_id=game.pk, user=user, corte_hash="", address="", now=timezone.now())
    for number in count():
        game = Game.objects.get(pk=game.pk)
        if game.is_over:
            return
        seat = _first_to_act(game)
        if seat is None:
            assert game.act_by is not None
            clock.act_on_timeout(game_id=game.pk, seen_version=game.version, now=game.act_by)
            continue
        play(
            game_id=game.pk,
            seat=seat,
            token="mazo",
            seen_version=game.version,
            action_id=f"bench-{number}",
            now=timezone.now(),
        )


def _first_to_act(game: Any) -> int | None:
    """Return the seat in turn; None between two hands."""
    from games.play.replay import DealSource as Dealer
    from games.play.replay import current_state

    state = current_state(game, Dealer(game, list(game.seats.order_by("number"))))
    return None if state.over else state.to_act[0]


def rows(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the requested measurements."""
    yield serving(options.tables, options.spectators, options.strangers)
    yield playing(options.games)


def main() -> None:
    """Parse the options, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--spectators", type=int, default=SPECTATORS)
    help_text = "if there are more spectators, every other one is signed in"
    parser.add_argument("--strangers", type=int, default=STRANGERS, help=help_text)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--prepare", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--play", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.prepare:
        print(json.dumps(open_tables(options.prepare)))
    elif options.play:
        print(json.dumps(play_games(options.play)))
    elif options.json:
        workload = "memory of serve with tables and sockets, and of games one after the other"
        print(json.dumps({"workload": workload, "rows": list(rows(options))}))
    else:
        for row in rows(options):
            print(", ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
