"""CPU of an act through the write path alone: `python -m bench.acts [--json] [--acts N]`.

No site runs: this process plays legal actions at its tables through `games.play.actions.play`, as
a socket does, on SQLite or, with `DATABASE_URL`, with a connection of the pool. Blocks of plain
acts, which are written if the row is still the cached one, take turns with blocks that first lock
and read it. What a commit announces is not sent: there are no sockets. Deals between hands count
for the server only.
"""

import argparse
import json
import os
import random
import tempfile
import time
from collections.abc import Sequence
from typing import Any, Final

import psutil

TABLES: Final = 8
WARM: Final = 80  # acts before the first that counts
BLOCK: Final = 20
LOCKED, PLAIN = "under the lock", "if unchanged"


class Server:
    """The database server, if it is a process of its own."""

    def __init__(self) -> None:
        from django.db import connection

        self._main: psutil.Process | None = None
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                self._main = psutil.Process(cursor.fetchone()[0]).parent()

    def cpu(self) -> float:
        """Return the CPU seconds of its present processes; 0 without one."""
        processes = self._main.children() if self._main else []
        return sum(sum(each.cpu_times()[:2]) for each in processes)


class Player:
    """Plays legal actions at random, without those that end a game soon."""

    def __init__(self, games: Sequence[int]) -> None:
        self.games, self._rng, self._count = games, random.Random(1), 0

    def act(self, way: str) -> float:
        """Play at the next table; return the CPU seconds of this thread."""
        from django.db import close_old_connections
        from django.utils import timezone

        from games.engine import legal_actions, to_token
        from games.play.actions import Actor, play

        table = self._table(self.games[self._count % len(self.games)])
        self._count += 1
        assert table.state is not None
        seat = table.state.to_act[0]
        legal = map(to_token, legal_actions(table.state, seat))
        token = self._rng.choice([one for one in legal if one != "mazo" and "falta" not in one])
        if way == LOCKED:
            table.game.row_version = None
        begun = time.thread_time()
        close_old_connections()  # as `games.live.threads.in_thread` does
        play(
            game_id=table.game.pk,
            seat=seat,
            token=token,
            seen_version=table.game.version,
            action_id=f"bench-{self._count}",
            now=timezone.now(),
            address="an-address",
            actor=Actor(table.seats[seat].user_id),
        )
        close_old_connections()
        return time.thread_time() - begun

    def _table(self, game_id: int) -> Any:
        """Return a table at which somebody is to act; deal there if the hand is over."""
        from games.models import Game
        from games.play import table_cache
        from games.play.clock import act_on_timeout

        table = table_cache.peek(game_id) or table_cache.cached_table(Game.objects.get(pk=game_id))
        if table.state is None or not table.state.over:
            return table
        at = table.game.act_by
        assert at is not None
        act_on_timeout(game_id=game_id, seen_version=table.game.version, now=at)
        return table_cache.peek(game_id)


def measure(acts: int) -> list[dict[str, Any]]:
    """Play that many acts each way; return a row for each way."""
    from bench.table_fixtures import open_tables

    player = Player([game for game, _ in open_tables(TABLES)])
    ways, server = (LOCKED, PLAIN), Server()
    for number in range(WARM):
        player.act(ways[number % len(ways)])
    spent = {way: [0.0, 0.0] for way in ways}
    for _ in range(0, acts, BLOCK):
        for way in ways:
            before = server.cpu()
            spent[way][0] += sum(player.act(way) for _ in range(BLOCK))
            spent[way][1] += server.cpu() - before
    count = -(-acts // BLOCK) * BLOCK
    return [
        {
            "way": way,
            "acts": count,
            "process_cpu_ms": round(1000 * own / count, 2),
            "server_cpu_ms": round(1000 * others / count, 2),
        }
        for way, (own, others) in spent.items()
    ]


def main() -> None:
    """Parse the options, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--acts", type=int, default=600, help="each way")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="truco-bench-") as home:
        os.environ |= {"VAR_DIR": home, "ALARM": "0"}
        os.environ["DJANGO_SETTINGS_MODULE"] = "truco_site.settings"
        rows = measure(options.acts)
    if options.json:
        workload = "acts of people through the write path, CPU of this process and the server"
        print(json.dumps({"workload": workload, "rows": rows}))
        return
    for row in rows:
        print(", ".join(f"{key} {value}" for key, value in row.items()))


if __name__ == "__main__":
    main()
