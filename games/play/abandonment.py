"""Casual tables that all people have left, where robots do not continue alone.

Such a table is paused until one of its people acts, and annulled after a long absence, as is one
that a fault stopped. The clock never pauses competitive games: a person who is away loses them on
automatic play.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import Q

from accounts.common.transactions import transactional
from games.models import Action, Game, GameQuerySet, Seat
from games.play import log, outages
from games.play.notifications import notify_absent
from games.play.replay import DealSource, current_state
from games.play.seats import annul_game

logger = logging.getLogger(__name__)
PATIENCE = timedelta(hours=24)  # the time after which an idle table is closed
UNHELD = timedelta(minutes=10)  # the same for a waiting table whose players have all left
KEPT = timedelta(days=30)  # a table that its players saved


def is_abandoned(game: Game, seats: Sequence[Seat]) -> bool:
    """Return whether all people of this casual table have stopped playing."""
    people = [seat for seat in seats if not seat.robot]
    return not game.competitive and bool(people) and all(seat.automatic for seat in people)


def pause_abandoned(game: Game) -> None:
    """Stop the clock of a locked table."""
    game.status, game.act_by = Game.Status.PAUSED, None
    game.version += 1
    game.save(update_fields=["status", "act_by", "version"])
    log.broadcast_to_spectators(game)


def waits_for_people(game: Game) -> bool:
    """Return whether the table is paused because it was abandoned.

    Any player's action resumes it.
    """
    return game.status == Game.Status.PAUSED and not game.competitive


def resume_abandoned(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Resume a locked table where it stopped."""
    state = current_state(game, DealSource(game, seats))
    game.status = Game.Status.LIVE
    log.advance(game, seats, state, now)
    notify_absent(game, seats)


def close_abandoned(*, now: datetime) -> int:
    """Annul the casual tables that waited or stood still too long; return their number."""
    ids = list(_abandoned(now).values_list("pk", flat=True))
    for game_id in ids:
        try:
            _close(game_id=game_id, now=now)
        except Exception:
            logger.exception("game %s cannot be annulled", game_id)
    return len(ids)


@transactional
def _close(*, game_id: int, now: datetime) -> None:
    game = _abandoned(now).select_for_update(of=("self",)).filter(pk=game_id).first()
    if game is not None:
        annul_game(game_id=game.pk, now=now)


def _abandoned(now: datetime) -> GameQuerySet:
    saved = Game.objects.filter(status=Game.Status.SAVED, saved_at__lte=now - KEPT)
    return _abandoned_games(now) | _unheld(now) | saved


def _abandoned_games(now: datetime) -> GameQuerySet:
    """Return the tables at which nothing has happened for a day.

    Whoever resumes a table or looks in adds nothing to the log: the alarm that was set then and the
    absence that follows count as well.
    """
    since = now - PATIENCE
    idle = (Game.Status.WAITING, Game.Status.PAUSED)
    frozen = Q(page="", status=Game.Status.FROZEN)  # those of competitions have a judge
    stopped = Q(competitive=False, status__in=idle) | frozen
    old = Game.objects.filter(stopped, created_at__lte=since).exclude(alarm_at__gt=since)
    left = Seat.objects.filter(absent_since__gt=since).values("game")
    acted = Action.objects.filter(at__gt=since).values("game")
    return old.exclude(pk__in=left).exclude(pk__in=acted)


def _unheld(now: datetime) -> GameQuerySet:
    """Return the waiting casual tables whose players have all been away for ten minutes.

    A socket is open as long as its process lives: of one that was killed no socket was closed.
    """
    since = now - UNHELD
    present = Q(absent_since__gt=since) | Q(sat_at__gt=since)
    present |= Q(socket__gt=f"s{int(since.timestamp() * 1e9):016x}")  # opened since then
    for process in outages.living_processes(since):
        present |= Q(socket__endswith=process)
    waiting = Game.objects.filter(page="", status=Game.Status.WAITING, created_at__lte=since)
    occupied = Seat.objects.filter(present, robot=False, game__status=Game.Status.WAITING)
    return waiting.exclude(pk__in=occupied.values("game"))
