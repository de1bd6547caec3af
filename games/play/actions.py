"""The only write path of a game: browsers, robots, clock and judge all use `play`."""

import logging
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction

from accounts.common.errors import RefusedError
from accounts.common.transactions import retry_on_conflict
from games.common.errors import ClosedError, NotInHandError, NotYourSeatError, StaleError
from games.engine import (
    JOINT,
    IllegalActionError,
    NotationError,
    apply,
    apply_joint,
    from_joint_token,
    from_token,
)
from games.models import Action, Game, Seat, raw_queries
from games.play import abandonment, log, perros, seat_addresses, table_cache, time_bank
from games.play.errors import ElsewhereError, OtherActionError
from games.play.replay import PERROS, PERROS_BACK, DealSource
from games.play.seat_names import seats_on_device
from games.play.table_cache import CachedTable
from truco_site.counters import clicked
from truco_site.logs import acting

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class ActionResult:
    """Outcome of an action: the version it produced, and whether the action was a repetition."""

    version: int
    repeated: bool = False


@clicked
@retry_on_conflict
def play(
    *,
    game_id: int,
    seat: int,
    token: str,
    seen_version: int,
    action_id: str,
    now: datetime,
    by: str = Action.By.PERSON,
    address: str = "",
    actor: "Actor | None" = None,
) -> ActionResult:
    """Do one action at a table, or a card with a call (R-C8), or raise and change nothing.

    `action_id` comes from the clicked fragment; the same id again returns the first outcome.
    `address` is the keyed hash of the network address of the player (docs/ranking.md). `actor` is
    the user who claims the seat, or None for callers that need no check.

    Raises StaleError if the table has changed since `seen_version`, IllegalActionError or
    NotationError from the engine, RefusedError with code `closed`, `other-action`,
    `not-your-seat`, `elsewhere` or, on one device, `not-in-hand`.
    """
    act = Act(seat, token, action_id, by, address, now)
    try:
        with acting(action_id), table_cache.evict_on_error(game_id):
            version = _play_unlocked(game_id, seen_version, act, actor)
            if version is None:
                version = _play(game_id, seen_version, act, actor)
            logger.debug("game %s: seat %s made version %s", game_id, seat, version)
            return ActionResult(version)
    except (IllegalActionError, NotationError, RefusedError, IntegrityError) as error:
        try:
            if (earlier := _outcome(game_id, act)) is not None:
                return ActionResult(earlier, repeated=True)
        except OtherActionError as other:
            _log_refusal(game_id, seen_version, act, other)
            raise
        _log_refusal(game_id, seen_version, act, error)
        raise


class ActionSource(TypedDict):
    """Columns of the log that identify an action and its source."""

    action_id: str
    by: str
    now: datetime


@dataclass(frozen=True)
class Actor:
    """A user, and the socket through which they act; "" for an action outside a socket."""

    user_id: int | None
    socket: str = ""


@dataclass(frozen=True)
class Act:
    """An action of a seat, with its source and time."""

    seat: int
    token: str
    action_id: str
    by: str
    address: str
    now: datetime


def _log_refusal(game_id: int, seen_version: int, act: Act, error: Exception) -> None:
    """Log who was refused what at which version, without the token: it may name a card."""
    code = getattr(error, "code", type(error).__name__)
    logger.info("game %s: seat %s at version %s: %s", game_id, act.seat, seen_version, code)


def _play_unlocked(game_id: int, seen_version: int, act: Act, actor: Actor | None) -> int | None:
    """Do a plain action at the cached table; return the version it produces.

    It is written only if the row is still the cached one, so nothing is read or locked before.
    None: nothing was written, and `_play` has to decide. An entry may be outdated, so
    nobody is refused by it.
    """
    table = table_cache.peek(game_id)
    if table is None or not _is_plain(table, seen_version, act):
        return None
    assert table.state is not None, "a live table has been dealt"
    try:
        if actor is not None:
            _require_holder(table.seats, act.seat, actor)
        action = from_token(act.seat, act.token)
        after = apply(table.state, action)
    except (IllegalActionError, NotationError, RefusedError):
        return None
    if after.winner is not None:
        return None
    game = copy(table.game)
    time_bank.charge_turn(game, act.seat, act.now)
    how = ActionSource(action_id=act.action_id, by=act.by, now=act.now)
    try:
        is_written = log.append_if_unchanged(game, table.seats, action, after, **how)
    except IntegrityError:  # the log has this id
        return None
    except (OperationalError, InterfaceError):  # it may have been written: the log will tell
        table_cache.evict(game_id)
        connection.close()
        return None
    return game.version if is_written else None


