"""Whole games played by robots at once, for the history of the demo club.

Instead of one `play` per card, the game is locked once and its log written in one statement.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.db.models import Max

from accounts.common.transactions import transactional
from games.engine import Action as Move
from games.engine import State, apply, next_hand_start, to_token
from games.models import Action, Game, Seat
from games.play import log
from games.play.replay import DealSource, current_state

Decide = Callable[[State], Move]


@transactional
def play_out(*, game_id: int, decide: Decide, tempo: timedelta, now: datetime) -> datetime:
    """Play a live game to its end; return the time of its last action.

    Each action takes `tempo`, and the pause between two hands is added. The rows are the same as
    those written by `play` and the clock.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    assert game.status == Game.Status.LIVE, "the caller has looked"
    seats = list(game.seats.order_by("number"))
    dealer = DealSource(game, seats)
    state = current_state(game, dealer)
    last_seq = game.actions.aggregate(last=Max("seq"))["last"] or 0
    rows: list[Action] = []
    while True:
        while not state.over:
            now += tempo
            move = decide(state)
            seq = last_seq + len(rows) + 1
            rows.append(_row(game, seats, move, state.start.label, seq=seq, now=now))
            state = apply(state, move)
            game.version += 1
        if state.winner is not None:
            break
        now = log.compute_deadline(game, seats, state, now)
        start = next_hand_start(state)
        assert start is not None, "nobody has won yet"
        state = dealer.deal(start)
        game.version += 1
    Action.objects.bulk_create(rows)
    game.version -= 1  # the last action and the end share a version
    game.start = state.start.to_json()
    game.save(update_fields=["start"])
    log.finish_game(game, state, now)
    return now


def _row(
    game: Game, seats: Sequence[Seat], move: Move, hand: str, *, seq: int, now: datetime
) -> Action:
    return Action(
        game=game,
        seq=seq,
        hand=hand,
        seat=move.seat,
        token=to_token(move),
        action_id=f"robot:{game.version}",
        by=Action.By.ROBOT if seats[move.seat].robot else Action.By.PERSON,
        version=game.version + 1,
        at=now,
    )
