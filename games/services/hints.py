"""Telling every process that something changed: hints through the channel layer, after the commit.

A hint is sent from a thread of its own with one event loop per process: starting a loop per call is
slow in workers, and a layer that does not answer must not hold up a click. Lost hints are harmless:
whoever watches asks for the current version at every heartbeat (docs/adr/0002).
"""

import asyncio
import logging
import os
import threading
from collections.abc import Sequence

from channels.layers import get_channel_layer

logger = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds a layer may take for one hint


def game_group(game_id: int) -> str:
    """Return the layer's group of everybody who watches a game."""
    return f"game.{game_id}"


def announce(group: str, message: dict[str, object]) -> None:
    """Send a hint to a group and return at once."""
    asyncio.run_coroutine_threadsafe(_send(group, message), _loop())


def announce_game(game_id: int, version: int, seats: Sequence[int | None] | None = None) -> None:
    """Hint that a game has reached a version, or that something changed for some seats alone.

    Among seats None stands for the spectators.
    """
    message: dict[str, object] = {"type": "changed", "game": game_id, "version": version}
    announce(game_group(game_id), message if seats is None else message | {"seats": list(seats)})


async def _send(group: str, message: dict[str, object]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    try:
        await asyncio.wait_for(layer.group_send(group, message), PATIENCE)
    except Exception:  # whatever the layer's client raises: a hint may be lost
        logger.warning("hint to %s was lost", group, exc_info=True)


_lock = threading.Lock()
_loops: dict[
    int, asyncio.AbstractEventLoop
] = {}  # process id -> loop: threads do not survive a fork


def _loop() -> asyncio.AbstractEventLoop:
    with _lock:
        loop = _loops.get(os.getpid())
        if loop is None:
            loop = _loops[os.getpid()] = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="announcer", daemon=True).start()
        return loop
