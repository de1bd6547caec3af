"""Services for casual tables: open and find one, end it by agreement, play a rematch.

The server seats no one: the table page sits down by itself, because the browser creates its own
cut. To end a game by agreement all people vote; no team wins and no points are written. A vote is
valid for the hand it was given in. Each vote locks the game's row, so a vote that arrives with
the last point finds the game over. Robots do not vote, and neither do people replaced by a robot;
on a shared device one tap counts for both people.

Also moves or deletes a guest's seats, inside the transaction that deletes the guest, and exports
a user's own games, reviews and puzzle answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse

from accounts.common.transactions import transactional
from accounts.models import User
from games.casual.errors import (
    BothSeatedError,
    NotInvitedError,
    StillSeatedError,
    TooManyOpenTablesError,
    TooManyTablesError,
)
from games.common.broadcast import broadcast_to_lobby
from games.common.errors import ClosedError, NoSeatError, NotCasualError, StaleError
from games.engine import Rules
from games.models import Game, GameQuerySet, PuzzleAnswer, Review, Seat
from games.models.tables import Level, is_invited
from games.play import abandonment, log, seat_addresses
from games.play import seats as play_seats
from games.play.advance_seals import AdvanceCut
from games.play.replay import current_hand_label
from games.play.seats import SeatPlan, annul_game, open_game
from games.robots.levels import RobotLevel

OPEN = (Game.Status.LIVE, Game.Status.PAUSED, Game.Status.SAVED, Game.Status.FROZEN)


@transactional
def vote_to_end(*, game_id: int, seat: int, hand: str, ends: bool, now: datetime) -> None:
    """Propose or accept the end of the game; without `ends`, refuse, which voids the others' votes.

    `hand` is the label of the hand that the voter saw, "" for the current one. At a table that a
    fault stopped before the first deal one vote is enough. Raises RefusedError `closed` or
    `not-casual`, StaleError when another hand has been dealt since.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if not game.is_casual:
        raise NotCasualError()
    if game.status not in OPEN:
        raise ClosedError()
    current = current_hand_label(game)
    if hand not in ("", current):
        raise StaleError(game.version)
    if not ends:
        game.seats.exclude(ends_in="").update(ends_in="")
        log.broadcast_to_spectators(game)
        return
    game.seats.filter(number=seat).update(ends_in=current)
    voters = game.seats.filter(user__isnull=False, automatic=False)
    if voters.exclude(ends_in=current).exists():
        log.broadcast_to_spectators(game)
        return
    game.agreed = True
    game.save(update_fields=["agreed"])
    annul_game(game_id=game.pk, now=now)


MOST_OF_A_GUEST = 5  # open casual tables of a guest, saved ones included
MOST_OF_AN_ACCOUNT = 100  # the same, of an account
UNHURRIED = 3600  # seconds for a turn on a shared device, before the table is saved


@dataclass(frozen=True)
class SeatTaken:
    """A player who sits down: the seal of their corte, and the keyed hash of their address.

    `corte` is the corte itself, from a browser that adds the only one; `number` is the chosen seat,
    if any; `invited` is whether they have an invitation.
    """

    user: User
    corte_hash: str
    address: str
    now: datetime
    number: int | None = None
    invited: bool = False
    corte: str = ""


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
    signs_caught: bool = True,
    robot_names: Sequence[str] = (),
    bank_seconds: int | None = None,
    cut: AdvanceCut | None = None,
) -> Game:
    """Open a table with robots or for people; a `private` one is for people who have its link.

    `robot_level` is the level of those robots, `robot_names` who they are, from seat 1 on;
    `public` allows spectators; `bank_seconds` is the time bank of each seat. Games with robots and
    tables opened by a guest are never for points. With robots and a `cut` the cards are dealt.
    Raises RefusedError `too-many-tables` or `too-many-open-tables`.
    """
    if robots:
        _close_practice(user, now)
    _require_room(user)
    names = [*robot_names, *[""] * (rules.seats - 1 - len(robot_names))]
    others = [SeatPlan(robot=robots, robot_name=name) for name in names]
    return play_seats.open_game(
        rules=rules,
        seats=[SeatPlan(user=user), *others],
        competitive=competitive and not robots and not user.is_guest,
        public=public,
        private=private or robots,
        host=user,
        turn_seconds=turn_seconds,
        bank_seconds=bank_seconds,
        robot_level=robot_level if robots else "",
        signs_caught=signs_caught,
        cut=cut if robots else None,
        now=now,
    )


