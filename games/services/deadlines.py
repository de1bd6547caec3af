"""When the server acts next at a table, and the one alarm that counts there.

`Game.act_by` is the truth. `Game.alarm_at`, written in the same UPDATE, is the instant of the alarm
that was set last: one that rings for any other instant does nothing, so a click between people sets
none, and an alarm that a broker doubles or keeps for an hour does no harm (docs/adr/0003).
"""

from datetime import datetime, timedelta
from functools import partial

from django.db import InterfaceError, OperationalError, transaction

from games.models import Game
from games.services.alarm import FARTHEST, enqueue
from games.services.retry import retrying

ALARM_TASK = "games.tasks.turn_timeout"
SNOOZE = timedelta(seconds=1)  # between two tries of one alarm


def set_deadline(game: Game, at: datetime, now: datetime) -> None:
    """Let the server act next at `at`; whoever calls this holds the table and saves both columns.

    The alarm that is pending goes on pending, unless it would come too late or has rung.
    """
    game.act_by = at
    pending = game.alarm_at
    if pending is None or pending <= now or at < pending:
        set_alarm(game, at, now)


def set_alarm(game: Game, at: datetime, now: datetime) -> None:
    """Set an alarm after the commit, whatever was pending; one far away is left to the sweep."""
    game.alarm_at = at if at <= now + FARTHEST else None
    if game.alarm_at is not None:
        alarm = partial(enqueue, ALARM_TASK, game.pk, at.isoformat(), at=at)
        transaction.on_commit(alarm, robust=True)


def version_to_act_at(*, game_id: int, instant: datetime) -> int | None:
    """Return the version of the table that an alarm for this instant rings for, if it counts."""
    game = Game.objects.filter(pk=game_id, alarm_at=instant, status__in=Game.TIMED)
    return game.values_list("version", flat=True).first()


def set_again(*, game_id: int, instant: datetime, now: datetime) -> None:
    """An alarm rang in vain, the deadline was moved or the table held: set it again."""
    try:
        _set_again(game_id=game_id, instant=instant, now=now)
    except (OperationalError, InterfaceError):  # not now: the same alarm rings once more
        enqueue(ALARM_TASK, game_id, instant.isoformat(), at=now + SNOOZE)


@retrying
@transaction.atomic
def _set_again(*, game_id: int, instant: datetime, now: datetime) -> None:
    games = Game.objects.select_for_update()
    game = games.filter(pk=game_id, alarm_at=instant, status__in=Game.TIMED).first()
    if game is not None and game.act_by is not None:
        set_alarm(game, max(game.act_by, now + SNOOZE), now)
        game.save(update_fields=["alarm_at"])
