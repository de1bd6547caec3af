"""Load of clicks at many tables, at a given rate, with the latency to the other sockets."""

import asyncio
import itertools
import random
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.table_clients import Player, Table, Watcher

LOST_AFTER = 5.0
AT_ONCE = 100  # sockets to open at the same time
STRANGERS = 8000  # most spectators of whom none has a session


@dataclass
class Clicks:
    """The clicks sent: the player, the time and the action id, by table and version."""

    sent: dict[tuple[int, int], tuple[float, Player, str]] = field(default_factory=dict)

    def acknowledged(self) -> int:
        """Return the number of acknowledged clicks."""
        return sum(action_id in player.done for _, player, action_id in self.sent.values())


def seated(
    games: Sequence[tuple[int, Sequence[str]]],
    port: int,
    spectators: int,
    strangers: int = STRANGERS,
) -> list[Table]:
    """Return the tables with their players, and the spectators distributed among them.

    A process accepts strangers for half of its sockets. If there are more than `strangers`, every
    other one at a table is a player of the next table.
    """
    tables = [
        Table(game, [Player(game, port, session) for session in sessions], [])
        for game, sessions in games
    ]
    for number in range(spectators):
        rounds, place = divmod(number, len(tables))
        session = ""
        if spectators > strangers and rounds % 2:
            session = tables[place - 1].players[rounds // 2 % 2].session
        tables[place].spectators.append(Watcher(tables[place].game, port, session))
    return tables


async def open_all(watchers: Sequence[Watcher], patience: float = 120) -> float:
    """Open all sockets; return the seconds until each has its table."""
    begun = time.perf_counter()
    for start in range(0, len(watchers), AT_ONCE):
        await asyncio.gather(*(one.open() for one in watchers[start : start + AT_ONCE]))
    while not all(one.version for one in watchers):
        if time.perf_counter() > begun + patience:
            raise SystemExit("the sockets did not get their table")
        await asyncio.sleep(0.02)
    return time.perf_counter() - begun


async def click(tables: Sequence[Table], rate: float, seconds: float) -> Clicks:
    """Click at the tables in turn; skip tables without a legal action, or with one on its way."""
    rng, clicks = random.Random(1), Clicks()
    order, begun = itertools.cycle(tables), time.perf_counter()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0, begun + number / rate - time.perf_counter()))
        for table in itertools.islice(order, len(tables)):
            idle = (
                one for one in table.players if (table.game, one.version + 1) not in clicks.sent
            )
            player = next((one for one in idle if one.choices()), None)
            if player is None:
                continue
            token, at = rng.choice(player.choices()), time.perf_counter()
            key = (table.game, player.version + 1)
            clicks.sent[key] = (at, player, player.click(token))
            break
    return clicks


def latencies(tables: Sequence[Table], clicks: Clicks) -> tuple[list[float], int]:
    """Return the milliseconds from each click to each other socket, and the number of late frames.

    A slot holds only the newest frame: a later version includes this one too. A refused click (a
    deal came first) is not awaited.
    """
    by_game = {table.game: table.sockets for table in tables}
    samples: list[float] = []
    lost = 0
    for (game, version), (at, actor, action_id) in clicks.sent.items():
        if action_id not in actor.done:
            continue
        for watcher in by_game[game]:
            if watcher is actor:
                continue
            times = [when for number, when in watcher.arrived.items() if number >= version]
            if times and min(times) - at < LOST_AFTER:
                samples.append((min(times) - at) * 1000)
            else:
                lost += 1
    return sorted(samples), lost


def figures(samples: Sequence[float]) -> dict[str, float]:
    """Return the percentiles of latencies."""
    if len(samples) < 2:
        return {}
    cut = statistics.quantiles(samples, n=100)
    return {
        "p50_ms": round(cut[49], 1),
        "p95_ms": round(cut[94], 1),
        "p99_ms": round(cut[98], 1),
        "max_ms": round(samples[-1], 1),
    }
