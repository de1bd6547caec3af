"""Services to save a friendly table and to resume it within thirty days.

No clock runs at a saved table. The game resumes when all people are back, or when one of them
chooses to continue without the others; robots play for those until they return. A robot never
plays for two people on one device: the clock saves their table instead.
"""

from datetime import datetime

from django.db.models import Q

from accounts.common.transactions import transactional
from games.common.errors import ClosedError
from games.models import Game
from games.play import abandonment, log
from games.play.errors import NotToBeSavedError


def may_be_saved(game: Game) -> bool:
    """Return whether the players alone decide when this game is played."""
    return game.is_casual and not game.competitive


@transactional
def save_table(*, game_id: int, now: datetime) -> None:
    """Save a game in its current state; do nothing if it is already saved.

    Raises RefusedError `not-to-be-saved` or `closed`.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if not may_be_saved(game):
        raise NotToBeSavedError()
    if game.status == Game.Status.SAVED:
        return
    if game.status not in (Game.Status.LIVE, Game.Status.PAUSED):
        raise ClosedError()
    game.seats.filter(robot=False).update(absent_since=now)  # an open page keeps its seat
    suspend_table(game, now)


def suspend_table(game: Game, now: datetime) -> None:
    """Stop the clock of a locked game, and cover the hand shown on a shared device."""
    game.status, game.act_by, game.saved_at = Game.Status.SAVED, None, now
    game.in_hand = None
    game.version += 1
    game.save(update_fields=["status", "act_by", "saved_at", "in_hand", "version"])
    log.broadcast_to_spectators(game)


@transactional
def resume_table(*, game_id: int, seat: int, without_others: bool, now: datetime) -> None:
    """Return a player to a saved table; the game resumes when all players are back.

    `without_others` leaves the seats of missing players to robots. A game that already runs is left
    unchanged. Raises RefusedError `closed` when it is over.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.is_over:
        raise ClosedError()
    if game.status != Game.Status.SAVED:
        return
    back = game.seats.filter(Q(number=seat) | ~Q(companion=""))  # companions come along
    back.update(absent_since=None, automatic=False, timeouts=0)
    missing = game.seats.filter(user__isnull=False, absent_since__isnull=False)
    if without_others:
        missing.update(automatic=True)
    elif missing.exists():
        log.broadcast_to_spectators(game)
        return
    game.saved_at = None
    game.save(update_fields=["saved_at"])
    abandonment.resume_abandoned(game, list(game.seats.order_by("number")), now)
