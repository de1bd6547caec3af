"""Change hints, sent after the commit to this process and to the others.

Subscribers in this process are notified directly by the committing thread, which cannot fail.
Other processes are notified through the channel layer, if there is one, by a thread with one
event loop per process: a loop per call is slow in workers, and a layer that does not answer must
not delay a click. Lost hints are harmless: every subscriber asks for the current version at each
heartbeat (docs/adr/0002).

Most groups have listeners in one process only, because a table's sockets share one. Such a process
sends nothing to the layer: its listeners tell those of other processes that they are there, and get
the same answer.

Hints also go to the lobby and to invited friends.
"""

import asyncio
import logging
import os
import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from channels.layers import get_channel_layer

from accounts.common.transactions import on_commit
from games.models import Game, TableInvitation
from truco_site.counters import HINT_FAILURES

logger = logging.getLogger(__name__)
SEND_TIMEOUT = 1.0  # seconds to send one message to the layer
COOLDOWN_SECONDS = 5.0  # seconds between two warnings about the layer
SOONEST, BACK_OFF = 0.1, 5.0  # seconds before a new subscription, at first and at most
SESSIONS = "sessions"  # the group of all listeners for ended sessions
ChangeMessage = Mapping[str, Any]
Listener = Callable[[ChangeMessage], None]


def game_group(game_id: int) -> str:
    """Return the channel group of a game's watchers."""
    return f"game.{game_id}"


def subscribe(group: str, hear: Listener) -> None:
    """Subscribe to a group in this process; messages arrive in the sender's thread."""
    with _lock:
        _followers[group] += (hear,)


def unsubscribe_group(group: str, hear: Listener) -> None:
    """Remove a subscription."""
    with _lock:
        rest = tuple(each for each in _followers.pop(group, ()) if each != hear)
        if rest:
            _followers[group] = rest


def broadcast(group: str, message: ChangeMessage) -> None:
    """Send a message to a group without waiting for its delivery."""
    _tell(group, message)
    if get_channel_layer() is not None and has_other_listeners(group):
        _send_soon(group, message)


def forward_from_channel_layer(
    group: str, take: Listener, began: Callable[[], None], *, is_announced: bool = False
) -> asyncio.Task[None] | None:
    """Forward a group's messages from other processes, on the running loop; None without a layer.

    `began` is called each time the subscription starts, because earlier messages may be lost.
    `is_announced` needs listeners in all processes that notice a lost message themselves and then
    call `announce_listener`.
    """
    if get_channel_layer() is None:
        return None
    return asyncio.create_task(_listen(group, take, began, is_announced))


def has_other_listeners(group: str) -> bool:
    """Return whether other processes may listen to a group.

    It is unknown, so true, in a process that has no listener which is announced.
    """
    heard = [own for own in _announced.get(group, ()) if own.is_heard]
    return not heard or any(own.others for own in heard)


def announce_listener(group: str) -> None:
    """Tell the other processes again that this one listens: a message may have been lost."""
    for own in _announced.get(group, ()):
        _send_soon(group, own.announcement())


PRESENT, ABSENT = "present", "absent"


@dataclass
class _Subscription:
    """A subscription of this process to a group, and those of others that are known to it."""

    channel: str
    others: set[str] = field(default_factory=set)
    is_heard: bool = False  # its own announcement came back, so that it hears the others

    def announcement(self, to: str = "") -> dict[str, Any]:
        """Return the message that it is there, for all, who have to answer, or for one of them."""
        return {"type": PRESENT, "channel": self.channel, "to": to, "by": _process()}

    def hear(self, message: ChangeMessage) -> dict[str, Any] | None:
        """Note who is there; return an answer to send, if one is due.

        A listener that was unknown has been sent nothing, so it gets an answer, too, and takes it
        as a change.
        """
        other = message["channel"]
        if message["type"] == ABSENT:
            self.others.discard(other)
            return None
        if is_from_this_process(message):
            self.is_heard = self.is_heard or other == self.channel
            return None
        is_new = other not in self.others
        self.others.add(other)
        return self.announcement(to=other) if is_new or not message["to"] else None

    def is_news(self, message: ChangeMessage) -> bool:
        """Return whether a message of another process may be about a change."""
        kind: str = message["type"]
        return kind != ABSENT and (kind != PRESENT or message["to"] == self.channel)