PRACTICE_KEPT = 2  # unfinished tables with robots, when another one is opened


def _close_practice(user: User, now: datetime) -> None:
    """Annul a person's older unfinished tables with robots, so that they do not pile up.

    Those that they saved stay.
    """
    people = Seat.objects.filter(game=OuterRef("pk"), robot=False).exclude(user=user)
    going_on = Game.objects.open().exclude(status=Game.Status.SAVED)
    alone = going_on.seated(user.pk).filter(~Exists(people), page="")
    alone = alone.filter(
        Q(private=True) | Exists(Seat.objects.filter(game=OuterRef("pk"), company=True))
    )
    newest_first = alone.order_by("-created_at", "-pk").values_list("pk", flat=True)
    for game_id in newest_first[PRACTICE_KEPT:]:
        annul_game(game_id=game_id, now=now)


def open_for_two(*, user: User, companion: str, rules: Rules, now: datetime) -> Game:
    """Open a table for two people on one device; robots have the other seats.

    With two seats they are rivals, with more they are partners. No one else can sit down or watch,
    and the game has no effect on statistics. Raises RefusedError `too-many-tables` or
    `too-many-open-tables`.
    """
    _require_room(user)
    seats = [SeatPlan(user=user), *[SeatPlan(robot=True)] * (rules.seats - 1)]
    seats[1 if rules.seats == 2 else 2] = SeatPlan(companion=companion)
    return play_seats.open_game(
        rules=rules,
        seats=seats,
        competitive=False,
        public=False,
        private=True,
        host=user,
        turn_seconds=UNHURRIED,
        talk=Level.NONE,  # both players are in one place
        now=now,
    )


SAME_TAP = timedelta(seconds=20)  # in which "Jugar ahora" leads to the same game with a robot


def find_table(
    *,
    user: User,
    rules: Rules,
    company: bool,
    turn_seconds: int,
    now: datetime,
    cut: AdvanceCut | None = None,
) -> Game:
    """Return a friendly table with these rules where the person can play, or open one.

    In this order: their own open table, however often they ask; the one where somebody has waited
    longest; one where robots keep seats for people. With `company` robots keep the other seats of a
    new table; with a `cut`, too, its cards are dealt at once.

    Some own tables are passed over: with `company` one that waits without robots, without it one
    where robots keep seats, and always a game with robots alone that is older than `SAME_TAP`, and
    one that is saved or that a fault stopped. Raises RefusedError `too-many-tables` or
    `too-many-open-tables`.
    """
    suits = Game.objects.friendly().filter(preset=rules.preset, options=rules.options())
    people = Seat.objects.filter(game=OuterRef("pk"), robot=False).exclude(user=user)
    alone = Exists(Seat.objects.filter(game=OuterRef("pk"), company=True)) & ~Exists(people)
    own = suits.open().seated(user.pk).exclude(alone, created_at__lt=now - SAME_TAP)
    own = own.exclude(status__in=(Game.Status.SAVED, Game.Status.FROZEN))
    if company:
        own = own.filter(~Q(status=Game.Status.WAITING) | Q(seats__company=True)).distinct()
    else:
        own = own.exclude(seats__company=True)
    others_tables = suits.exclude(pk__in=Game.objects.seated(user.pk).values("pk"))
    table = own.order_by("-created_at").first() or _inviting(others_tables)
    if table is not None:
        return table
    if company:
        _close_practice(user, now)
    _require_room(user)
    others = SeatPlan(robot=company, company=company)
    return play_seats.open_game(
        rules=rules,
        seats=[SeatPlan(user=user), *[others] * (rules.seats - 1)],
        competitive=False,
        public=True,
        host=user,
        turn_seconds=turn_seconds,
        cut=cut if company else None,
        now=now,
    )