def _is_plain(table: CachedTable, seen_version: int, act: Act) -> bool:
    """Return whether a person's action at this entry would write the log and the game's row only.

    A game read through the ORM has no `row_version`. A caller's transaction needs the lock until
    its end.
    """
    game = table.game
    if game.row_version is None or connection.in_atomic_block:
        return False
    if (game.status, game.version) != (Game.Status.LIVE, seen_version):
        return False
    if act.by != Action.By.PERSON or act.token.lower() in (PERROS, PERROS_BACK):
        return False
    if act.seat >= len(table.seats) or seats_on_device(table.seats):
        return False
    return _is_manual(table.seats[act.seat]) and _knows_address(table, act)


@transaction.atomic
def _play(game_id: int, seen_version: int, act: Act, actor: Actor | None) -> int:
    """Do a new action; return the version it produces."""
    game, token = raw_queries.locked(game_id), act.token.lower()
    is_of_dogs = token in (PERROS, PERROS_BACK)
    _require_open(game, seen_version, before_deal=is_of_dogs)
    table = table_cache.cached_table(game)
    if actor is not None:
        _require_holder(table.seats, act.seat, actor)
    if seats_on_device(table.seats) and act.seat != game.in_hand:
        raise NotInHandError()
    seats = _marked(table, act) if act.by == Action.By.PERSON else table.seats
    dealer = DealSource(game, seats)
    how = ActionSource(action_id=act.action_id, by=act.by, now=act.now)
    if is_of_dogs:
        perros.challenge_perros(game, dealer, table.state, seat=act.seat, token=token, **how)
    else:
        assert table.state is not None, "a live table has been dealt"
        actions = from_joint_token(act.seat, act.token)
        if act.by == Action.By.PERSON:
            time_bank.charge_turn(game, act.seat, act.now)
        log.append(game, dealer, actions, apply_joint(table.state, actions), **how)
    return game.version


def _outcome(game_id: int, act: Act) -> int | None:
    """Return the version that this action produced before, perhaps the last of its game."""
    action = Action.objects.filter(game=game_id, seat=act.seat, action_id=act.action_id).first()
    if action is None:
        return None
    first = Action.objects.filter(
        game=game_id, seat=act.seat, action_id=log.joint_id(action.version - 1)
    ).first()
    token = action.token if first is None else f"{first.token}{JOINT}{action.token}"
    if token != act.token.lower():
        raise OtherActionError()
    return action.version


def _require_open(game: Game, seen_version: int, *, before_deal: bool) -> None:
    """Require a table in play; `before_deal` allows one whose cuts are being opened (R-X4)."""
    if abandonment.waits_for_people(game):
        game.status = Game.Status.LIVE  # saved with the action, if it is accepted
    is_opening = before_deal and game.status == Game.Status.OPENING
    if game.status != Game.Status.LIVE and not is_opening:
        raise ClosedError()
    if game.version != seen_version:
        raise StaleError(game.version)


def _require_holder(seats: Sequence[Seat], number: int, actor: Actor) -> None:
    """Require the seat's user, or their companion's seat, and the newest of the user's sockets."""
    own = next((seat for seat in seats if seat.user_id == actor.user_id), None)
    if own is None or (own.number != number and not _is_companions(seats, number)):
        raise NotYourSeatError()
    if actor.socket and own.socket != actor.socket:
        raise ElsewhereError()


def _is_companions(seats: Sequence[Seat], number: int) -> bool:
    """Return whether the seat is a companion's; the number may match no seat at this table."""
    return number < len(seats) and bool(seats[number].companion)


def _marked(table: CachedTable, act: Act) -> Sequence[Seat]:
    """Return the seats after a person acted: the seat is manual again, its address is stored."""
    place = table.seats[act.seat]
    if not _knows_address(table, act):
        seat_addresses.remember_address(place, act.address, act.now)
        table_cache.note_address(table.game, act.seat, act.address)
    if _is_manual(place):
        return table.seats
    place = copy(place)
    place.automatic, place.timeouts, place.absent_since, place.missed = False, 0, None, ""
    place.save(update_fields=["automatic", "timeouts", "absent_since", "missed"])
    return [*table.seats[: act.seat], place, *table.seats[act.seat + 1 :]]


def _knows_address(table: CachedTable, act: Act) -> bool:
    return not act.address or (act.seat, act.address) in table.addresses


def _is_manual(seat: Seat) -> bool:
    """Return whether nothing is noted about a seat that its player's next action ends."""
    return not (seat.automatic or seat.timeouts or seat.absent_since or seat.missed)