async def _listen(
    group: str, take: Listener, began: Callable[[], None], is_announced: bool
) -> None:
    delay = SOONEST

    def begin() -> None:
        nonlocal delay
        delay = SOONEST
        began()

    while True:
        try:
            await _receive(group, take, begin, is_announced)
        except Exception:  # the layer's client can raise anything
            logger.warning("the layer fails %s", group, exc_info=True)
            await asyncio.sleep(delay * (1 + random.random()))
            delay = min(delay * 2, BACK_OFF)


async def _receive(
    group: str, take: Listener, began: Callable[[], None], is_announced: bool
) -> None:
    """Subscribe to a group and forward its messages, until the layer fails."""
    layer = get_channel_layer()
    assert layer is not None
    own = _Subscription(await layer.new_channel())
    try:
        await layer.group_add(group, own.channel)
        began()
        if is_announced:
            _announced[group] += (own,)
            await layer.group_send(group, own.announcement())
        while True:
            message = await layer.receive(own.channel)
            if message["type"] in (PRESENT, ABSENT) and (answer := own.hear(message)):
                await layer.group_send(group, answer)
            if not is_from_this_process(message) and own.is_news(message):
                take(message)
    finally:
        if is_announced:
            _announced[group] = tuple(each for each in _announced[group] if each is not own)
            if not _announced[group]:
                del _announced[group]
        with suppress(Exception):  # the layer's client can raise anything
            if is_announced:
                await layer.group_send(group, own.announcement() | {"type": ABSENT})
            await layer.group_discard(group, own.channel)


def is_from_this_process(message: ChangeMessage) -> bool:
    """Return whether a message from the layer was sent here, so that it was already delivered."""
    return message.get("by") == _process()


def broadcast_game(
    game_id: int, version: int, seats: Sequence[int | None] | None = None, kind: str = "changed"
) -> None:
    """Announce a new version of a game, or a change for some seats only.

    Among seats None stands for the spectators. `kind` is `moved` if only the hand changed.
    """
    message: dict[str, object] = {"type": kind, "game": game_id, "version": version}
    broadcast(game_group(game_id), message if seats is None else message | {"seats": list(seats)})


_lock = threading.Lock()
_followers: dict[str, tuple[Listener, ...]] = defaultdict(tuple)
_processes: dict[int, str] = {}  # process id -> a name that is unique across machines
# also by process id: threads do not survive a fork
_loops: dict[int, asyncio.AbstractEventLoop] = {}
_announced: defaultdict[str, tuple[_Subscription, ...]] = defaultdict(tuple)
_quiet_until = 0.0


def _tell(group: str, message: ChangeMessage) -> None:
    for hear in _followers.get(group, ()):
        hear(message)


def _send_soon(group: str, message: ChangeMessage) -> None:
    asyncio.run_coroutine_threadsafe(_send(group, {**message, "by": _process()}), _loop())


async def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    try:
        await asyncio.wait_for(layer.group_send(group, message), SEND_TIMEOUT)
    except Exception:  # the layer's client can raise anything: the message may be lost
        HINT_FAILURES.inc()
        _complain(group)


def _complain(group: str) -> None:
    """Log lost messages at most once per interval: a layer at capacity loses many."""
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


def start_announcer() -> None:
    """Start the thread that sends to other processes now, at the priority of the caller.

    Otherwise the first page or act that sends something starts it, and pages have a low priority.
    """
    _loop()


LOBBY_GROUP = "lobby"


def invited_group(user_id: int) -> str:
    """Return the channel group for a person's invitations."""
    return f"invited.{user_id}"


def broadcast_to_lobby(game: Game) -> None:
    """Announce after the commit that a table opened, filled, started or ended.

    A private table that no spectator can watch is not in the lobby.
    """
    if game.public or not game.private:
        on_commit(broadcast, LOBBY_GROUP, {"type": "changed"})
    if not game.is_casual:
        return
    for user_id in TableInvitation.objects.filter(game=game).values_list("to", flat=True):
        broadcast_to_invited(user_id)


def broadcast_to_invited(user_id: int) -> None:
    """Notify a person after the commit that their invitations have changed."""
    group = invited_group(user_id)
    on_commit(broadcast, group, {"type": "changed"})
