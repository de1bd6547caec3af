"""Casual tables: opening one, and finding the first that suits ("Jugar ahora").

Nobody is seated on the way: the page of the table sits down by itself, since the corte is its own.
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.engine import Rules
from games.models import Game, GameQuerySet, Seat
from games.robots.levels import RobotLevel
from games.services import addresses, log
from games.services.outside.announcing import tell_outside
from games.services.outside.inviting import is_invited
from games.services.refusals import RefusedError
from games.services.retry import retrying
from games.services.tables import desertion, seating
from games.services.tables.seating import SeatPlan
from games.talk.levels import Level

MOST_OF_A_GUEST = 5  # open tables; an account may have as many as it likes
UNHURRIED = 3600  # seconds a turn may take on one device, before the table is put aside


@dataclass(frozen=True)
class Sitting:
    """Who sits down and how: what seals their corte, and the keyed hash of their address.

    `number` is the seat they chose, if any; `invited` whether they hold an invitation.
    """

    user: User
    corte_hash: str
    address: str
    now: datetime
    number: int | None = None
    invited: bool = False


def open_table(
    *,
    user: User,
    rules: Rules,
    robots: bool,
    private: bool,
    public: bool,
    competitive: bool,
    turn_seconds: int,
    now: datetime,
    robot_level: RobotLevel = RobotLevel.BOLICHE,
) -> Game:
    """Open a table with robots or for people; a `private` one is for people who have its link.

    `robot_level` is how well those robots play; `public` is whether others may watch. Robots never
    play for points, nor does a guest open a table for them. Raises RefusedError `too-many-tables`.
    """
    _require_room(user)
    return seating.open_game(
        rules=rules,
        seats=[SeatPlan(user=user), *[SeatPlan(robot=robots)] * (rules.seats - 1)],
        competitive=competitive and not robots and not user.is_guest,
        public=public,
        private=private or robots,
        host=user,
        turn_seconds=turn_seconds,
        robot_level=robot_level if robots else "",
        now=now,
    )


def open_for_two(*, user: User, companion: str, rules: Rules, now: datetime) -> Game:
    """Open a table for two people on one device; robots have the other seats.

    Two seats make them rivals, more make them partners. Nobody else sits down or watches, and
    nothing counts for anybody. Raises RefusedError `too-many-tables`.
    """
    _require_room(user)
    seats = [SeatPlan(user=user), *[SeatPlan(robot=True)] * (rules.seats - 1)]
    seats[1 if rules.seats == 2 else 2] = SeatPlan(companion=companion)
    return seating.open_game(
        rules=rules,
        seats=seats,
        competitive=False,
        public=False,
        private=True,
        host=user,
        turn_seconds=UNHURRIED,
        talk=Level.NONE,  # they sit side by side
        now=now,
    )


def find_table(
    *, user: User, rules: Rules, company: bool, turn_seconds: int, now: datetime
) -> Game:
    """Return the first friendly table with these rules that has a free seat, or open one.

    `company` has robots on the seats of a new table until people come. A person who already has
    such a table goes on there, however often they ask: with `company` not at one that waits without
    a robot, else not at one that robots keep. Raises RefusedError `too-many-tables`.
    """
    suits = Game.objects.friendly().filter(preset=rules.preset, options=rules.options())
    own = suits.open().seated(user.pk)
    if company:
        own = own.filter(~Q(status=Game.Status.WAITING) | Q(seats__company=True)).distinct()
    else:
        own = own.exclude(seats__company=True)
    others_tables = suits.exclude(pk__in=Game.objects.seated(user.pk).values("pk"))
    found = own.order_by("-created_at").first() or _inviting(others_tables)
    if found is not None:
        return found
    _require_room(user)
    others = SeatPlan(robot=company, company=company)
    return seating.open_game(
        rules=rules,
        seats=[SeatPlan(user=user), *[others] * (rules.seats - 1)],
        competitive=False,
        public=True,
        host=user,
        turn_seconds=turn_seconds,
        now=now,
    )


def take_seat(*, game_id: int, sitting: Sitting) -> Seat:
    """Sit down at a table that waits, or take over from a robot that keeps company.

    Who takes over adds no corte: the shuffle is settled. Raises RefusedError `closed`, `no-seat`,
    `not-invited` or `bad-corte`.
    """
    _require_invitation(game_id, sitting)
    if _keeps_company(game_id, sitting.user):
        return relieve(game_id=game_id, sitting=sitting)
    return seating.sit_down(
        game_id=game_id,
        user=sitting.user,
        corte_hash=sitting.corte_hash,
        address=sitting.address,
        now=sitting.now,
        number=sitting.number,
    )


@retrying
@transaction.atomic
def relieve(*, game_id: int, sitting: Sitting) -> Seat:
    """Take over from a robot that keeps company, in the middle of its hand.

    Raises RefusedError `no-seat`.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("number"))
    kept = next((seat for seat in seats if seat.company), None)
    if kept is None or game.is_over or any(seat.user_id == sitting.user.pk for seat in seats):
        raise RefusedError("no-seat")
    kept.user, kept.sat_at, kept.guest = sitting.user, sitting.now, sitting.user.is_guest
    kept.robot = kept.company = False
    kept.save(update_fields=["user", "sat_at", "guest", "robot", "company"])
    addresses.remember(kept, sitting.address, sitting.now)
    if desertion.waits_for_people(game):
        desertion.resume(game, seats, sitting.now)
    elif game.status == Game.Status.LIVE:
        log.reassign(game, seats, kept.number, sitting.now)
    tell_outside(game)
    return kept


def _inviting(suits: GameQuerySet) -> Game | None:
    """Find the table where a person has waited longest; else one where robots keep company.

    Of the latter, the one that has progressed least.
    """
    there = Seat.objects.filter(
        game=OuterRef("pk"), user__isnull=False, sat_at__isnull=False, absent_since__isnull=True
    )
    kept = Seat.objects.filter(game=OuterRef("pk"), company=True)
    attended = suits.filter(Exists(there.filter(automatic=False)))
    waiting = attended.with_a_free_seat().order_by("created_at", "pk").first()
    live = attended.filter(Exists(kept), status=Game.Status.LIVE)
    return waiting or live.order_by("version", "pk").first()


def _keeps_company(game_id: int, user: User) -> bool:
    """Tell whether a robot there keeps a seat for newcomers, and `user` is one."""
    begun = Game.objects.filter(pk=game_id).exclude(status=Game.Status.WAITING)
    is_kept = begun.filter(seats__company=True).exists()
    return is_kept and not begun.seated(user.pk).exists()


def _require_invitation(game_id: int, sitting: Sitting) -> None:
    """Refuse uninvited people; a seat kept for a person needs no invitation, a friend's counts."""
    private = Game.objects.filter(pk=game_id, private=True).exclude(seats__user=sitting.user)
    if sitting.invited or not private.exists():
        return
    if not is_invited(game_id, sitting.user.pk):
        raise RefusedError("not-invited")


def _require_room(user: User) -> None:
    """Keep a guest, who may be nobody at all, from filling the house with tables."""
    if user.is_guest and Game.objects.open().seated(user.pk).count() >= MOST_OF_A_GUEST:
        raise RefusedError("too-many-tables")
