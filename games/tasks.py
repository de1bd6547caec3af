"""Celery's part in play: alarms and the sweep, which look at what is due and call services."""

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.models import Game
from games.services import addresses, clock
from games.services.alarm import enqueue
from games.services.tables import desertion
from games.services.talk import reporting
from games.services.telling import send_invitation, tell_seat

BATCH = 500
SNOOZE = timedelta(seconds=1)  # between two tries of one alarm


@shared_task(name="games.tasks.turn_timeout")
def turn_timeout(game_id: int, version: int) -> None:
    """Act for a table whose deadline was set at `version`, unless it has moved on."""
    waiting = Game.objects.filter(pk=game_id, version=version, status__in=Game.TIMED)
    if not waiting.exists() or _see_to(game_id, version):
        return
    game = waiting.first()
    if game is not None and game.act_by is not None:
        # The deadline was moved, this machine's clock is ahead, or somebody held the table.
        again = max(game.act_by, timezone.now() + SNOOZE)
        enqueue("games.tasks.turn_timeout", game_id, version, at=again)


@shared_task(name="games.tasks.heartbeat")
def heartbeat() -> None:
    """Show that clocks run; after an outage, credit whoever was waited for."""
    clock.credit_outage(now=timezone.now())


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Find whatever is due and no alarm saw to."""
    if not settings.SWEEP:
        return
    now = timezone.now()
    clock.credit_outage(now=now)
    clock.dismiss_absent(now=now)
    due = Game.objects.overdue(now).order_by("act_by").values_list("pk", "version")
    for game_id, version in list(due[:BATCH]):
        _see_to(game_id, version)


@shared_task(name="games.tasks.tell_seat")
def tell_seat_of(game_id: int, number: int) -> None:
    """Tell a seat's person, where they are, that the table waits or goes on."""
    tell_seat(game_id=game_id, number=number, now=timezone.now())


@shared_task(name="games.tasks.tell_invited")
def tell_invited(invitation_id: int) -> None:
    """Tell a friend, where they are, that they are asked to a table."""
    send_invitation(invitation_id=invitation_id, now=timezone.now())


@shared_task(name="games.tasks.close_abandoned")
def close_abandoned() -> None:
    """Annul casual tables that nobody has come back to."""
    desertion.close_abandoned(now=timezone.now())


@shared_task(name="games.tasks.forget_addresses")
def forget_addresses() -> None:
    """Delete addresses that have been kept long enough."""
    addresses.forget_old(now=timezone.now())


@shared_task(name="games.tasks.forget_talk")
def forget_talk() -> None:
    """Delete what was said at tables long enough ago."""
    reporting.forget_old(now=timezone.now())


def _see_to(game_id: int, version: int) -> bool:
    """Act for one table; whoever was waited for during an outage is credited before."""
    now = timezone.now()
    clock.credit_outage(now=now)
    return clock.advance(game_id=game_id, seen_version=version, now=now)


BEAT = {
    "heartbeat": ("games.tasks.heartbeat", 1.0),
    "sweep": ("games.tasks.sweep", 1.0),
    "close-abandoned": ("games.tasks.close_abandoned", 60.0),
    "forget-addresses": ("games.tasks.forget_addresses", 3600.0),
    "forget-talk": ("games.tasks.forget_talk", 3600.0),
}
