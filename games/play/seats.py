"""Services to open a table, to sit down, to start, to annul, and to change a seat's holder.

A seat can change from a robot to a person and back during a game; its cards stay. Only the holder
sees the hand: the socket of a person who gave up the seat is closed before anything else is sent
(`games.live.hub`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Q

from accounts.common.transactions import transactional
from accounts.models import User
from games.common.broadcast import broadcast_to_lobby
from games.common.errors import ClosedError, NoSeatError
from games.common.hooks import check_seat
from games.engine import Rules
from games.fair import shuffle
from games.models import Game, Seat
from games.models.tables import Level
from games.play import log, record_signatures, seat_addresses
from games.play.advance_seals import AdvanceCut
from games.play.cut_secrets import is_only_cut, lock_seats, require_matching_cut
from games.play.errors import BadCorteError


@dataclass(frozen=True)
class SeatPlan:
    """The occupant of a seat: a person, a robot, or (neither) the first to arrive.

    A robot may keep the seat only until a person comes, and may have the name it had before. A
    companion (by name) plays on the device of the only person who has one, and is seated from the
    start.
    """

    user: User | None = None
    robot: bool = False
    robot_name: str = ""
    company: bool = False
    companion: str = ""


@transactional
def open_game(
    *,
    rules: Rules,
    seats: Sequence[SeatPlan],
    competitive: bool,
    public: bool,
    turn_seconds: int,
    title: str = "",
    now: datetime,
    private: bool = False,
    host: User | None = None,
    page: str = "",
    wait_until: datetime | None = None,
    talk: str = Level.CHAT,
    robot_level: str = "",
    signs_caught: bool = True,
    bank_seconds: int | None = None,
    cut: AdvanceCut | None = None,
) -> Game:
    """Open a table; publish the commitment to its seed before a seat can be taken.

    At a `private` table only invited people sit down; `host` decides how it starts. `page` is the
    path where its players continue afterwards. If not all have sat down at `wait_until`, its
    competition decides. `bank_seconds` is the time bank of each seat (`games.play.time_bank`).
    With `cut`, whose seal has opened no table yet, the player of the first seat sits down at once;
    the other seats have to be robots'.
    """
    assert len(seats) == rules.seats
    game = Game(
        title=title,
        page=page,
        preset=rules.preset,
        options=rules.options(),
        competitive=competitive,
        public=public,
        private=private,
        host=host,
        turn_seconds=turn_seconds,
        bank_seconds=bank_seconds,
        talk=talk,
        robot_level=robot_level,
        signs_caught=signs_caught,
        act_by=wait_until,
        created_at=now,
    )
    is_sealed = cut is not None and _insert_sealed(game, cut)
    if not is_sealed:
        game.pk, game.sealed_seed = None, shuffle.seal(shuffle.new_seed())
        game.save(force_insert=True)
    game.scheme = shuffle.SCHEME
    game.commitment = shuffle.commitment(shuffle.unseal(game.sealed_seed), game.pk)
    game.save(update_fields=["scheme", "commitment"])
    Seat.objects.bulk_create(_planned(game, seats, now))
    broadcast_to_lobby(game)
    if cut is not None and is_sealed:
        _sit_at_once(game, seats[0].user, cut, now)
    return game


def _insert_sealed(game: Game, cut: AdvanceCut) -> bool:
    """Insert a table with the number and the seed of a seal; False if that opened one before."""
    game.pk, game.sealed_seed = cut.number, cut.sealed_seed
    try:
        with transaction.atomic():
            game.save(force_insert=True)
    except IntegrityError:
        return False
    return True


def _sit_at_once(game: Game, user: User | None, cut: AdvanceCut, now: datetime) -> None:
    assert user is not None, "a cut is a person's"
    corte = bytes.fromhex(cut.corte)
    corte_hash = shuffle.corte_hash(corte, game=game.pk, commitment=game.commitment)
    sit_down(
        game_id=game.pk,
        user=user,
        corte_hash=corte_hash,
        address=cut.address,
        now=now,
        corte=cut.corte,
    )
    game.refresh_from_db()


@dataclass(frozen=True)
class TablePlan:
    """A public table for certain people, one for each seat, who are about to sit down."""

    rules: Rules
    people: Sequence[User]
    competitive: bool
    turn_seconds: int


@transaction.atomic
def open_tables(plans: Sequence[TablePlan], now: datetime) -> list[Game]:
    """Open many tables with a few statements; return them in the order of their plans.

    The first of each table's people is its host.
    """
    seeds = [shuffle.new_seed() for _ in plans]
    games = Game.objects.bulk_create(
        Game(
            preset=plan.rules.preset,
            options=plan.rules.options(),
            competitive=plan.competitive,
            host=plan.people[0],
            turn_seconds=plan.turn_seconds,
            scheme=shuffle.SCHEME,
            sealed_seed=shuffle.seal(seed),
            created_at=now,
        )
        for plan, seed in zip(plans, seeds, strict=True)
    )
    for game, seed in zip(games, seeds, strict=True):
        game.commitment = shuffle.commitment(seed, game.pk)
    Game.objects.bulk_create(  # a third of the CPU of `bulk_update`
        games, update_conflicts=True, unique_fields=["id"], update_fields=["commitment"]
    )
    Seat.objects.bulk_create(
        seat
        for game, plan in zip(games, plans, strict=True)
        for seat in _planned(game, [SeatPlan(user=user) for user in plan.people], now)
    )
    for game in games[:1]:
        broadcast_to_lobby(game)  # one list shows them all
    return games


def _planned(game: Game, plans: Sequence[SeatPlan], now: datetime) -> Iterator[Seat]:
    """Yield the seats of a new table; robots and companions are seated from the start."""
    for number, plan in enumerate(plans):
        yield Seat(
            game=game,
            number=number,
            user=plan.user,
            robot=plan.robot,
            robot_name=plan.robot_name,
            company=plan.company,
            companion=plan.companion,
            sat_at=now if plan.robot or plan.companion else None,
        )


@transactional
def sit_down(
    *,
    game_id: int,
    user: User,
    corte_hash: str,
    address: str,
    now: datetime,
    number: int | None = None,
    corte: str = "",
) -> Seat:
    """Take the user's own seat, or the free one with this `number`, or the first free one.

    The last player to sit down closes the seats.

    `corte_hash` seals this seat's contribution to the shuffle (`games.fair.shuffle`); "" adds
    nothing. `corte` reveals it at once if no other seat adds one; otherwise it is ignored. At a
    table with closed seats this only returns the seat to its player.

    Raises RefusedError with code `closed`, `no-seat`, `bad-corte`, `wrong-corte` or, at a table
    with a page, the code that its owner answers.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.is_over:
        raise ClosedError()
    if corte_hash and not shuffle.is_in_hex(corte_hash):
        raise BadCorteError()
    seat = _seat_for(game, user, number)
    seat_addresses.remember_address(seat, address, now)
    if game.status != Game.Status.WAITING or seat.sat_at:
        return seat
    if game.page:
        check_seat.send(Game, game=game, user=user)
    seat.user, seat.sat_at, seat.corte_hash, seat.looked = user, now, corte_hash, True
    if corte_hash and corte and is_only_cut(game.seats.all(), seat):
        require_matching_cut(game, seat, corte)
        seat.contribution = corte
    seat.save(update_fields=["user", "sat_at", "corte_hash", "looked", "contribution"])
    close_if_full(game, now)
    return seat


