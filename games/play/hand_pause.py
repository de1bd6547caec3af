"""The pause before a deal: it ends with its deadline, or when every player wants to go on."""

from datetime import datetime

from django.db import transaction

from accounts.common.transactions import retry_on_conflict
from games.models import Game, raw_queries
from games.play import clock, cut_secrets, log, table_cache
from games.play.errors import SpectatorError

BEFORE_FIRST = "0"


@retry_on_conflict
def go_on(*, game_id: int, user_id: int, hand: str, now: datetime) -> None:
    """Note that a player has seen the result of a hand; deal when all people have.

    `hand` is the label of the hand that the player saw, `BEFORE_FIRST` before the first one: a tap
    that arrives late, or again, changes nothing. Robots do not delay the deal, nor do people for
    whom a robot plays. Two people on one device tap once. Raises RefusedError `spectator`.
    """
    with table_cache.evict_on_error(game_id):
        _go_on(game_id, user_id, hand, now)


@transaction.atomic
def _go_on(game_id: int, user_id: int, hand: str, now: datetime) -> None:
    game = raw_queries.locked(game_id)
    table = table_cache.cached_table(game)
    own = next((seat for seat in table.seats if seat.user_id == user_id), None)
    if own is None:
        raise SpectatorError()
    state, is_first = table.state, game.status == Game.Status.OPENING and hand == BEFORE_FIRST
    is_open = game.status == Game.Status.LIVE and state is not None and state.over
    if not is_first and not (is_open and state is not None and state.start.label == hand):
        return
    others = [seat for seat in table.seats if seat.user_id and seat.is_person and seat is not own]
    are_ready = all(seat.ready_in == hand for seat in others)
    if are_ready and is_first and cut_secrets.deal_when_opened(game, now):
        return
    if are_ready and state is not None:
        clock.deal_after_pause(game, table.seats, state, now)
    elif own.ready_in != hand:
        game.seats.filter(number=own.number).update(ready_in=hand)
        log.broadcast_to_spectators(game)
