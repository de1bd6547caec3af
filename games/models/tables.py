"""Tables: games, seats, network addresses of seats, invitations, and chat levels."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models import Friendship
from accounts.names.display import NameField, join_names
from games.engine import Rules, make_rules
from games.house_rules import voice_of
from games.robots.cast import robot_names
from games.robots.levels import RobotLevel


class Level(models.TextChoices):
    """The talk that a table allows during a game; señas are part of the game and stay."""

    NONE = "none", _("nada")
    PHRASES = "phrases", _("frases")
    CHAT = "chat", _("frases y charla escrita")


ROBOT_LEVELS = [
    (RobotLevel.APRENDIZ.value, _("aprendiz")),
    (RobotLevel.BOLICHE.value, _("de boliche")),
    (RobotLevel.TAHUR.value, _("tahúr")),
]


@lru_cache(maxsize=1024)
def _rules(preset: str, options: tuple[tuple[str, str], ...]) -> Rules:
    """Read rules once: every action and every board needs those of its table."""
    return make_rules(preset, dict(options))


def read_stored_rules(preset: str, options: dict[str, str]) -> Rules:
    """Return the rules of a stored preset and its options."""
    return _rules(preset, tuple(options.items()))


class GameQuerySet(models.QuerySet["Game"]):
    """Queries that several pages and tasks share."""

    def overdue(self, now: datetime) -> Self:
        """Return the games with a deadline before `now`."""
        return self.filter(status__in=Game.TIMED, act_by__lte=now)

    def live(self) -> Self:
        """Return the games in progress."""
        return self.filter(status__in=Game.MOVING)

    def open(self) -> Self:
        """Return the games that wait for players or are in progress."""
        return self.exclude(status__in=(Game.Status.FINISHED, Game.Status.ANNULLED))

    def with_a_free_seat(self) -> Self:
        """Return the tables at which anyone can still sit down."""
        free = Seat.objects.filter(
            game=models.OuterRef("pk"), user__isnull=True, robot=False, companion=""
        )
        return self.filter(models.Exists(free), status=Game.Status.WAITING)

    def with_players(self) -> Self:
        """Prefetch the seats and their users, for pages that name them."""
        return self.prefetch_related(
            models.Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
        )

    def friendly(self) -> Self:
        """Return the casual games without points that anyone can join."""
        return self.filter(competitive=False, private=False, page="")

    def public(self) -> Self:
        """Return the games that anyone can watch."""
        return self.filter(public=True)

    def seated(self, user_id: int) -> Self:
        """Return the games in which this user has a seat."""
        return self.filter(seats__user_id=user_id)


class Game(ChoiceLabels):
    """One sitting at a table, won by `legs_to_win` legs (docs/rules.md)."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("esperando jugadores")
        OPENING = "opening", _("abriendo los cortes")
        LIVE = "live", _("en juego")
        PAUSED = "paused", _("en pausa")
        SAVED = "saved", _("guardada")
        FROZEN = "frozen", _("en revisión")
        JUDGED = "judged", _("espera al juez")
        FINISHED = "finished", _("terminada")
        ANNULLED = "annulled", _("anulada")

    NOT_DEALT = (Status.WAITING, Status.OPENING)
    TIMED = (Status.OPENING, Status.LIVE)  # the server acts at `act_by`
    MOVING = (Status.LIVE, Status.PAUSED, Status.FROZEN, Status.JUDGED)

    title = NameField(max_length=120, blank=True)
    # The path of the page that owns the table; below it, at `judge/`, its players call the judge.
    page = models.CharField(max_length=120, blank=True)
    preset = models.CharField(max_length=24)
    options = models.JSONField(default=dict, blank=True)
    competitive = models.BooleanField(default=False)
    public = models.BooleanField(default=True)  # anyone can watch
    private = models.BooleanField(default=False)  # only invited people sit down
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="hosted_games",
    )
    # until all players have seen the new ones
    former_rules = models.JSONField(null=True, blank=True)
    turn_seconds = models.PositiveSmallIntegerField(default=30)
    # The time bank of each seat, what the seats have thought in milliseconds, and when the turn
    # began (`games.play.time_bank`). Without a bank only single turns are timed.
    bank_seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    thought = models.JSONField(default=list, blank=True, db_default=[])
    turn_at = models.DateTimeField(null=True, blank=True)
    talk = models.CharField(max_length=7, choices=Level, default=Level.CHAT)
    # Whether a rival who looks at a face sees the seña that it makes.
    signs_caught = models.BooleanField(default=True, db_default=True)
    # The robots' level, if a player chose it; "" is the default (`games.play.robots`).
    robot_level = models.CharField(
        max_length=8, choices=ROBOT_LEVELS, blank=True, default="", db_default=""
    )
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(default=0)
    # The database increases it at each write outside the log (`games.models.triggers`).
    seats_version = models.PositiveIntegerField(default=0, editable=False)
    act_by = models.DateTimeField(null=True, blank=True)
    alarm_at = models.DateTimeField(null=True, blank=True)  # of the only alarm that counts
    start = models.JSONField(null=True, blank=True)  # engine Start of the hand in progress
    score = models.JSONField(default=list)  # [team 0, team 1] of the leg in progress
    legs = models.JSONField(default=list)  # [team 0, team 1] legs won
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # team
    scheme = models.PositiveSmallIntegerField(default=1, editable=False)  # `fair.shuffle`
    sealed_seed = models.TextField(editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    revealed_seed = models.CharField(max_length=64, blank=True, editable=False)
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    saved_at = models.DateTimeField(null=True, blank=True)  # while it is saved
    bell_at = models.DateTimeField(null=True, blank=True)  # no hand is dealt after it (R-S5)
    bell_left = models.DurationField(null=True, blank=True)  # while its round's clock is paused
    # the leader wins; otherwise the match is already decided
    bell_decides = models.BooleanField(default=True)
    by_time = models.BooleanField(default=False)  # the bell ended it
    in_hand = models.PositiveSmallIntegerField(null=True, blank=True)  # seat shown on one device
    agreed = models.BooleanField(default=False)  # annulled because all its players agreed
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )

    # What tells whether the row is as `games.models.raw_queries` last read or wrote it.
    row_version: Sequence[Any] | None = None

    objects = GameQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(
                fields=("act_by",),
                condition=Q(status__in=("opening", "live")),
                name="timed_by_deadline",
            ),
            models.Index(fields=("status", "-finished_at"), name="games_by_status"),
        )
        constraints = (
            models.CheckConstraint(
                condition=~Q(status__in=("opening", "live")) | Q(act_by__isnull=False),
                name="timed_game_has_act_by",
            ),
            models.CheckConstraint(
                condition=~Q(status="finished")
                | (Q(winner__isnull=False, winner__in=(0, 1)) & ~Q(revealed_seed="")),
                name="finished_game_has_winner_and_seed",
            ),
        )

    def __str__(self) -> str:
        return self.title or self._generated_title()

    def _generated_title(self) -> str:
        """Return a title in the reader's language for a table without one."""
        seats = list(self.seats.exclude(robot=True).select_related("user")) if self.private else []
        if len(seats) == 1:
            return gettext("Mesa de práctica")
        if any(seat.companion for seat in seats):  # the two on one device
            return join_names(str(seat) for seat in seats[:2])
        return gettext("Mesa de %(name)s") % {"name": self.host} if self.host else f"#{self.pk}"

    @property
    def rules(self) -> Rules:
        """The rules as a value of the engine."""
        return read_stored_rules(self.preset, self.options)

    @property
    def people(self) -> tuple[str, ...]:
        """The names on the seats, of people and robots; "" for an empty place."""
        return self.names_of(list(self.seats.all()))

    def names_of(self, seats: Sequence["Seat"]) -> tuple[str, ...]:
        """Name the people and robots on the seats of this game."""
        people = {seat.number: str(seat) for seat in seats if seat.user or seat.companion}
        robots = {seat.number for seat in seats if seat.robot} - people.keys()
        if not robots:
            return tuple(people.get(seat.number, "") for seat in seats)
        stored = {seat.number: seat.robot_name for seat in seats}
        names = robot_names(voice_of(self.preset), self.pk, robots, people.values(), stored)
        return tuple((people | dict(names)).get(seat.number, "") for seat in seats)

    @property
    def is_casual(self) -> bool:
        """Whether its players alone decide about the game; it belongs to no competition."""
        return not self.page

    @property
    def is_open_casually(self) -> bool:
        """Whether seats of a casual table are still open."""
        return self.is_casual and self.status == self.Status.WAITING

    def is_overdue(self, now: datetime) -> bool:
        """Return whether the server's deadline is before `now`."""
        return self.status in self.TIMED and self.act_by is not None and self.act_by <= now

    def has_rung(self, now: datetime) -> bool:
        """Return whether the bell of its timed round has rung."""
        return self.bell_at is not None and self.bell_at <= now

    @property
    def is_over(self) -> bool:
        """Whether the table is closed for good."""
        return self.status in (self.Status.FINISHED, self.Status.ANNULLED)


