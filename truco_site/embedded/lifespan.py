"""What runs in a web process from its start to its end (ASGI's lifespan)."""

import asyncio
import threading
from contextlib import suppress
from typing import Any

from django.utils import timezone

from games.common import broadcast
from games.live.templates import compile_pieces
from games.live.threads import in_writer_thread
from games.play import clock, deal_timers
from truco_site.embedded.fallback_scheduler import FallbackScheduler


async def lifespan(scope: Any, receive: Any, send: Any) -> None:
    """Run the fallback scheduler and the timers of deals while the web process serves.

    Soon after the start a thread compiles the pieces of tables.
    """
    scheduler, stopping = FallbackScheduler(), threading.Event()
    compiler = threading.Thread(target=compile_pieces, args=[stopping], name="pieces", daemon=True)
    with suppress(asyncio.CancelledError):  # a second Ctrl-C needs no traceback
        while (await receive())["type"] == "lifespan.startup":
            scheduler.start()
            compiler.start()
            broadcast.start_announcer()
            deal_timers.begin(_deal)
            await send({"type": "lifespan.startup.complete"})
        deal_timers.end()
        scheduler.stop()
        stopping.set()
        await send({"type": "lifespan.shutdown.complete"})


async def _deal(game_id: int, version: int) -> bool:
    return await in_writer_thread(_deal_now, game_id, version)


def _deal_now(game_id: int, version: int) -> bool:
    return clock.run_due_game(game_id=game_id, version=version, now=timezone.now())
