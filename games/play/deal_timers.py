"""Timers that deal the next hand in the web process where the last one ended.

That process holds the table in its cache, so a deal there reads only the locked row, and no message
goes through the broker. A timer is a reminder as an alarm is (docs/adr/0003): one that is lost with
its process, or fires too early or too late, is harmless, because the sweep deals at `Game.act_by`.
"""

import asyncio
import os
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import NamedTuple

from django.conf import settings
from django.utils import timezone

from accounts.common.transactions import on_commit
from games.models import Game
from games.play import table_cache

Deal = Callable[[int, int], Awaitable[bool]]
MARGIN = 0.01  # seconds after the deadline: clocks differ, and an early deal is refused
ATTEMPTS, PAUSE = 3, 0.2  # another transaction may hold the table; seconds between two attempts


class _Host(NamedTuple):
    process: int  # loops do not survive a fork
    loop: asyncio.AbstractEventLoop
    deal: Deal


_host: _Host | None = None
_deals: set[asyncio.Task[None]] = set()  # a loop keeps only weak references to its tasks


def begin(deal: Deal) -> None:
    """Run timers on the running loop from now on.

    `deal` is called with the id and the version of a game that is due; it must not block the loop.
    It returns whether it dealt.
    """
    global _host
    _host = _Host(os.getpid(), asyncio.get_running_loop(), deal)


def end() -> None:
    """Run no further timers in this process."""
    global _host
    _host = None


def are_running() -> bool:
    """Return whether this process can run a timer."""
    if _host is None or not settings.ALARM:
        return False
    return _host.process == os.getpid() and _host.loop.is_running()


def deal_after_commit(game: Game, at: datetime) -> None:
    """Deal at the game's table at `at`, if it still has the game's present version then."""
    on_commit(_set, game.pk, game.version, at)


def _set(game_id: int, version: int, at: datetime) -> None:
    if _host is not None:
        _host.loop.call_soon_threadsafe(_wait, game_id, version, at)


def _wait(game_id: int, version: int, at: datetime) -> None:
    seconds = (at - timezone.now()).total_seconds() + MARGIN
    asyncio.get_running_loop().call_later(max(seconds, 0), _fire, game_id, version)


def _fire(game_id: int, version: int) -> None:
    table = table_cache.peek(game_id)
    if _host is None or (table is not None and table.game.version != version):
        return  # the players went on before
    task = asyncio.create_task(_try(_host.deal, game_id, version))
    _deals.add(task)
    task.add_done_callback(_deals.discard)


async def _try(deal: Deal, game_id: int, version: int) -> None:
    for _ in range(ATTEMPTS):
        if await deal(game_id, version):
            return
        await asyncio.sleep(PAUSE)