class Seat(models.Model):
    """One place at a table, in order of play; team = number % 2."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="seats",
    )
    companion = NameField(max_length=40, blank=True)  # plays on the device of the seat with a user
    robot = models.BooleanField(default=False)  # a robot from the start; never "automatic"
    # The name of a rematch's robot in the game before; "" derives a name from the game's number.
    robot_name = models.CharField(max_length=16, blank=True, default="", db_default="")
    company = models.BooleanField(default=False)  # a robot until a person comes
    guest = models.BooleanField(default=False)  # the player had no account when the game started
    automatic = models.BooleanField(default=False)  # a robot plays until the player acts
    timeouts = models.PositiveSmallIntegerField(default=0)  # in a row
    # The robot's play for a player who has returned, and its hand (`games.play.presence`).
    missed = models.CharField(max_length=5, blank=True, default="", db_default="")
    missed_in = models.CharField(max_length=8, blank=True, default="", db_default="")
    corte_hash = models.CharField(max_length=64, blank=True)  # seals the corte (`fair.shuffle`)
    contribution = models.CharField(max_length=64, blank=True)  # the corte, once opened, in hex
    sat_at = models.DateTimeField(null=True, blank=True)
    absent_since = models.DateTimeField(null=True, blank=True)
    socket = models.CharField(max_length=32, blank=True)  # the newest tab holds the seat
    sign = models.CharField(max_length=16, blank=True)  # the latest seña, visible to partners only
    signed_at = models.DateTimeField(null=True, blank=True)
    sign_in = models.CharField(max_length=8, blank=True, default="", db_default="")  # its hand
    # The numbers of the seats that saw it when it was made.
    sign_seen = models.CharField(max_length=6, blank=True, default="", db_default="")
    # The rival at whose face the player looks; without one they look at their partners.
    watches = models.PositiveSmallIntegerField(null=True, blank=True)
    looked = models.BooleanField(default=True)  # saw the current rules
    ends_in = models.CharField(max_length=8, blank=True)  # the hand in which they voted to end it
    # The finished hand after which the player wants to go on (`games.play.hand_pause`).
    ready_in = models.CharField(max_length=8, blank=True, default="", db_default="")

    class Meta:
        ordering = ("game", "number")
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="one_seat_per_place"),
            models.UniqueConstraint(
                fields=("game", "user"), condition=Q(user__isnull=False), name="one_seat_per_person"
            ),
            models.CheckConstraint(
                condition=Q(company=False) | Q(robot=True, user__isnull=True),
                name="company_is_a_robot",
            ),
            models.CheckConstraint(
                condition=Q(companion="") | Q(robot=False, user__isnull=True),
                name="companion_has_no_device",
            ),
        )

    def __str__(self) -> str:
        return str(self.user) if self.user else self.companion or f"{self.number + 1}"

    @property
    def team(self) -> int:
        """0 for even seats, 1 for odd ones."""
        return self.number % 2

    @property
    def is_free(self) -> bool:
        """Whether anyone can take it."""
        return self.user_id is None and not self.robot and not self.companion

    @property
    def is_person(self) -> bool:
        """Whether the table waits for a person when this seat must act."""
        return not (self.robot or self.automatic)


class SeatAddress(models.Model):
    """A keyed hash of an address that a seat's player used; kept thirty days (docs/ranking.md)."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="addresses")
    key = models.CharField(max_length=64)
    seen_at = models.DateTimeField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("seat", "key"), name="one_row_per_seat_address"),
        )

    def __str__(self) -> str:
        return f"{self.seat_id}"


