"""Echar los perros: a team's challenge before a deal, before it sees its cards (R-X1, R-X4)."""

from datetime import datetime

from games.engine import IllegalActionError, Start, State, first_start, next_hand_start
from games.engine.perros import check_take_back, check_throw
from games.models import Action, Game, raw_queries
from games.play import log
from games.play.replay import PERROS, PERROS_BACK, DealSource

FIRST_HAND = "1"


def challenging_team(game: Game, label: str) -> int | None:
    """Return the team whose dogs stand for the next hand, which has this label (R-X4).

    With `perros_stay` they stand again after every hand, also after the hands of a pico round,
    until they are taken back (R-X6).
    """
    if not game.rules.perros:
        return None
    rows = game.actions.filter(token__in=(PERROS, PERROS_BACK))
    if not game.rules.perros_stay:
        rows = rows.filter(hand=label)
    last = rows.order_by("seq").last()
    return last.seat % 2 if last is not None and last.token == PERROS else None


def _team_for_hand(game: Game, start: Start) -> int | None:
    """Return the team whose dogs stand for this hand; a pico round has none (R-X4)."""
    return None if start.part else challenging_team(game, start.label)


def next_hand(state: State) -> Start | None:
    """Return the hand before which the dogs can be thrown now; pico rounds have no dogs."""
    start = next_hand_start(state) if state.over else None
    return None if start is None or start.part else start


def challenge_perros(
    game: Game,
    dealer: DealSource,
    state: State | None,
    *,
    seat: int,
    token: str,
    action_id: str,
    by: str,
    now: datetime,
) -> None:
    """Throw the dogs for the next hand, or take them back; `token` says which.

    The deal stays due when it was, however often they are thrown; at a paused table the pause
    begins anew. `state` is None while the cuts of a game are opened: the dogs are for its first
    hand.

    Raises IllegalActionError with code `no-perros`, `perros-too-late`, `perros-thrown` or
    `perros-not-yours`.
    """
    if state is None:
        start: Start | None = first_start(dealer.rules, 0)  # the draw for the mano changes nothing
    else:
        start = next_hand_start(state) if state.over else None
    if start is None:
        raise IllegalActionError("perros-too-late" if dealer.rules.perros else "no-perros")
    armed = _team_for_hand(game, start)
    if token == PERROS:
        check_throw(start, armed)
    else:
        check_take_back(start, armed, seat % 2)
    row = log.new_row(
        game, hand=start.label, seat=seat, token=token, action_id=action_id, by=by, now=now
    )
    raw_queries.add(row)
    if state is not None and game.act_by is None:
        log.advance(game, dealer.seats, state, now)
    else:
        log.raise_version(game)


def throw_again(game: Game, start: Start, now: datetime) -> int | None:
    """Return the team whose dogs stand at the deal; write down dogs that stayed (R-X6)."""
    team = _team_for_hand(game, start)
    if team is None or game.actions.filter(hand=start.label, token=PERROS).exists():
        return team
    row = log.new_row(
        game,
        hand=start.label,
        seat=team,
        token=PERROS,
        action_id=f"perros:{start.label}",
        by=Action.By.CLOCK,
        now=now,
    )
    raw_queries.add(row)
    return team