def take_seat(*, game_id: int, sitting: SeatTaken) -> Seat:
    """Sit down at a waiting table, or replace a robot that holds a seat for a person.

    A person who replaces a robot adds no corte, because the shuffle is settled. Raises RefusedError
    `closed`, `no-seat`, `not-invited` or `bad-corte`.
    """
    _require_invitation(game_id, sitting)
    if _keeps_company(game_id, sitting.user):
        return replace_robot_by_person(game_id=game_id, sitting=sitting)
    return play_seats.sit_down(
        game_id=game_id,
        user=sitting.user,
        corte_hash=sitting.corte_hash,
        address=sitting.address,
        now=sitting.now,
        number=sitting.number,
        corte=sitting.corte,
    )


@transactional
def replace_robot_by_person(*, game_id: int, sitting: SeatTaken) -> Seat:
    """Replace a robot that holds a seat for a person, the chosen one or the first of them.

    This may be in the middle of a hand. Raises RefusedError `no-seat`.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    seats = list(game.seats.order_by("number"))
    kept = [seat for seat in seats if seat.company]
    if not kept or game.is_over or any(seat.user_id == sitting.user.pk for seat in seats):
        raise NoSeatError()
    target = next((seat for seat in kept if seat.number == sitting.number), kept[0])
    target.user, target.sat_at, target.guest = sitting.user, sitting.now, sitting.user.is_guest
    target.robot = target.company = False
    target.save(update_fields=["user", "sat_at", "guest", "robot", "company"])
    seat_addresses.remember_address(target, sitting.address, sitting.now)
    if abandonment.waits_for_people(game):
        abandonment.resume_abandoned(game, seats, sitting.now)
    elif game.status == Game.Status.LIVE:
        log.recompute_deadline(game, seats, target.number, sitting.now)
    broadcast_to_lobby(game)
    return target


def _inviting(suits: GameQuerySet) -> Game | None:
    """Find the table where a person has waited longest, or else one with robots on free seats.

    Of the latter, the one that has progressed least.
    """
    present = Seat.objects.filter(
        game=OuterRef("pk"), user__isnull=False, sat_at__isnull=False, absent_since__isnull=True
    )
    company = Seat.objects.filter(game=OuterRef("pk"), company=True)
    attended = suits.filter(Exists(present.filter(automatic=False)))
    waiting = attended.with_a_free_seat().order_by("created_at", "pk").first()
    live = attended.filter(Exists(company), status=Game.Status.LIVE)
    return waiting or live.order_by("version", "pk").first()


def _keeps_company(game_id: int, user: User) -> bool:
    """Return whether a robot at a started table holds a seat that `user` could take."""
    begun = Game.objects.filter(pk=game_id).exclude(status=Game.Status.WAITING)
    is_kept = begun.filter(seats__company=True).exists()
    return is_kept and not begun.seated(user.pk).exists()


def _require_invitation(game_id: int, sitting: SeatTaken) -> None:
    """Require an invitation.

    A friend's invitation or a seat reserved for the person also suffices.
    """
    private = Game.objects.filter(pk=game_id, private=True).exclude(seats__user=sitting.user)
    if sitting.invited or not private.exists():
        return
    if not is_invited(game_id, sitting.user.pk):
        raise NotInvitedError()


def _require_room(user: User) -> None:
    """Limit a person's open casual tables; a guest has fewer, because anyone can become one."""
    most = MOST_OF_A_GUEST if user.is_guest else MOST_OF_AN_ACCOUNT
    if Game.objects.open().filter(page="").seated(user.pk).count() >= most:
        raise TooManyTablesError() if user.is_guest else TooManyOpenTablesError()


def move_seats(*, guest: User, user: User) -> None:
    """Move a guest's seats to an account; a seat played as a guest does not score.

    Raises RefusedError `both-seated` if both sit at one open table. At a finished one the guest's
    seat keeps the guest's name.
    """
    open_tables = Game.objects.open().seated(guest.pk).values_list("pk", flat=True)
    tables = Game.objects.select_for_update(of=("self",)).filter(pk__in=list(open_tables))
    games = [game for game in tables.order_by("pk") if not game.is_over]
    if Seat.objects.filter(game__in=games, user=user).exists():
        raise BothSeatedError()
    shared = list(Seat.objects.filter(user=user, game__seats__user=guest).values_list("game"))
    Seat.objects.filter(user=guest).exclude(game__in=[pk for (pk,) in shared]).update(user=user)
    Game.objects.filter(host=guest).update(host=user)
    for game in games:
        log.broadcast_to_spectators(game)


