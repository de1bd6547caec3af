"""How fast one person may act at one table, whichever way it comes: socket and POST count together.

People need no limit; a script that acts at machine speed would keep a table's row locked. What is
counted is kept by the process: a limit on each is a limit on all.
"""

import threading
import time
from collections import deque

from games.services.refusals import RefusedError

MOST, PERIOD = 100, 10.0  # acts within so many seconds
KEPT = 10_000  # people at tables

_lock = threading.Lock()
_acts: dict[tuple[int, int | None], deque[float]] = {}


def keep(game_id: int, user_id: int | None) -> None:
    """Count an act; raises RefusedError `acts-too-fast`."""
    now = time.monotonic()
    with _lock:
        times = _acts.pop((game_id, user_id), None) or deque(maxlen=MOST)
        _acts[game_id, user_id] = times  # whoever acted last comes last
        if len(_acts) > KEPT:
            del _acts[next(iter(_acts))]
        if len(times) == MOST and now - times[0] < PERIOD:
            raise RefusedError("acts-too-fast")
        times.append(now)
