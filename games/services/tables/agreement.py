"""Ending a casual game by agreement: all its people vote, nobody wins, no points are written.

A vote holds for the hand it was given in. The game's row is locked for each, so a vote that comes
with the last point finds the game over. Robots do not vote, nor is anybody awaited for whom a
robot plays; on one device one tap is both people's.
"""

from datetime import datetime

from django.db import transaction

from games.engine import Start
from games.models import Game
from games.services import log
from games.services.refusals import RefusedError, StaleError
from games.services.retry import retrying
from games.services.tables.seating import annul_game

OPEN = (Game.Status.LIVE, Game.Status.PAUSED, Game.Status.SAVED)


@retrying
@transaction.atomic
def vote_to_end(*, game_id: int, seat: int, hand: str, ends: bool, now: datetime) -> None:
    """Propose or agree to end the game; without `ends`, refuse, which voids the others' votes.

    `hand` is the label of the hand the voter saw, "" for whichever is in progress. Raises
    RefusedError `closed` or `not-casual`, StaleError when another hand has been dealt since.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if not game.is_casual:
        raise RefusedError("not-casual")
    if game.status not in OPEN:
        raise RefusedError("closed")
    current = hand_of(game)
    if hand not in ("", current):
        raise StaleError(game.version)
    if not ends:
        game.seats.exclude(ends_in="").update(ends_in="")
        log.tell_watchers(game)
        return
    game.seats.filter(number=seat).update(ends_in=current)
    voters = game.seats.filter(user__isnull=False, automatic=False)
    if voters.exclude(ends_in=current).exists():
        log.tell_watchers(game)
        return
    game.agreed = True
    game.save(update_fields=["agreed"])
    annul_game(game_id=game.pk, now=now)


def hand_of(game: Game) -> str:
    """Return the label of the hand in progress; "" before the first deal."""
    return Start.from_json(game.rules, game.start).label if game.start else ""
