"""Echar los perros: a team's challenge between two hands, before it sees its cards (R-X1)."""

from datetime import datetime

from games.engine import IllegalActionError, Start, State, next_hand_start
from games.engine.perros import throw
from games.models import Game
from games.play import log
from games.play.replay import PERROS, DealSource


def challenging_team(game: Game, label: str) -> int | None:
    """Return the team that threw the dogs for a hand."""
    if not game.rules.perros:
        return None
    row = game.actions.filter(hand=label, token=PERROS).first()
    return row.seat % 2 if row else None


def next_hand(state: State) -> Start | None:
    """Return the hand before which the dogs can be thrown now; pico rounds have no dogs."""
    start = next_hand_start(state) if state.over else None
    return None if start is None or start.part else start


def challenge_perros(
    game: Game,
    dealer: DealSource,
    state: State,
    *,
    seat: int,
    action_id: str,
    by: str,
    now: datetime,
) -> None:
    """Arm the dogs for the next hand; only the first team to do so has them.

    Raises IllegalActionError with code `no-perros`, `perros-too-late` or `perros-thrown`.
    """
    start = next_hand_start(state) if state.over else None
    if start is None:
        raise IllegalActionError("perros-too-late" if dealer.rules.perros else "no-perros")
    throw(start, challenging_team(game, start.label), seat % 2)
    log.write_row(
        game, hand=start.label, seat=seat, token=PERROS, action_id=action_id, by=by, now=now
    )
    log.advance(game, dealer.seats, state, now)