def close_if_full(game: Game, now: datetime) -> None:
    """Close the seats of a locked table if all have arrived; otherwise publish the new state."""
    if game.seats.filter(Q(sat_at__isnull=True) | Q(looked=False)).exists():
        game.version += 1
        game.save(update_fields=["version"])
        log.broadcast_to_spectators(game)
        broadcast_to_lobby(game)
    else:
        lock_seats(game, now)


@transactional
def hold_for_players(*, game_id: int, until: datetime | None) -> None:
    """Show at a waiting table until when its players are awaited; None while no clock runs."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.WAITING or game.act_by == until:
        return
    game.act_by = until
    game.version += 1
    game.save(update_fields=["act_by", "version"])
    log.broadcast_to_spectators(game)


@transactional
def start_game(*, game_id: int, now: datetime) -> None:
    """Close a waiting table with the players seated; the other seats become automatic."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status == Game.Status.WAITING:
        game.seats.filter(sat_at__isnull=True).update(automatic=True)
        lock_seats(game, now)


@transactional
def annul_game(*, game_id: int, now: datetime) -> None:
    """Void a table: no winner, no points; the seed is revealed all the same (invariant I12)."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.is_over:
        return
    game.version += 1
    game.status, game.act_by, game.finished_at = Game.Status.ANNULLED, None, now
    game.in_hand, game.revealed_seed = None, shuffle.unseal(game.sealed_seed).hex()
    game.save(
        update_fields=["version", "status", "act_by", "finished_at", "in_hand", "revealed_seed"]
    )
    record_signatures.sign_record(game)
    log.broadcast_to_spectators(game)
    broadcast_to_lobby(game)
    if game.rematch_of is not None:
        log.broadcast_to_spectators(game.rematch_of)  # nobody waits for its players any more


def _seat_for(game: Game, user: User, number: int | None) -> Seat:
    seats = list(game.seats.order_by("number"))
    own = [seat for seat in seats if seat.user_id == user.pk]
    free = [seat for seat in seats if seat.is_free and number in (None, seat.number)]
    if not own and (game.status != Game.Status.WAITING or not free):
        raise NoSeatError()
    return (own or free)[0]


@transactional
def assign_seat(*, game_id: int, number: int, user: User, now: datetime) -> None:
    """Assign a robot's seat to a person.

    Do nothing if the seat is no robot's, or if they already sit there. At a waiting table the
    person is then awaited; at a live one the robot continues until they come.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("number"))
    seat = seats[number]
    if game.is_over or not seat.robot or any(each.user_id == user.pk for each in seats):
        return
    is_waiting = game.status == Game.Status.WAITING
    seat.user, seat.robot, seat.company = user, False, False
    seat.automatic, seat.guest = not is_waiting, user.is_guest
    seat.sat_at = None if is_waiting else now
    seat.save(update_fields=["user", "robot", "company", "automatic", "guest", "sat_at"])
    _show(game, seats, number, now)


@transactional
def release_seat(*, game_id: int, user: User, now: datetime) -> None:
    """Assign a person's seat to a robot immediately; do nothing if they have none at this table."""
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("number"))
    seat = next((each for each in seats if each.user_id == user.pk), None)
    if game.is_over or seat is None:
        return
    seat.user, seat.robot, seat.sat_at = None, True, seat.sat_at or now
    seat.automatic, seat.guest, seat.timeouts, seat.looked = False, False, 0, True
    seat.absent_since, seat.signed_at, seat.watches = None, None, None
    seat.socket = seat.sign = seat.ends_in = seat.ready_in = seat.missed = ""
    if game.status == Game.Status.WAITING:
        seat.corte_hash = ""  # no browser is left to reveal it
    seat.save()
    _show(game, seats, seat.number, now)


def _show(game: Game, seats: Sequence[Seat], number: int, now: datetime) -> None:
    if game.status == Game.Status.WAITING:
        close_if_full(game, now)
    elif game.status == Game.Status.LIVE:
        log.recompute_deadline(game, seats, number, now)
    else:
        log.broadcast_to_spectators(game)
