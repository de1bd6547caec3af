"""Hints that something changed, sent after the commit to this process and to the others.

Subscribers in this process are notified directly, by the thread that committed: that cannot be
lost. Other processes are notified through the channel layer, if there is one, by a thread with one
event loop per process: starting a loop per call is slow in workers, and a layer that does not
answer must not hold up a click. Lost hints are harmless: every watcher asks for the current version
at each heartbeat (docs/adr/0002).
"""

import asyncio
import logging
import os
import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from uuid import uuid4

from channels.layers import get_channel_layer

from accounts.common.commit_hooks import on_commit
from games.models import Game, TableInvitation
from truco_site.counters import HINT_FAILURES

logger = logging.getLogger(__name__)
SEND_TIMEOUT = 1.0  # seconds a layer may take for one hint
COOLDOWN_SECONDS = 5.0  # seconds between two complaints about the layer
SOONEST, BACK_OFF = 0.1, 5.0  # seconds before subscribing again, at first and at most
SESSIONS = "sessions"  # the group of all who have to know that a session may have ended
ChangeMessage = Mapping[str, Any]
Listener = Callable[[ChangeMessage], None]


def game_group(game_id: int) -> str:
    """Return the channel group of a game's watchers."""
    return f"game.{game_id}"


def subscribe(group: str, hear: Listener) -> None:
    """Subscribe to a group's hints in this process, each delivered in the thread that sends it."""
    with _lock:
        _followers[group] += (hear,)


def unsubscribe_group(group: str, hear: Listener) -> None:
    """Have them told no more."""
    with _lock:
        rest = tuple(each for each in _followers.pop(group, ()) if each != hear)
        if rest:
            _followers[group] = rest


def broadcast(group: str, message: ChangeMessage) -> None:
    """Give a hint to a group and return at once."""
    _tell(group, message)
    if get_channel_layer() is not None:
        asyncio.run_coroutine_threadsafe(_send(group, {**message, "by": _process()}), _loop())


def forward_from_channel_layer(
    group: str, take: Listener, began: Callable[[], None]
) -> asyncio.Task[None] | None:
    """Take a group's hints that other processes give, on the running loop; None if there are none.

    `began` is called each time that they come anew: some may have been lost before.
    """
    if get_channel_layer() is None:
        return None
    return asyncio.create_task(_listen(group, take, began))


async def _listen(group: str, take: Listener, began: Callable[[], None]) -> None:
    layer, delay = get_channel_layer(), SOONEST
    assert layer is not None
    while True:
        try:
            channel = await layer.new_channel()
            await layer.group_add(group, channel)
            began()
            delay = SOONEST
            while True:
                message = await layer.receive(channel)
                if not is_from_this_process(message):
                    take(message)
        except Exception:  # whatever the layer's client raises
            logger.warning("the layer fails %s", group, exc_info=True)
            await asyncio.sleep(delay * (1 + random.random()))
            delay = min(delay * 2, BACK_OFF)


def is_from_this_process(message: ChangeMessage) -> bool:
    """Whether a hint that came through the layer was given here: then it was told before."""
    return message.get("by") == _process()


def broadcast_game(
    game_id: int, version: int, seats: Sequence[int | None] | None = None, what: str = "changed"
) -> None:
    """Hint that a game has reached a version, or that something changed for some seats alone.

    Among seats None stands for the spectators. `what` is `moved` where nothing but the hand was.
    """
    message: dict[str, object] = {"type": what, "game": game_id, "version": version}
    broadcast(game_group(game_id), message if seats is None else message | {"seats": list(seats)})


_lock = threading.Lock()
_followers: dict[str, tuple[Listener, ...]] = defaultdict(tuple)
_processes: dict[int, str] = {}  # process id -> a name no other has, on any machine
_loops: dict[int, asyncio.AbstractEventLoop] = {}  # the same: threads do not survive a fork
_quiet_until = 0.0


def _tell(group: str, message: ChangeMessage) -> None:
    for hear in _followers.get(group, ()):
        hear(message)


async def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    try:
        await asyncio.wait_for(layer.group_send(group, message), SEND_TIMEOUT)
    except Exception:  # whatever the layer's client raises: a hint may be lost
        HINT_FAILURES.inc()
        _complain(group)


def _complain(group: str) -> None:
    """Say once in a while that hints are lost: beyond its capacity a layer loses many."""
    global _quiet_until
    now = time.monotonic()
    if now >= _quiet_until:
        _quiet_until = now + COOLDOWN_SECONDS
        logger.warning("hints are lost, such as one to %s", group, exc_info=True)


def _process() -> str:
    return _processes.setdefault(os.getpid(), uuid4().hex)


def _loop() -> asyncio.AbstractEventLoop:
    with _lock:
        loop = _loops.get(os.getpid())
        if loop is None:
            loop = _loops[os.getpid()] = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="announcer", daemon=True).start()
        return loop


LOBBY_GROUP = "lobby"


def invited_group(user_id: int) -> str:
    """Return the layer's group in which a person hears of their invitations."""
    return f"invited.{user_id}"


def broadcast_to_lobby(game: Game) -> None:
    """After the commit: hint that a table opened, filled, started or ended.

    A private one that nobody may watch is in no lobby.
    """
    if game.public or not game.private:
        on_commit(broadcast, LOBBY_GROUP, {"type": "changed"})
    if not game.is_casual:
        return
    for user_id in TableInvitation.objects.filter(game=game).values_list("to", flat=True):
        broadcast_to_invited(user_id)


def broadcast_to_invited(user_id: int) -> None:
    """After the commit: hint to a person that their invitations have changed."""
    group = invited_group(user_id)
    on_commit(broadcast, group, {"type": "changed"})
