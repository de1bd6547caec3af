"""Competitions as rows: entries, the stored bracket, results, and the points that follow from them.

What must never happen (a slot filled twice, an entry twice in a round, two results, points twice,
more entries than places) is refused by the constraints here, whatever a service does.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Self

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Case, Count, Exists, F, OuterRef, Q, Subquery, Value, When, Window
from django.db.models.functions import Coalesce, Rank
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, User
from accounts.names import validate_shown_name
from games.engine import Rules, make_rules
from games.models import Game
from tournaments.formats.graph import Part
from tournaments.formats.tie_breaks import TieBreak


class CompetitionQuerySet(models.QuerySet["Competition"]):
    """Reads that several pages and tasks share."""

    def public(self) -> Self:
        """Return what anybody may follow: a draft is its organisers' own."""
        return self.filter(public=True).exclude(state=Competition.State.DRAFT)

    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Return what somebody may see: the public ones, those of their clubs, those they play in.

        A draft is its organisers' own.
        """
        if not user.is_authenticated:
            return self.public()
        theirs = Q(club__in=user.memberships.values("club"))
        played = Q(pk__in=RosterPlayer.objects.filter(user=user).values("competition"))
        shown = (Q(public=True) | theirs | played) & ~Q(state=Competition.State.DRAFT)
        return self.filter(shown | Q(club__in=Club.objects.organised_by(user)))

    def by_state(self) -> Self:
        """Order by what matters most now, then the newest first."""
        listed = enumerate(Competition.LISTED)
        places = [When(state=state, then=Value(place)) for place, state in listed]
        return self.order_by(Case(*places), "-created_at", "-pk")

    def counted(self) -> Self:
        """Add how many entries are confirmed (as `entered`)."""
        own = Entry.objects.filter(competition=OuterRef("pk"), place__isnull=False)
        number = own.order_by().values("competition").annotate(number=Count("pk"))
        return self.annotate(entered=Coalesce(Subquery(number.values("number")), 0))

    def open_to_entries(self) -> Self:
        """Return the competitions that take entries now."""
        return self.filter(state=Competition.State.REGISTRATION)

    def running(self) -> Self:
        """Return the competitions in which matches are called."""
        return self.filter(state=Competition.State.RUNNING)


class Competition(models.Model):
    """One event of one club, from its announcement to its champion."""

    class State(models.TextChoices):
        DRAFT = "draft", _("en preparación")
        REGISTRATION = "registration", _("inscripción abierta")
        DRAWN = "drawn", _("sorteada")
        RUNNING = "running", _("en juego")
        PAUSED = "paused", _("en pausa")
        FINISHED = "finished", _("terminada")
        CANCELLED = "cancelled", _("cancelada")

    LISTED = (
        State.RUNNING,
        State.PAUSED,
        State.DRAWN,
        State.REGISTRATION,
        State.DRAFT,
        State.FINISHED,
        State.CANCELLED,
    )
    OVER = (State.FINISHED, State.CANCELLED)

    class Seeding(models.TextChoices):
        RATING = "rating", _("por ranking")
        RANDOM = "random", _("al azar")

    class BestOf(models.IntegerChoices):
        ONE = 1, _("a una partida")
        THREE = 3, _("al mejor de tres")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="competitions")
    name = models.CharField(_("nombre"), max_length=80, validators=(validate_shown_name,))
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    preset = models.CharField(_("reglamento"), max_length=24)
    options = models.JSONField(_("opciones del reglamento"), default=dict, blank=True)
    cap = models.PositiveSmallIntegerField(
        _("cupo"), default=16, validators=(MinValueValidator(2), MaxValueValidator(128))
    )
    best_of = models.PositiveSmallIntegerField(
        _("partidas por encuentro"), choices=BestOf, default=BestOf.ONE
    )
    turn_seconds = models.PositiveSmallIntegerField(
        _("segundos por turno"),
        default=30,
        validators=(MinValueValidator(15), MaxValueValidator(120)),
    )
    sit_down_minutes = models.PositiveSmallIntegerField(
        _("minutos para sentarse"),
        default=10,
        validators=(MinValueValidator(1), MaxValueValidator(120)),
    )
    starts_at = models.DateTimeField(_("hora de comienzo"), null=True, blank=True)
    presencial = models.BooleanField(
        _("presencial"), default=False, help_text=_("Se juega en un salón, con una misma conexión.")
    )
    public = models.BooleanField(_("pública"), default=True)
    seeding = models.CharField(_("sorteo"), max_length=6, choices=Seeding, default=Seeding.RATING)
    draw_seed = models.CharField(max_length=64, blank=True, editable=False)
    champion = models.ForeignKey(
        "Entry", null=True, blank=True, on_delete=models.RESTRICT, related_name="+", editable=False
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = CompetitionQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-pk")
        indexes = (models.Index(fields=("state", "-created_at"), name="competitions_by_state"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=("draft", "registration", "cancelled")) | ~Q(draw_seed=""),
                name="drawn_competition_has_seed",
            ),
            models.CheckConstraint(
                condition=Q(state="finished") | Q(champion__isnull=True),
                name="champion_only_at_the_end",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Rules:
        """The rules as a value of the engine."""
        return make_rules(self.preset, self.options)

    @property
    def players_per_side(self) -> int:
        """How many play together: half a table."""
        return self.rules.seats // 2

    @property
    def is_over(self) -> bool:
        """Whether nothing can happen in it any more."""
        return self.state in self.OVER


class Place(models.Model):
    """One of the places of a competition: as many rows as its cap, so nobody enters over it."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("competition", "number")
        constraints = (
            models.UniqueConstraint(fields=("competition", "number"), name="one_place_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.competition} · {self.number}"


class EntryQuerySet(models.QuerySet["Entry"]):
    """Reads that several pages and services share."""

    def confirmed(self) -> Self:
        """Return the entries that are drawn, or will be."""
        return self.filter(state=Entry.State.CONFIRMED)

    def waiting(self) -> Self:
        """Return the waiting list, first come first."""
        return self.filter(state=Entry.State.WAITING).order_by("complete_at", "pk")


class Entry(models.Model):
    """A player or a fixed team in one competition."""

    class State(models.TextChoices):
        FORMING = "forming", _("le falta compañero")
        CONFIRMED = "confirmed", _("confirmado")
        WAITING = "waiting", _("en lista de espera")
        WITHDRAWN = "withdrawn", _("retirado")

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="entries")
    name = models.CharField(_("nombre"), max_length=90, validators=(validate_shown_name,))
    state = models.CharField(max_length=9, choices=State, default=State.FORMING)
    place = models.OneToOneField(
        Place, null=True, blank=True, on_delete=models.RESTRICT, related_name="entry"
    )
    seed = models.PositiveSmallIntegerField(null=True, blank=True)  # 1 is the best
    invitation = models.CharField(max_length=64, blank=True, editable=False)  # SHA-256 of the token
    created_at = models.DateTimeField()
    complete_at = models.DateTimeField(null=True, blank=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ("competition", "seed", "pk")
        verbose_name_plural = "entries"
        constraints = (
            models.UniqueConstraint(
                fields=("competition", "seed"),
                condition=Q(seed__isnull=False),
                name="one_entry_per_seed",
            ),
            models.UniqueConstraint(
                fields=("invitation",),
                condition=~Q(invitation=""),
                name="one_entry_per_invitation",
            ),
            models.CheckConstraint(
                condition=(
                    Q(state="confirmed", place__isnull=False)
                    | Q(state__in=("forming", "waiting"), place__isnull=True)
                    | Q(state="withdrawn")
                ),
                name="confirmed_entry_has_a_place",
            ),
            models.CheckConstraint(
                condition=Q(seed__isnull=True) | Q(place__isnull=False),
                name="seeded_entry_has_a_place",
            ),
        )

    def __str__(self) -> str:
        return self.name


class RosterPlayer(models.Model):
    """One player of an entry, with or without an account, in the order they sit."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="roster")
    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()  # 1 is who entered the team
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="roster_places",
    )
    name = models.CharField(_("nombre"), max_length=40, validators=(validate_shown_name,))

    class Meta:
        ordering = ("entry", "number")
        constraints = (
            models.UniqueConstraint(fields=("entry", "number"), name="one_roster_place_per_number"),
            models.UniqueConstraint(
                fields=("competition", "user"),
                condition=Q(user__isnull=False),
                name="one_entry_per_person",
            ),
        )

    def __str__(self) -> str:
        return self.name


def validate_tie_breaks(names: Sequence[str]) -> None:
    """Refuse a list with a name that is no tie-break, or with one twice."""
    if not set(names) <= set(TieBreak) or len(set(names)) < len(names):
        raise ValidationError(_("Esos desempates no se entienden."), code="tie-breaks")


class Stage(models.Model):
    """One phase of a competition, played in one format with what that format lets one choose."""

    class Format(models.TextChoices):
        SINGLE = "single", _("eliminación directa")
        DOUBLE = "double", _("doble eliminación")
        ROUND_ROBIN = "round-robin", _("todos contra todos")
        SWISS = "swiss", _("sistema suizo")
        GROUPS = "groups", _("grupos")
        LEAGUE = "league", _("liga")

    BRACKETS = (Format.SINGLE, Format.DOUBLE)

    class GrandFinal(models.TextChoices):
        NONE = "none", _("sin final")
        SINGLE = "single", _("una final")
        RESET = "reset", _("con revancha si cae el invicto")

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(_("formato"), max_length=12, choices=Format, default=Format.SINGLE)
    tie_breaks = models.JSONField(
        _("desempates"), default=list, blank=True, validators=(validate_tie_breaks,)
    )
    third_place = models.BooleanField(_("partido por el tercer puesto"), default=False)
    grand_final = models.CharField(
        _("gran final"), max_length=6, choices=GrandFinal, default=GrandFinal.RESET
    )
    legs = models.PositiveSmallIntegerField(
        _("vueltas"), default=1, validators=(MinValueValidator(1), MaxValueValidator(2))
    )
    # Of a Swiss, and of groups: decided by the draw where the organiser leaves it open.
    swiss_rounds = models.PositiveSmallIntegerField(_("rondas"), null=True, blank=True)
    group_count = models.PositiveSmallIntegerField(_("grupos"), null=True, blank=True)
    qualifiers = models.PositiveSmallIntegerField(
        _("clasificados por grupo"), default=2, validators=(MinValueValidator(1),)
    )

    class Meta:
        ordering = ("competition", "number")
        constraints = (
            models.UniqueConstraint(fields=("competition", "number"), name="one_stage_per_number"),
            models.CheckConstraint(condition=Q(legs__in=(1, 2)), name="one_leg_or_two"),
            models.CheckConstraint(condition=Q(qualifiers__gte=1), name="somebody_qualifies"),
        )

    def __str__(self) -> str:
        return f"{self.competition} · {self.get_format_display()}"

    @property
    def is_bracket(self) -> bool:
        """Whether defeats throw out; else results add up to a table."""
        return self.format in self.BRACKETS


class Group(models.Model):
    """Entries of a stage that play among themselves: a knockout has one. It exists once drawn."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="groups")
    number = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ("stage", "number")
        constraints = (
            models.UniqueConstraint(fields=("stage", "number"), name="one_group_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.stage} · {self.number}"


class StageSlot(models.Model):
    """One seed of a stage: an entry, or whoever ends a group of an earlier stage at a rank."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="slots")
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="slots")
    number = models.PositiveSmallIntegerField()  # 1 is the best
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.RESTRICT, related_name="stage_slots"
    )
    source_group = models.ForeignKey(
        Group, null=True, blank=True, on_delete=models.CASCADE, related_name="qualifies"
    )
    source_rank = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("stage", "number")
        constraints = (
            models.UniqueConstraint(fields=("stage", "number"), name="one_slot_per_seed"),
            models.UniqueConstraint(
                fields=("stage", "entry"),
                condition=Q(entry__isnull=False),
                name="one_slot_per_entry_and_stage",
            ),
            models.UniqueConstraint(
                fields=("source_group", "source_rank"),
                condition=Q(source_group__isnull=False),
                name="one_slot_per_qualifier",
            ),
            models.CheckConstraint(
                condition=(
                    Q(source_group__isnull=True, source_rank__isnull=True, entry__isnull=False)
                    | Q(
                        source_group__isnull=False,
                        source_rank__isnull=False,
                        source_rank__gte=1,
                    )
                ),
                name="slot_has_an_entry_or_a_source",
            ),
        )

    def __str__(self) -> str:
        return f"{self.stage} · {self.number}"


class Round(models.Model):
    """Matches that are played alongside each other; parts are those of `tournaments.formats`."""

    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="rounds")
    part = models.CharField(max_length=8, default="main")
    number = models.PositiveSmallIntegerField()
    best_of = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ("group", "part", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("group", "part", "number"), name="one_round_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.part}.{self.number}"

    @property
    def is_reset(self) -> bool:
        """Whether it is the second grand final, for when the first beats the unbeaten side."""
        return self.part == Part.FINAL and self.number == 2


class MatchQuerySet(models.QuerySet["Match"]):
    """Reads that several pages and tasks share."""

    def of(self, competition_id: int) -> Self:
        """Return the matches of one competition, in the order of its bracket."""
        return self.filter(round__group__stage__competition_id=competition_id).order_by("number")

    def undecided(self) -> Self:
        """Return the matches whose outcome is still open."""
        return self.exclude(state__in=Match.DECIDED)

    def callable(self) -> Self:
        """Return the matches whose table can be opened now: each side has somebody to sit down."""
        with_account = RosterPlayer.objects.filter(entry=OuterRef("entry"), user__isnull=False)
        unattended = MatchSlot.objects.filter(~Exists(with_account), match=OuterRef("pk"))
        return self.filter(
            ~Exists(unattended),
            state=Match.State.READY,
            round__group__stage__competition__state=Competition.State.RUNNING,
        )

    def live(self) -> Self:
        """Return the matches at whose table the cards are on the move."""
        return self.filter(
            state=Match.State.CALLED,
            games__voided=False,
            games__game__status__in=(Game.Status.LIVE, Game.Status.PAUSED, Game.Status.FROZEN),
        )

    def sitting_down(self) -> Self:
        """Return the called matches whose table has not started."""
        return self.filter(
            state=Match.State.CALLED,
            games__voided=False,
            games__game__status=Game.Status.WAITING,
        )

    def overdue(self, now: datetime) -> Self:
        """Return the matches whose sit-down window is over; a paused competition waits."""
        return self.sitting_down().filter(
            sit_by__lte=now, round__group__stage__competition__state=Competition.State.RUNNING
        )

    def for_user(self, user_id: int) -> Self:
        """Return the competition matches in which this person plays."""
        return self.filter(slots__entry__roster__user_id=user_id)

    def unranked(self) -> Self:
        """Return the decided matches that are not in the ledger yet, in ranking order."""
        return self.filter(awaits_ranking=True).order_by("completed_at", "pk")


class Match(models.Model):
    """Two sides play until one wins; without a round it is a casual competitive game."""

    class State(models.TextChoices):
        PENDING = "pending", _("por definirse")
        READY = "ready", _("listo")
        CALLED = "called", _("a la mesa")
        COMPLETED = "completed", _("jugado")
        WALKOVER = "walkover", _("ganado por ausencia")
        DOUBLE_WALKOVER = "double_walkover", _("sin presentes")
        ANNULLED = "annulled", _("anulado")
        BYE = "bye", _("pasa libre")

    DECIDED = (
        State.COMPLETED,
        State.WALKOVER,
        State.DOUBLE_WALKOVER,
        State.ANNULLED,
        State.BYE,
    )

    class PointsReason(models.TextChoices):
        PLAYED = "played", _("jugado")
        PRESENCIAL = "presencial", _("jugado en un evento presencial")
        SHARED_IP = "shared-ip", _("no puntúa: misma conexión")
        WALKOVER = "walkover", _("no puntúa: ganado por ausencia")
        ANNULLED = "annulled", _("no puntúa: anulado")
        PRACTICE = "practice", _("no puntúa: jugó un robot")

    SCORING = (PointsReason.PLAYED, PointsReason.PRESENCIAL)

    round = models.ForeignKey(
        Round, null=True, blank=True, on_delete=models.CASCADE, related_name="matches"
    )
    position = models.PositiveSmallIntegerField(default=1)  # in its round, from the top
    number = models.PositiveSmallIntegerField(default=1)  # in its competition; its table bears it
    state = models.CharField(max_length=15, choices=State, default=State.PENDING)
    called_at = models.DateTimeField(null=True, blank=True)
    sit_by = models.DateTimeField(null=True, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # side
    points_reason = models.CharField(max_length=10, choices=PointsReason, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    awaits_ranking = models.BooleanField(default=False)  # its points are not in the ledger yet
    rematch = models.BooleanField(default=False)  # a Swiss round could not avoid it

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        verbose_name_plural = "matches"
        indexes = (
            models.Index(fields=("sit_by",), condition=Q(state="called"), name="called_by_window"),
            models.Index(fields=("id",), condition=Q(state="ready"), name="matches_to_call"),
            models.Index(fields=("id",), condition=Q(awaits_ranking=True), name="matches_to_rank"),
            models.Index(fields=("completed_at", "id"), name="matches_in_ranking_order"),
        )
        constraints = (
            models.UniqueConstraint(fields=("round", "position"), name="one_match_per_position"),
            models.CheckConstraint(
                condition=(
                    Q(
                        state__in=("completed", "walkover"),
                        winner__isnull=False,  # a check that is null passes
                        winner__in=(0, 1),
                    )
                    | Q(state="bye")
                    | Q(
                        state__in=("pending", "ready", "called", "double_walkover", "annulled"),
                        winner__isnull=True,
                    )
                ),
                name="only_a_won_match_has_a_winner",
            ),
            models.CheckConstraint(
                condition=(
                    Q(state__in=("pending", "ready", "called"), completed_at__isnull=True)
                    | Q(
                        state__in=("completed", "walkover", "double_walkover", "annulled", "bye"),
                        completed_at__isnull=False,
                    )
                ),
                name="only_a_decided_match_has_an_hour",
            ),
            models.CheckConstraint(
                condition=(
                    Q(
                        state="completed",
                        points_reason__in=("played", "presencial", "shared-ip", "practice"),
                    )
                    | Q(state__in=("walkover", "double_walkover"), points_reason="walkover")
                    | Q(state="annulled", points_reason="annulled")
                    | Q(state__in=("pending", "ready", "called", "bye"), points_reason="")
                ),
                name="points_reason_follows_the_state",
            ),
            models.CheckConstraint(
                condition=~Q(state="called") | Q(called_at__isnull=False, sit_by__isnull=False),
                name="called_match_has_a_window",
            ),
            models.CheckConstraint(
                condition=Q(awaits_ranking=False) | ~Q(points_reason=""),
                name="only_a_result_awaits_ranking",
            ),
        )

    def __str__(self) -> str:
        return f"#{self.pk}"

    @property
    def competition(self) -> Competition | None:
        """Its competition; None for a casual game. Select `round__group__stage__competition`."""
        return self.round.group.stage.competition if self.round else None

    @property
    def is_decided(self) -> bool:
        """Whether its outcome stands."""
        return self.state in self.DECIDED

    @property
    def best_of(self) -> int:
        """At most how many games it takes."""
        return self.round.best_of if self.round else 1


class MatchSlot(models.Model):
    """One side of a match: an entry, a bye, or whoever comes out of another match."""

    class Outcome(models.TextChoices):
        WINNER = "winner", _("ganador")
        LOSER = "loser", _("perdedor")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="slots")
    # The match's own round, kept here because it makes "one entry once per round" a constraint.
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    side = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.RESTRICT, related_name="slots"
    )
    bye = models.BooleanField(default=False)
    source = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="feeds"
    )
    outcome = models.CharField(max_length=6, choices=Outcome, blank=True)
    seed = models.OneToOneField(
        StageSlot, null=True, blank=True, on_delete=models.CASCADE, related_name="match_slot"
    )  # where a qualifier comes in
    score = models.FloatField(null=True, blank=True)  # in the table, as a Swiss round was paired

    class Meta:
        ordering = ("match", "side")
        constraints = (
            models.UniqueConstraint(fields=("match", "side"), name="one_slot_per_side"),
            models.UniqueConstraint(
                fields=("round", "entry"),
                condition=Q(entry__isnull=False),
                name="one_match_per_entry_and_round",
            ),
            models.UniqueConstraint(
                fields=("source", "outcome"),
                condition=Q(source__isnull=False),
                name="one_slot_per_outcome",
            ),
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="slot_has_a_side"),
            models.CheckConstraint(
                condition=Q(bye=False) | Q(entry__isnull=True), name="slot_is_entry_or_bye"
            ),
            models.CheckConstraint(
                condition=(
                    Q(source__isnull=True, outcome="")
                    | Q(source__isnull=False, outcome__in=("winner", "loser"))
                ),
                name="source_has_an_outcome",
            ),
            models.CheckConstraint(
                condition=(
                    Q(source__isnull=False)
                    | Q(seed__isnull=False)
                    | Q(entry__isnull=False)
                    | Q(bye=True)
                ),
                name="slot_without_source_is_filled",
            ),
            models.CheckConstraint(
                condition=Q(seed__isnull=True) | Q(source__isnull=True, bye=False),
                name="slot_has_one_origin",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}:{self.side}"

    @property
    def is_settled(self) -> bool:
        """Whether it is known who stands here, or that nobody does."""
        return self.bye or self.entry_id is not None


class MatchGame(models.Model):
    """One game of a match; an annulled match keeps its old games, voided."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="match_game")
    number = models.PositiveSmallIntegerField(default=1)
    voided = models.BooleanField(default=False)

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "number"), condition=Q(voided=False), name="one_game_per_number"
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}.{self.number}"


class PlayerResult(models.Model):
    """What the result says of one person: their side, and whether a robot ended their game."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="player_results")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="match_results"
    )
    side = models.PositiveSmallIntegerField()
    automatic = models.BooleanField(default=False)

    class Meta:
        ordering = ("match", "side", "pk")
        constraints = (
            models.UniqueConstraint(fields=("match", "user"), name="one_result_per_player"),
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="result_has_a_side"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.user}"


class PointsEntry(models.Model):
    """One line of the ledger, computed from the stored result alone. Rows are only ever added."""

    class Reason(models.TextChoices):
        PLAYED = "played", _("jugado")
        PRESENCIAL = "presencial", _("jugado en un evento presencial")
        SHARED_IP = "shared-ip", _("no puntúa: misma conexión")
        WALKOVER = "walkover", _("no puntúa: ganado por ausencia")
        ANNULLED = "annulled", _("no puntúa: anulado")
        PRACTICE = "practice", _("no puntúa: jugó un robot")
        AUTOMATIC = "automatic", _("no puntúa: terminó en automático")

    COUNTED = (Reason.PLAYED, Reason.PRESENCIAL, Reason.SHARED_IP, Reason.AUTOMATIC)

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="points")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="points"
    )
    won = models.BooleanField()
    points = models.SmallIntegerField()
    reason = models.CharField(max_length=10, choices=Reason)

    class Meta:
        ordering = ("match", "pk")
        verbose_name_plural = "points entries"
        constraints = (
            models.UniqueConstraint(fields=("match", "user"), name="points_once_per_match"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.user}: {self.points:+d}"


class RatingChange(models.Model):
    """A person's skill rating after one match, in the order of (completed_at, match)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rating_changes"
    )
    mu = models.FloatField()
    sigma = models.FloatField()

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.UniqueConstraint(fields=("match", "user"), name="one_rating_change_per_match"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} · {self.user}: {self.mu:.1f}"


class PlayerStandingQuerySet(models.QuerySet["PlayerStanding"]):
    """Reads that several pages share."""

    def leaderboard(self) -> Self:
        """Return everybody by points, with `rank` counted 1 2 3 3 5."""
        return self.annotate(rank=Window(Rank(), order_by=F("points").desc())).order_by(
            "-points", "user_id"
        )


class PlayerStanding(models.Model):
    """A line of the leaderboard: sums of the ledger and the latest rating, kept at hand."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.PROTECT,
        related_name="standing",
    )
    points = models.IntegerField(default=0)
    matches = models.PositiveIntegerField(default=0)  # played to the end
    wins = models.PositiveIntegerField(default=0)
    mu = models.FloatField()
    sigma = models.FloatField()

    objects = PlayerStandingQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=("-points", "user"), name="standings_by_points"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.points}"


class RankingTurn(models.Model):
    """The one row that whoever writes the ranking holds: ratings depend on their order."""

    def __str__(self) -> str:
        return "ranking"


class AuditEvent(models.Model):
    """Who did what by hand, why, and what it changed. Rows are only ever added."""

    class Act(models.TextChoices):
        CREATE = "create", _("creó la competencia")
        OPEN_REGISTRATION = "open-registration", _("abrió la inscripción")
        ADD_ENTRY = "add-entry", _("anotó")
        REGISTER = "register", _("se anotó")
        WITHDRAW = "withdraw", _("retiró")
        DRAW = "draw", _("sorteó")
        START = "start", _("dio comienzo")
        PAUSE = "pause", _("pausó")
        RESUME = "resume", _("reanudó")
        CANCEL = "cancel", _("canceló")
        WALKOVER = "walkover", _("dio por ganado")
        ANNUL = "annul", _("anuló un partido")

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="audit")
    match = models.ForeignKey(
        Match, null=True, blank=True, on_delete=models.CASCADE, related_name="audit"
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="audited_acts"
    )
    act = models.CharField(max_length=20, choices=Act)
    reason = models.CharField(max_length=200, blank=True)
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-at", "-pk")
        indexes = (models.Index(fields=("competition", "-at"), name="audit_by_competition"),)

    def __str__(self) -> str:
        return f"{self.actor} {self.get_act_display()}"
