"""Opening a table, sitting down, starting, annulling."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games import signals
from games.engine import Rules
from games.fair import shuffles
from games.models import Game, Seat
from games.records.dealing import Dealer
from games.services import addresses, log
from games.services.refusals import RefusedError
from games.services.retry import retrying


@dataclass(frozen=True)
class SeatPlan:
    """Who sits on a seat: a person, a robot, or (neither) the first to come.

    A robot may only keep company until a person comes. A companion (by name) plays on the device
    of the only person who has one.
    """

    user: User | None = None
    robot: bool = False
    company: bool = False
    companion: str = ""


@retrying
@transaction.atomic
def open_game(
    *,
    rules: Rules,
    seats: Sequence[SeatPlan],
    competitive: bool,
    public: bool,
    turn_seconds: int,
    title: str,
    now: datetime,
    private: bool = False,
    host: User | None = None,
    page: str = "",
    wait_until: datetime | None = None,
) -> Game:
    """Open a table; publish the commitment to its seed before a seat can be taken.

    At a `private` one only whoever was invited sits down; `host` is who may say how it starts.
    `page` is the path of what the table belongs to (a match): where its people go on from it;
    `wait_until` is when somebody else decides what becomes of it if not all have sat down.
    """
    assert len(seats) == rules.seats
    seed = shuffles.new_seed()
    game = Game.objects.create(
        title=title,
        page=page,
        preset=rules.preset,
        options=rules.options(),
        competitive=competitive,
        public=public,
        private=private,
        host=host,
        turn_seconds=turn_seconds,
        sealed_seed=shuffles.seal(seed),
        act_by=wait_until,
        created_at=now,
    )
    game.commitment = shuffles.commitment(seed, game.pk)
    game.save(update_fields=["commitment"])
    Seat.objects.bulk_create(_planned(game, seats, now))
    return game


def _planned(game: Game, plans: Sequence[SeatPlan], now: datetime) -> Iterator[Seat]:
    """Yield the seats of a new table; a robot sits there from the start."""
    for number, plan in enumerate(plans):
        yield Seat(
            game=game,
            number=number,
            user=plan.user,
            robot=plan.robot,
            company=plan.company,
            companion=plan.companion,
            sat_at=now if plan.robot else None,
        )


@retrying
@transaction.atomic
def sit_down(
    *,
    game_id: int,
    user: User,
    contribution: str,
    address: str,
    now: datetime,
    number: int | None = None,
) -> Seat:
    """Take one's own seat, or the free one with this `number`, or the first that is free.

    Then, at a table on one device, that of one's companion: each with a corte of its own. The last
    to sit down starts the game.

    `contribution` is the corte in hex, 16 to 32 bytes; anything else counts as none. At a table
    that has started this only gives the seat back to its person.

    Raises RefusedError with code `closed` or `no-seat`.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.is_over:
        raise RefusedError("closed")
    seat = _seat_for(game, user, number)
    addresses.remember(seat, address, now)
    if game.status != Game.Status.WAITING or seat.sat_at:
        return seat
    seat.user = None if seat.companion else user
    seat.sat_at, seat.contribution = now, _valid_contribution(contribution)
    seat.looked = True
    seat.save(update_fields=["user", "sat_at", "contribution", "looked"])
    start_if_full(game, now)
    return seat


def start_if_full(game: Game, now: datetime) -> None:
    """Start a locked table that nobody is awaited at any more; else show how it stands."""
    if game.seats.filter(Q(sat_at__isnull=True) | Q(looked=False)).exists():
        game.version += 1
        game.save(update_fields=["version"])
        log.tell_watchers(game)
    else:
        _start(game, now)


@retrying
@transaction.atomic
def wait(*, game_id: int, until: datetime | None) -> None:
    """Show at a waiting table until when its people are awaited; None while no clock runs."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status != Game.Status.WAITING or game.act_by == until:
        return
    game.act_by = until
    game.version += 1
    game.save(update_fields=["act_by", "version"])
    log.tell_watchers(game)


@retrying
@transaction.atomic
def start_game(*, game_id: int, now: datetime) -> None:
    """Start a waiting table with those who sat down; the other seats are on automatic."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.status == Game.Status.WAITING:
        game.seats.filter(sat_at__isnull=True).update(automatic=True)
        _start(game, now)


@retrying
@transaction.atomic
def annul_game(*, game_id: int, now: datetime) -> None:
    """Void a table: no winner, no points; the seed is opened all the same (invariant I12)."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if game.is_over:
        return
    game.version += 1
    game.status, game.act_by, game.finished_at = Game.Status.ANNULLED, None, now
    game.revealed_seed = shuffles.unseal(game.sealed_seed).hex()
    game.save(update_fields=["version", "status", "act_by", "finished_at", "revealed_seed"])
    log.tell(game)


def _seat_for(game: Game, user: User, number: int | None) -> Seat:
    seats = list(game.seats.order_by("number"))
    own = [seat for seat in seats if seat.user_id == user.pk]
    free = [seat for seat in seats if seat.is_free and number in (None, seat.number)]
    if not own and (game.status != Game.Status.WAITING or not free):
        raise RefusedError("no-seat")
    beside = [seat for seat in seats if seat.companion] if own else []
    left = [seat for seat in (*own, *beside) if not seat.sat_at]
    return (left or own or free)[0]


def _valid_contribution(text: str) -> str:
    try:
        raw = bytes.fromhex(text)
    except ValueError:
        return ""
    return raw.hex() if 16 <= len(raw) <= shuffles.CONTRIBUTION_BYTES else ""


def _start(game: Game, now: datetime) -> None:
    """Deal the first hand; who had left the waiting table has the whole grace to come back.

    Who is a guest now plays this game as one, whatever they become: they do not score.
    """
    game.seats.filter(user__is_guest=True).update(guest=True)
    game.seats.filter(absent_since__isnull=False).update(absent_since=now)
    dealer = Dealer(game, list(game.seats.order_by("number")))
    game.status, game.started_at = Game.Status.LIVE, now
    state = dealer.deal(dealer.first_start())
    game.act_by = log.due(game, dealer.seats, state, now)
    game.save(update_fields=["status", "started_at", "act_by"])
    log.move(game, dealer.seats, state, now)
    signals.game_started.send(sender=Game, game=game)
