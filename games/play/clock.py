"""Timeouts and the sweep: automatic plays and deals, and whatever else is due at tables.

The sweep handles whatever no alarm handled. Celery runs it; web processes do so while Celery is
down (`games.play.outages`). Running late, twice or concurrently is safe.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.common.transactions import transactional
from games.engine import State, apply, apply_log, legal_actions, lines, next_hand_start, view
from games.models import Action, Game, Seat, raw_queries
from games.play import (
    abandonment,
    log,
    perros,
    saved_games,
    table_cache,
    time_bank,
    time_limit,
)
from games.play.cut_secrets import deal_first
from games.play.deadlines import schedule_timeout
from games.play.outages import HEARTBEAT_INTERVAL, Gap, credit_outage, extends
from games.play.replay import DealSource, current_state
from games.play.robot_signs import make_robot_signs, with_signs
from games.play.robots import decided, robot_in_turn
from games.play.seat_names import due_on_device, seats_on_device
from games.robots import timeout_action

logger = logging.getLogger(__name__)
TIMEOUTS_TO_AUTOMATIC = 2  # in a row
ABSENCE = timedelta(seconds=45)  # a lost connection's grace


def act_on_timeout(*, game_id: int, seen_version: int, now: datetime) -> bool:
    """Do what the server owes a table at its deadline; return whether anything was due.

    Calls that are early, late, repeated or missing are safe, because the deadline is read under the
    lock. A fault inside freezes only this game, visibly.
    """
    with _freezing(game_id, seen_version), table_cache.evict_on_error(game_id):
        return _advance(game_id=game_id, seen_version=seen_version, now=now)
    return False


@transactional
def _advance(*, game_id: int, seen_version: int, now: datetime) -> bool:
    game = raw_queries.locked_if_free(game_id)
    if game is None or game.version != seen_version or not game.is_overdue(now):
        return False
    if game.status == Game.Status.OPENING:
        deal_first(game, now)
        return True
    table = table_cache.cached_table(game)
    state = table.state
    assert state is not None, "a live table has been dealt"
    if abandonment.is_abandoned(game, table.seats):
        abandonment.pause_abandoned(game)
    elif state.over:
        deal_after_pause(game, table.seats, state, now)
    elif due_on_device(table.seats, state.to_act):
        saved_games.suspend_table(game, now)
    else:
        _play_for(game, table.seats, state, now)
    return True


def deal_after_pause(game: Game, seats: Sequence[Seat], state: State, now: datetime) -> None:
    """Deal the next hand of a locked game, or end the game if the bell has rung."""
    if not time_limit.stop_on_time(game, state, now):
        _deal_next(game, DealSource(game, seats), state, now)


def _deal_next(game: Game, dealer: DealSource, state: State, now: datetime) -> None:
    start = next_hand_start(state)
    assert start is not None, "a decided game is not live"
    hand = apply_log(dealer.deal(start), lines(perros.throw_again(game, start, now)))
    if hand.winner is None:
        make_robot_signs(dealer, hand, now)
        log.advance(game, dealer.seats, hand, now)
        return
    game.start = hand.start.to_json()  # a flor that the system sang wins the game (R-F11)
    game.save(update_fields=["start"])
    log.finish_game(game, hand, now)


def _play_for(game: Game, seats: Sequence[Seat], state: State, now: datetime) -> None:
    """Play the minimum for a person after a timeout; for any other seat a robot decides."""
    late = [number for number in state.to_act if seats[number].is_person]
    seats = [_counted(seat) if seat.number in late else seat for seat in seats]
    dealer, seat = DealSource(game, seats), seats[late[0] if late else robot_in_turn(state)]
    seat_view, legal = view(state, seat.number), legal_actions(state, seat.number)
    if late:
        time_bank.charge_turn(game, seat.number, now)
        action = timeout_action(seat_view, legal)
    else:
        action = decided(dealer, with_signs(dealer, seat_view), legal)
    by = Action.By.ROBOT if seat.robot else Action.By.CLOCK
    after = apply(state, action)
    log.append(game, dealer, [action], after, action_id=f"clock:{game.version}", by=by, now=now)


def _counted(seat: Seat) -> Seat:
    """Return a copy of the seat with one more timeout; the cached seat stays unchanged."""
    seat = copy(seat)
    seat.timeouts += 1
    seat.automatic = seat.timeouts >= TIMEOUTS_TO_AUTOMATIC
    seat.save(update_fields=["timeouts", "automatic"])
    return seat


@contextmanager
def _freezing(game_id: int, seen_version: int) -> Iterator[None]:
    """Freeze this game after a fault inside; leave database errors for a later attempt."""
    try:
        yield
    except (OperationalError, InterfaceError):
        if connection.in_atomic_block:
            raise
        logger.warning("game %s has to wait for the database", game_id, exc_info=True)
    except Exception:
        if connection.in_atomic_block:
            raise
        logger.exception("game %s is frozen", game_id)
        _freeze(game_id=game_id, seen_version=seen_version)


@transaction.atomic
def _freeze(*, game_id: int, seen_version: int) -> None:
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status in Game.TIMED and game.version == seen_version:
        game.status, game.act_by = Game.Status.FROZEN, None
        game.version += 1
        game.save(update_fields=["status", "act_by", "version"])
        log.broadcast_to_spectators(game)


def replace_absent(*, now: datetime) -> int:
    """Make seats automatic whose connection was lost for too long; return their number."""
    seats = Seat.objects.filter(
        absent_since__lte=now - ABSENCE, automatic=False, robot=False, game__status=Game.Status.LIVE
    )
    absent = list(seats.values_list("game_id", "game__version", "number"))
    for game_id, version, number in absent:
        with _freezing(game_id, version):
            _dismiss(game_id=game_id, number=number, now=now)
    return len(absent)


@transactional
def _dismiss(*, game_id: int, number: int, now: datetime) -> None:
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("number"))
    seat = seats[number]
    if game.status != Game.Status.LIVE or seat.absent_since is None:
        return
    if seat.absent_since > now - ABSENCE:
        return
    if seats_on_device(seats):
        saved_games.suspend_table(game, now)
        return
    seat.automatic = True
    seat.save(update_fields=["automatic"])
    log.recompute_deadline(game, seats, number, now)


@extends("games.Game.act_by", "games.Game.alarm_at", "games.Seat.absent_since")
def _extend_games(gap: Gap) -> int:
    """Extend the deadlines of players, and set the alarms again, because they may be lost.

    Waiting tables are locked here too, so that games are locked before matches and in one order.
    """
    waiting = Q(status=Game.Status.WAITING, act_by__isnull=False)
    touched = Q(status__in=Game.TIMED) | waiting | Q(bell_at__gt=gap.since)
    games = Game.objects.select_for_update().filter(touched)
    timed = [game for game in games.order_by("pk") if game.status in Game.TIMED]
    moved = sum(_extend_turn(game, gap) for game in timed)
    idle = (Game.Status.LIVE, Game.Status.WAITING)
    away = Seat.objects.filter(absent_since__isnull=False, game__status__in=idle)
    return moved + away.update(absent_since=gap.now)


def _extend_turn(game: Game, gap: Gap) -> bool:
    assert game.act_by is not None, "a timed game has a deadline"
    before = game.act_by
    if _awaits_person(game):
        game.act_by = gap.extend_deadline(before, timedelta(seconds=game.turn_seconds))
        if game.turn_at is not None:
            game.turn_at += gap.length  # no thinking time while the site stood still
    elif gap.is_set_back:
        game.act_by = before + gap.length
    schedule_timeout(game, game.act_by, gap.now)
    game.save(update_fields=["act_by", "alarm_at", "turn_at"])
    log.broadcast_to_spectators(game)
    return game.act_by != before


def _awaits_person(game: Game) -> bool:
    if game.status == Game.Status.OPENING:
        return True  # their browsers reveal the cortes
    seats = list(game.seats.order_by("number"))
    if not any(seat.is_person for seat in seats):
        return False
    try:
        state = current_state(game, DealSource(game, seats))
    except Exception:
        logger.exception("game %s cannot be read", game.pk)  # its own deadline will freeze it
        return True
    return any(seats[number].is_person for number in state.to_act)


BATCH = 500
GoesOn = Callable[[datetime], bool]


def run_due(
    *,
    goes_on: GoesOn,
    read_clock: Callable[[], datetime] = timezone.now,
    grace: timedelta = timedelta(),
) -> None:
    """Act at every overdue table as long as `goes_on`, which is called once a second.

    Tables that are overdue for less than `grace` are left to their alarms and timers.
    """
    last_check = now = read_clock()
    if not goes_on(now):
        return
    credit_outage(now=now)
    replace_absent(now=now)
    due = Game.objects.overdue(now - grace).order_by("act_by").values_list("pk", "version")
    for game_id, version in list(due[:BATCH]):
        now = read_clock()
        if now - last_check >= HEARTBEAT_INTERVAL:
            last_check = now
            if not goes_on(now):
                return
        run_due_game(game_id=game_id, version=version, now=now)


def run_due_game(*, game_id: int, version: int, now: datetime) -> bool:
    """Act at one table; seats awaited during an outage first get extra time."""
    credit_outage(now=now)
    return act_on_timeout(game_id=game_id, seen_version=version, now=now)
