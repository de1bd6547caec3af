"""The rate limit of actions per person and table, and the network addresses of seats.

Socket and POST count together. A script at machine speed would keep a table's row locked; people
never reach the limit. Counts are per process, which bounds the total. Addresses are stored as
keyed hashes for thirty days (docs/ranking.md).
"""

import threading
import time
from collections import deque
from datetime import datetime, timedelta

from games.models import Seat, SeatAddress
from games.play.errors import ActsTooFastError

MAX_PEOPLE = timedelta(days=30)


def remember(seat: Seat, key: str, now: datetime) -> None:
    """Store the address of a player's action, once per seat. The game's row is locked."""
    if key and not seat.addresses.filter(key=key).exists():
        SeatAddress.objects.create(seat=seat, key=key, seen_at=now)


def forget_old(*, now: datetime) -> int:
    """Delete addresses past their retention, after all results are decided. Return their number."""
    return SeatAddress.objects.filter(seen_at__lt=now - MAX_PEOPLE).delete()[0]


MAX_ACTIONS, PERIOD = 100, 10.0  # acts within so many seconds
MAX_TRACKED = 10_000  # people at tables
_lock = threading.Lock()
_acts: dict[tuple[int, int | None], deque[float]] = {}


def check_rate_limit(game_id: int, user_id: int | None) -> None:
    """Count an action; raises RefusedError `acts-too-fast`."""
    now = time.monotonic()
    with _lock:
        times = _acts.pop((game_id, user_id), None) or deque(maxlen=MAX_ACTIONS)
        _acts[game_id, user_id] = times  # whoever acted last comes last
        if len(_acts) > MAX_TRACKED:
            del _acts[next(iter(_acts))]
        if len(times) == MAX_ACTIONS and now - times[0] < PERIOD:
            raise ActsTooFastError()
        times.append(now)