class TableInvitationQuerySet(models.QuerySet["TableInvitation"]):
    def standing(self) -> Self:
        """Filter the invitations that are valid: to a friend, at a table that waits.

        A declined invitation is invalid, and one whose sender left the table or the site or is no
        longer a friend. A user who already sits there needs none.
        """
        seated = Seat.objects.filter(game=OuterRef("game"), sat_at__isnull=False)
        friends = Friendship.objects.filter(
            Q(asker=OuterRef("by"), asked=OuterRef("to"))
            | Q(asker=OuterRef("to"), asked=OuterRef("by")),
            agreed_at__isnull=False,
        )
        waiting = self.filter(game__status=Game.Status.WAITING, declined_at__isnull=True)
        return waiting.filter(
            Exists(seated.filter(user=OuterRef("by"))),
            Exists(friends),
            ~Exists(seated.filter(user=OuterRef("to"))),
            by__is_active=True,
        )

    def blocking_repeats(self) -> Self:
        """Filter the invitations that block a second one: valid or declined."""
        standing = TableInvitation.objects.standing().values("pk")
        return self.filter(Q(declined_at__isnull=False) | Q(pk__in=standing))


class TableInvitation(models.Model):
    """An invitation of a friend to a waiting table: it grants access to a private one, and a seat.

    It ends with the wait, so nothing needs to be revoked when the table starts or closes.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations_given"
    )
    to = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations_got"
    )
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True)  # kept, so that the friend is not invited again

    objects = TableInvitationQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "to"), name="one_invitation_per_person"),
        )

    def __str__(self) -> str:
        return f"{self.by} · {self.game} · {self.to}"


def is_invited(game_id: int, user_id: int) -> bool:
    """Return whether a user has a valid invitation to this table."""
    return TableInvitation.objects.standing().filter(game=game_id, to=user_id).exists()
