"""Writes to a game: the log row, the summary, the deadline and the end of a game.

The caller holds the lock of the game's row. Broadcasts happen after the commit.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from accounts.common.transactions import on_commit
from games.common import hooks
from games.common.broadcast import broadcast_game, broadcast_to_lobby
from games.engine import Action as SeatAction
from games.engine import State, to_token, to_word
from games.fair import shuffle
from games.models import Action, Game, Seat, raw_queries
from games.play import deal_timers, table_cache, time_bank
from games.play.deadlines import announce_alarm, move_deadline, set_deadline
from games.play.notifications import notify_awaited
from games.play.record_signatures import sign_record
from games.play.replay import DealSource, current_state
from games.play.robots import thinking
from games.play.seat_names import still_in_hand

SUMMARY_FIELDS = ("version", "status", "start", "score", "legs", "act_by", "alarm_at", "in_hand")
NO_DEADLINE = timedelta()
NO_SEAT = 0  # rulings have no seat; the row says who made them


def append(
    game: Game,
    dealer: DealSource,
    actions: Sequence[SeatAction],
    after: State,
    *,
    action_id: str,
    by: str,
    now: datetime,
) -> None:
    """Add a seat's act to the log and advance the game to the state after it.

    Each action has a row and a version; of an act of two only the last is seen and broadcast, and
    carries the `action_id`. What the system sings by itself has no row: each replay makes it again
    (R-F11).
    """
    for place, action in enumerate(actions):
        is_last = place == len(actions) - 1
        row = new_row(
            game,
            hand=after.start.label,
            seat=action.seat,
            token=to_token(action),
            action_id=action_id if is_last else joint_id(game.version + 1),
            by=by,
            now=now,
        )
        raw_queries.add(row)
        game.version += not is_last
    if after.winner is None:
        advance(game, dealer.seats, after, now)
    else:
        finish_game(game, after, now)


def append_if_unchanged(
    game: Game,
    seats: Sequence[Seat],
    action: SeatAction,
    after: State,
    *,
    action_id: str,
    by: str,
    now: datetime,
) -> bool:
    """Append one action to the log as `append` does, if nobody has written the game since.

    The caller holds no lock and is in no transaction, and the game goes on. Returns whether the
    action was written; if not, nothing was. Raises IntegrityError for a known action id.
    """
    row = new_row(
        game,
        hand=after.start.label,
        seat=action.seat,
        token=to_token(action),
        action_id=action_id,
        by=by,
        now=now,
    )
    columns, rings = _move(game, seats, after, now, NO_DEADLINE)
    if not raw_queries.write_if_unchanged(game, columns, row):
        return False
    table_cache.store_after_commit(game, after)
    _announce(game, seats, after, rings=rings)
    return True


def joint_id(version: int) -> str:
    """Return the id of the first row of an act of two; no browser can send it."""
    return f"joint:{version}"


def new_row(
    game: Game,
    *,
    hand: str,
    seat: int,
    token: str,
    action_id: str,
    by: str,
    now: datetime,
    note: str = "",
) -> Action:
    """Return a row for the log, with the version that the game reaches next."""
    return Action(
        game=game,
        hand=hand,
        seat=seat,
        token=token,
        action_id=action_id,
        by=by,
        version=game.version + 1,
        note=note,
        at=now,
    )


def write_ruling(game: Game, after: State, *, by: str, now: datetime, note: str = "") -> None:
    """Add the last ruling of `after` to the log."""
    word = to_word(after.rulings[-1][1])
    row = new_row(
        game,
        hand=after.start.label,
        seat=NO_SEAT,
        token=word,
        action_id=f"{by}:{game.version}",
        by=by,
        now=now,
        note=note,
    )
    raw_queries.add(row)


def advance(
    game: Game,
    seats: Sequence[Seat],
    state: State,
    now: datetime,
    *,
    credit: timedelta = NO_DEADLINE,
) -> None:
    """Advance a live game to `state`: version, summary, deadline; players get at least `credit`."""
    columns, rings = _move(game, seats, state, now, credit)
    if raw_queries.write(game, columns) == game.seats_version:
        table_cache.store_after_commit(game, state)
    else:  # seats were written as well
        table_cache.evict_after_commit(game)
    _announce(game, seats, state, rings=rings)


def _move(
    game: Game, seats: Sequence[Seat], state: State, now: datetime, credit: timedelta
) -> tuple[Sequence[str], bool]:
    """Set a game to `state`; return the fields to write, and whether they hold a new alarm."""
    game.version += 1
    game.start = state.start.to_json()
    game.score, game.legs = list(state.score), list(state.legs)
    at, rings = compute_deadline(game, seats, state, now, credit), False
    if state.over and deal_timers.are_running():
        game.act_by = at
    else:
        rings = move_deadline(game, at, now)
    game.in_hand = still_in_hand(game, seats, state)
    return (*SUMMARY_FIELDS, *time_bank.begin_turn(game, now)), rings


def _announce(game: Game, seats: Sequence[Seat], state: State, *, rings: bool) -> None:
    """Set the alarm or the timer of the deal after the commit, and send the messages."""
    if rings:
        announce_alarm(game)
    elif state.over and deal_timers.are_running():
        assert game.act_by is not None, "a live game has a deadline"
        deal_timers.deal_after_commit(game, game.act_by)
    broadcast_to_spectators(game, "moved")
    notify_awaited(game, seats, state)


def finish_game(game: Game, state: State, now: datetime) -> None:
    """End a game: winner, revealed seed, signed record; receivers run in this transaction.

    A game stopped by the bell has no winner if an earlier game already decides the match.
    """
    game.version += 1
    game.winner, game.by_time = state.winner, state.time_up is not None
    game.status = Game.Status.ANNULLED if state.winner is None else Game.Status.FINISHED
    game.score, game.legs = list(state.score), list(state.legs)
    game.act_by, game.finished_at, game.in_hand = None, now, None
    game.revealed_seed = shuffle.unseal(game.sealed_seed).hex()
    game.save(
        update_fields=[
            "version",
            "status",
            "winner",
            "by_time",
            "score",
            "legs",
            "thought",
            "act_by",
            "finished_at",
            "in_hand",
            "revealed_seed",
        ]
    )
    table_cache.evict_after_commit(game)
    sign_record(game)
    broadcast_to_spectators(game)
    broadcast_to_lobby(game)
    hooks.game_finished.send(sender=Game, game=game, now=now)


def raise_version(game: Game) -> None:
    """Note a change at a locked table before a deal; its deadline stays."""
    game.version += 1
    game.save(update_fields=["version"])
    if game.status == Game.Status.LIVE and game.act_by is not None and deal_timers.are_running():
        deal_timers.deal_after_commit(game, game.act_by)
    broadcast_to_spectators(game)


def compute_deadline(
    game: Game, seats: Sequence[Seat], state: State, now: datetime, credit: timedelta = NO_DEADLINE
) -> datetime:
    """Return when the server acts next if no player acts before (docs/adr/0003)."""
    if state.over:
        return now + pause_before_deal(game)
    if people := [number for number in state.to_act if seats[number].is_person]:
        return now + max(time_bank.turn_length(game, people), credit)
    return now + timedelta(seconds=settings.ROBOT_PAUSE * thinking(game, seats, state))


def pause_before_deal(game: Game) -> timedelta:
    """Return how long a finished hand stays visible: longer if a team may throw the dogs next."""
    return timedelta(seconds=settings.HAND_PAUSE * (2 if game.rules.perros else 1))


def broadcast_to_seats(game: Game, seats: Sequence[int]) -> None:
    """Notify some seats only, after the commit; nothing changed for the others."""
    on_commit(broadcast_game, game.pk, game.version, seats=list(seats))


def broadcast_to_spectators(game: Game, kind: str = "changed") -> None:
    """Notify the watching sockets after the commit."""
    on_commit(broadcast_game, game.pk, game.version, kind=kind)


def recompute_deadline(game: Game, seats: Sequence[Seat], number: int, now: datetime) -> None:
    """Recompute the deadline after a seat changed between its player and a robot.

    The deadline of other awaited seats stays. The caller holds the game lock.
    """
    state = current_state(game, DealSource(game, seats))
    others = [seats[other] for other in state.to_act if other != number]
    if number in state.to_act and not any(other.is_person for other in others):
        set_deadline(game, compute_deadline(game, seats, state, now), now)
        game.save(update_fields=["act_by", "alarm_at", *time_bank.begin_turn(game, now)])
    broadcast_to_spectators(game)