def clear_tables(*, guest: User) -> None:
    """Delete a guest's practice games; RefusedError `still-seated` while a game is in progress.

    The tables that they opened for others continue without a host.
    """
    if Game.objects.open().seated(guest.pk).exists():
        raise StillSeatedError()
    alone = Game.objects.filter(public=False, competitive=False, page="").seated(guest.pk)
    others = Seat.objects.filter(user__isnull=False).exclude(user=guest)
    alone.exclude(pk__in=others.values("game")).delete()
    Game.objects.filter(host=guest).update(host=None)


def games_of(*, user: User) -> list[dict[str, Any]]:
    """Return the user's games, each with the URL of its record."""
    played = Game.objects.filter(seats__user=user, finished_at__isnull=False).distinct()
    rows = played.order_by("pk").values("pk", "preset", "started_at", "finished_at")
    return [{**row, "record": reverse("tables:tgn", args=[row["pk"]])} for row in rows]


def reviews_of(*, user: User) -> list[dict[str, Any]]:
    """Return the user's reviews as stored (docs/robots.md)."""
    reviews = Review.objects.filter(seat__user=user).order_by("seat__game")
    rows = reviews.values("asked_at", "status", "content", game=F("seat__game"))
    return [dict(row) for row in rows]


def puzzle_answers_of(*, user: User) -> list[dict[str, Any]]:
    """Return the user's puzzle answers by day."""
    answers = PuzzleAnswer.objects.filter(user=user).order_by("puzzle__day", "puzzle__family")
    rows = answers.values("said", "at", day=F("puzzle__day"), family=F("puzzle__family"))
    return [dict(row) for row in rows]


@transactional
def open_rematch(*, game_id: int, change_partners: bool, now: datetime) -> Game:
    """Open the table of a game's rematch, or return the one that is already open or was played.

    Each seat is reserved for its player, who takes it at the new table. Raises RefusedError
    `closed` while the game is not over, `not-casual` if it belongs to a competition.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    if not game.is_casual:
        raise NotCasualError()
    if not game.is_over:
        raise ClosedError()
    existing = Game.objects.filter(rematch_of=game).first()
    if existing is not None:
        if existing.started_at is not None or not existing.is_over:
            return existing
        existing.rematch_of = None  # everybody left it before it began
        existing.save(update_fields=["rematch_of"])
    seats = list(game.seats.select_related("user").order_by("number"))
    names = game.names_of(seats)
    rematch = open_game(
        rules=game.rules,
        seats=[
            _plan(seat, names[seat.number]) for seat in seats_of_rematch(seats, change_partners)
        ],
        competitive=game.competitive,
        public=game.public,
        private=game.private,
        host=_host_of(game, seats),
        turn_seconds=game.turn_seconds,
        bank_seconds=game.bank_seconds,
        title=game.title,
        talk=game.talk,
        robot_level=game.robot_level,
        signs_caught=game.signs_caught,
        now=now,
    )
    rematch.rematch_of = game
    rematch.save(update_fields=["rematch_of"])
    log.broadcast_to_spectators(game)
    return rematch


def _plan(seat: Seat, name: str) -> SeatPlan:
    """Reserve a seat for its player; a robot keeps its name, and its seat for as long as before."""
    return SeatPlan(
        user=seat.user,
        robot=seat.robot,
        robot_name=name if seat.robot else "",
        company=seat.company,
        companion=seat.companion,
    )


def _host_of(game: Game, seats: Sequence[Seat]) -> User | None:
    """Return the host, or the first person if there is no host."""
    return game.host or next((seat.user for seat in seats if seat.user), None)


def seats_of_rematch(seats: Sequence[Seat], change_partners: bool) -> Sequence[Seat]:
    """Return the seating of a rematch; all but the first move one seat if partners change.

    With four seats each of the three pairings comes in turn, with six five different ones.
    """
    if not change_partners:
        return seats
    first, second, *others = seats
    return [first, *others, second]
