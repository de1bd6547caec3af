"""The next deadline of a table, and the one alarm that counts for it.

`Game.act_by` is authoritative. `Game.alarm_at`, written in the same UPDATE, is the instant of the
latest alarm. An alarm for any other instant does nothing, so an action between people needs no
new alarm, and one that a broker delivers twice or an hour late is harmless (docs/adr/0003).
"""

from datetime import datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.db import InterfaceError, OperationalError

from accounts.common.alarms import MAX_ETA, enqueue
from accounts.common.transactions import on_commit, transactional
from games.models import Game, raw_queries

TIMEOUT_TASK = "games.tasks.turn_timeout"
RETRY_DELAY = timedelta(seconds=1)  # between two attempts of one alarm


def set_deadline(game: Game, at: datetime, now: datetime) -> None:
    """Set the time at which the server acts next; the caller holds the lock and saves both columns.

    A pending alarm stays, unless it would come too late or has fired.
    """
    if move_deadline(game, at, now):
        announce_alarm(game)


def move_deadline(game: Game, at: datetime, now: datetime) -> bool:
    """Set the columns as `set_deadline` does; return whether `alarm_at` is to be announced."""
    game.act_by = at
    pending = game.alarm_at
    if pending is not None and now < pending <= at:
        return False
    game.alarm_at = _near(at, now)
    return True


def schedule_timeout(game: Game, at: datetime, now: datetime) -> None:
    """Set a new alarm after the commit. An alarm far in the future is left to the sweep."""
    game.alarm_at = _near(at, now)
    announce_alarm(game)


def announce_alarm(game: Game) -> None:
    """Queue the game's alarm, if it has one, after the commit."""
    _announce(game.pk, game.alarm_at)


def _near(at: datetime, now: datetime) -> datetime | None:
    return at if at <= now + MAX_ETA else None


def _announce(game_id: int, at: datetime | None) -> None:
    if at is not None:
        alarm = partial(enqueue, TIMEOUT_TASK, game_id, at.isoformat(), at=at)
        on_commit(alarm)


class FiredTimeout(NamedTuple):
    """The table's state when an alarm fires: its version and its deadline."""

    version: int
    act_by: datetime


def timeout_fired(*, game_id: int, instant: datetime) -> FiredTimeout | None:
    """Return the table's version and deadline; None if the alarm of this instant is obsolete."""
    game = raw_queries.find_game(game_id)
    if game is None or game.alarm_at != instant or game.status not in Game.TIMED:
        return None
    return FiredTimeout(game.version, game.act_by) if game.act_by else None


def reschedule_timeouts(
    *, game_id: int, instant: datetime, fired: FiredTimeout, now: datetime
) -> None:
    """Set the alarm again after it fired without effect.

    The deadline was moved, or another transaction held the table. If `fired` has changed meanwhile,
    read it once more.
    """
    current: FiredTimeout | None = fired
    try:
        while current is not None and not _set_again(game_id, instant, current.act_by, now):
            current = timeout_fired(game_id=game_id, instant=instant)
    except (OperationalError, InterfaceError):  # the database is unavailable: retry the same alarm
        enqueue(TIMEOUT_TASK, game_id, instant.isoformat(), at=now + RETRY_DELAY)


@transactional
def _set_again(game_id: int, instant: datetime, act_by: datetime, now: datetime) -> bool:
    at = _near(max(act_by, now + RETRY_DELAY), now)
    waiting = Game.objects.filter(pk=game_id, alarm_at=instant, act_by=act_by)
    if not waiting.filter(status__in=Game.TIMED).update(alarm_at=at):
        return False
    _announce(game_id, at)
    return True
