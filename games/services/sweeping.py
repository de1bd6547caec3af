"""The sweep: whatever is due at tables and no alarm saw to.

Celery drives it; web processes do while Celery is away (`games.services.heartbeats`). Everything it
does is safe late, twice or at the same time as another.
"""

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

from games.models import Game
from games.services import clock
from games.services.heartbeats import BEAT
from games.services.outages import credit_outage

BATCH = 500

GoesOn = Callable[[datetime], bool]


def sweep(*, goes_on: GoesOn, read_clock: Callable[[], datetime] = timezone.now) -> None:
    """Do what is due at every table, for as long as `goes_on`, which is asked once a second."""
    asked = now = read_clock()
    if not goes_on(now):
        return
    credit_outage(now=now)
    clock.dismiss_absent(now=now)
    due = Game.objects.overdue(now).order_by("act_by").values_list("pk", "version")
    for game_id, version in list(due[:BATCH]):
        now = read_clock()
        if now - asked >= BEAT:
            asked = now
            if not goes_on(now):
                return
        see_to(game_id=game_id, version=version, now=now)


def see_to(*, game_id: int, version: int, now: datetime) -> bool:
    """Act for one table; seats awaited during an outage are credited first."""
    credit_outage(now=now)
    return clock.advance(game_id=game_id, seen_version=version, now=now)
