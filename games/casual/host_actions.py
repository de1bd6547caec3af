"""Services for a casual table before its first deal: seats, robots, rules, leaving.

The host is the person who opened the table; when the host leaves, the person seated longest takes
over. Seats are renumbered, so everything that belongs to a person at the table moves with them.
"""

from datetime import datetime

from accounts.common.transactions import transactional
from accounts.models import User
from games.casual.errors import (
    NoRobotError,
    NotHostError,
    OtherSizeError,
    RulesUnseenError,
    SeatTakenError,
)
from games.common.broadcast import broadcast_to_lobby
from games.common.errors import ClosedError, NotCasualError, NotSeatedError
from games.engine import Rules
from games.models import Game, Seat
from games.play import log, seats

NOWHERE = 99  # temporary seat number while two seats are swapped


@transactional
def change_seat(*, game_id: int, user: User, number: int, now: datetime) -> None:
    """Move to a free seat. Raises RefusedError `closed`, `not-seated` or `seat-taken`."""
    game = _waiting(game_id)
    own = _own(game, user)
    target = game.seats.filter(number=number).first()
    if target is None or not target.is_free:
        raise SeatTakenError()
    own_number = own.number
    for seat, place in ((own, NOWHERE), (target, own_number), (own, number)):
        seat.number = place
        seat.save(update_fields=["number"])
    _show(game)


@transactional
def leave_table(*, game_id: int, user: User, now: datetime) -> None:
    """Leave the seat; a table that the last person leaves is annulled.

    Raises RefusedError `closed` or `not-seated`.
    """
    game = _waiting(game_id)
    seat = _own(game, user)
    _clear(seat)
    seated = game.seats.filter(user__isnull=False, sat_at__isnull=False).order_by(
        "sat_at", "number"
    )
    heir = seated.first()
    if heir is None:
        seats.annul_game(game_id=game.pk, now=now)
        return
    if game.host_id in (user.pk, None):
        game.host = heir.user
        game.save(update_fields=["host"])
    _show(game)


@transactional
def seat_robot(*, game_id: int, user: User, number: int, now: datetime) -> None:
    """Assign a free seat to a robot until a person comes; the last seat starts the game.

    Raises RefusedError `closed`, `not-host` or `seat-taken`.
    """
    game = _waiting(game_id, host=user)
    seat = game.seats.filter(number=number).first()
    if seat is None or not seat.is_free:
        raise SeatTakenError()
    _give_to_robot(seat, now)
    seats.close_if_full(game, now)


@transactional
def dismiss_robot(*, game_id: int, user: User, number: int) -> None:
    """Free a seat that a robot holds. Raises RefusedError `closed`, `not-host` or `no-robot`."""
    game = _waiting(game_id, host=user)
    seat = game.seats.filter(number=number, company=True).first()
    if seat is None:
        raise NoRobotError()
    seat.robot = seat.company = False
    seat.sat_at = None
    seat.save(update_fields=["robot", "company", "sat_at"])
    _show(game)


@transactional
def start_now(*, game_id: int, user: User, now: datetime) -> None:
    """Start before the table is full: robots take the seats of missing players.

    Raises RefusedError `closed`, `not-host`, `not-seated` or `rules-unseen`.
    """
    game = _waiting(game_id, host=user)
    if game.seats.filter(user__isnull=False, sat_at__isnull=False, looked=False).exists():
        raise RulesUnseenError()
    if not game.seats.filter(user=user, sat_at__isnull=False).exists():
        raise NotSeatedError()
    for seat in game.seats.filter(sat_at__isnull=True):
        _clear(seat)
        _give_to_robot(seat, now)
    seats.close_if_full(game, now)


@transactional
def change_rules(*, game_id: int, user: User, rules: Rules) -> None:
    """Change the rules; the game does not start before all seated players have seen them.

    Raises RefusedError `closed`, `not-host` or `other-size` (another number of seats).
    """
    game = _waiting(game_id, host=user)
    if rules.seats != game.rules.seats:
        raise OtherSizeError()
    if rules == game.rules:
        return
    if game.former_rules is None:
        game.former_rules = {"preset": game.preset, "options": game.options}
    game.preset, game.options = rules.preset, rules.options()
    game.save(update_fields=["preset", "options", "former_rules"])
    game.seats.filter(user__isnull=False).exclude(user=user).update(looked=False)
    _show(game)


@transactional
def accept_rules(*, game_id: int, user: User, now: datetime) -> None:
    """Mark the new rules as seen by the player. Raises RefusedError `closed` or `not-seated`."""
    game = _waiting(game_id)
    seat = _own(game, user)
    seat.looked = True
    seat.save(update_fields=["looked"])
    if not game.seats.filter(looked=False).exists():
        game.former_rules = None
        game.save(update_fields=["former_rules"])
    seats.close_if_full(game, now)


def _waiting(game_id: int, host: User | None = None) -> Game:
    """Lock a casual table before its deal; with `host`, require that user to be the host."""
    game = Game.objects.select_for_update(of=("self",)).get(pk=game_id)
    if not game.is_casual:
        raise NotCasualError()
    if game.status != Game.Status.WAITING:
        raise ClosedError()
    if host is not None and game.host_id != host.pk:
        raise NotHostError()
    return game


def _own(game: Game, user: User) -> Seat:
    seat = game.seats.filter(user=user).first()
    if seat is None:
        raise NotSeatedError()
    return seat


def _clear(seat: Seat) -> None:
    """Free a seat for anyone."""
    seat.user = seat.sat_at = seat.absent_since = None
    seat.socket = seat.corte_hash = ""
    seat.guest, seat.looked = False, True
    seat.save()


def _give_to_robot(seat: Seat, now: datetime) -> None:
    seat.robot = seat.company = True
    seat.sat_at = now
    seat.save(update_fields=["robot", "company", "sat_at"])


def _show(game: Game) -> None:
    game.version += 1
    game.save(update_fields=["version"])
    log.broadcast_to_spectators(game)
    broadcast_to_lobby(game)
