"""Celery tasks of games: alarms and the sweep, which look for due work and call services."""

from datetime import datetime, timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from games.chat import services as chat
from games.pairing import services as pairing
from games.play import abandonment, clock, deadlines, outages, seat_addresses
from games.play.notifications import notify_seat, send_invitation
from games.play.outages import credit_outage
from games.practice import services as practice
from games.puzzles import services as puzzles
from games.reports import services as reports
from games.reviews import services as reviews


@shared_task(name="games.tasks.turn_timeout")
def turn_timeout(game_id: int, instant: str) -> None:
    """Act at a table whose alarm fired, unless another alarm was set since."""
    at, now = datetime.fromisoformat(instant), timezone.now()
    fired = deadlines.timeout_fired(game_id=game_id, instant=at)
    if fired is None:
        return
    is_due = fired.act_by <= now
    if not (is_due and clock.run_due_game(game_id=game_id, version=fired.version, now=now)):
        deadlines.reschedule_timeouts(game_id=game_id, instant=at, fired=fired, now=now)


ALARM_GRACE = timedelta(seconds=2)
"""How late alarms and timers may be. A table that the sweep takes from the process that holds it in
memory costs ten times as much, so a busy site would fall behind further."""


@shared_task(name="games.tasks.sweep")
def sweep() -> None:
    """Handle all due tables that no alarm handled; if sweeps are off, record a heartbeat only."""
    if settings.SWEEP:
        grace = ALARM_GRACE if settings.ALARM else timedelta()
        clock.run_due(goes_on=outages.record_celery_heartbeat, grace=grace)
    else:
        credit_outage(now=timezone.now())


@shared_task(name="games.tasks.tell_seat")
def tell_seat_of(game_id: int, number: int) -> None:
    """Notify a seat's player that the table waits or resumes."""
    notify_seat(game_id=game_id, number=number, now=timezone.now())


@shared_task(name="games.tasks.tell_invited")
def tell_invited(invitation_id: int) -> None:
    """Notify a friend of an invitation to a table."""
    send_invitation(invitation_id=invitation_id, now=timezone.now())


@shared_task(name="games.tasks.close_abandoned")
def close_abandoned() -> None:
    """Annul casual tables that no player has returned to."""
    credit_outage(now=timezone.now())
    abandonment.close_abandoned(now=timezone.now())


@shared_task(name="games.tasks.forget_addresses")
def forget_addresses() -> None:
    """Delete addresses past their retention."""
    seat_addresses.forget_old_addresses(now=timezone.now())


@shared_task(name="games.tasks.forget_talk")
def forget_talk() -> None:
    """Delete table talk past its retention."""
    chat.forget_old(now=timezone.now())
    reports.forget_old(now=timezone.now())


@shared_task(name="games.tasks.prepare_reviews")
def prepare_reviews() -> None:
    """Evaluate the games for which players requested a review."""
    reviews.start_review_worker()


@shared_task(name="games.tasks.set_puzzles")
def set_puzzles() -> None:
    """Create the puzzles of today and tomorrow."""
    puzzles.start_puzzle_worker()


@shared_task(name="games.tasks.pair_players")
def pair_players() -> None:
    """Pair the players who look for rivals."""
    if settings.SWEEP:
        pairing.tend(now=timezone.now())


@shared_task(name="games.tasks.count_practice")
def count_practice() -> None:
    """Count the finished games that were not counted at once."""
    practice.catch_up(now=timezone.now())


BEAT = {
    "sweep": ("games.tasks.sweep", 1.0),
    "pair-players": ("games.tasks.pair_players", 1.0),
    "close-abandoned": ("games.tasks.close_abandoned", 60.0),
    "forget-addresses": ("games.tasks.forget_addresses", 3600.0),
    "prepare-reviews": ("games.tasks.prepare_reviews", 60.0),
    "set-puzzles": ("games.tasks.set_puzzles", 3600.0),
    "count-practice": ("games.tasks.count_practice", 3600.0),
    "forget-talk": ("games.tasks.forget_talk", 3600.0),
}
