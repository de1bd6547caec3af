"""Matches as a stored graph, and who wins them."""

from functools import cached_property

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats import points
from tournaments.models.competition import Competition
from tournaments.models.hall import HallTable
from tournaments.models.leaving import AskedBye
from tournaments.models.matches.match_reads import MatchQuerySet
from tournaments.models.stage import Round


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

    PLAYABLE = (State.READY, State.CALLED)
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
        BY_HAND = "by-hand", _("anotado a mano")
        SHARED_IP = "shared-ip", _("no puntúa: misma conexión")
        SHORT = "short", _("no puntúa: otra entre los mismos, de menos de tres manos")
        REPEATED = "repeated", _("no puntúa: ya jugaron tres por puntos ese día")
        WALKOVER = "walkover", _("no puntúa: ganado por ausencia")
        ANNULLED = "annulled", _("no puntúa: anulado")
        PRACTICE = "practice", _("no puntúa: jugó un robot")

    WITH_RESULT = (State.COMPLETED, State.WALKOVER, State.DOUBLE_WALKOVER)
    SCORING = tuple(sorted(points.SCORING))

    round = models.ForeignKey(
        Round, null=True, blank=True, on_delete=models.CASCADE, related_name="matches"
    )
    position = models.PositiveSmallIntegerField(default=1)  # in its round, from the top
    number = models.PositiveSmallIntegerField(default=1)  # in its competition; its table bears it
    state = models.CharField(max_length=15, choices=State, default=State.PENDING)
    scheduled_at = models.DateTimeField(null=True, blank=True)  # its table opens then, not before
    called_at = models.DateTimeField(null=True, blank=True)
    sit_by = models.DateTimeField(null=True, blank=True)
    hall_table = models.ForeignKey(  # where it stands while called; afterwards where it was played
        HallTable, null=True, blank=True, on_delete=models.RESTRICT, related_name="matches"
    )
    waits_since = models.DateTimeField(null=True, blank=True)  # for a table of the hall
    winner = models.PositiveSmallIntegerField(null=True, blank=True)  # side
    points_reason = models.CharField(max_length=10, choices=PointsReason, blank=True)
    completed_at = models.DateTimeField(null=True, blank=True)
    awaits_ranking = models.BooleanField(default=False)  # the ledger has yet to follow its results
    reopened = models.PositiveSmallIntegerField(default=0)  # how many results were taken back
    by_time = models.BooleanField(default=False)  # the bell of its round decided it
    rematch = models.BooleanField(default=False)  # a Swiss round could not avoid it
    asked_bye = models.CharField(max_length=8, choices=AskedBye, blank=True)  # what it gave
    by_hand = models.BooleanField(default=False)  # an organiser made it of the draft, not the draw

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        verbose_name_plural = "matches"
        indexes = (
            models.Index(fields=("sit_by",), condition=Q(state="called"), name="called_by_window"),
            models.Index(fields=("id",), condition=Q(state="ready"), name="matches_to_call"),
            models.Index(fields=("id",), condition=Q(awaits_ranking=True), name="matches_to_rank"),
            models.Index(
                fields=("id",), condition=Q(waits_since__isnull=False), name="matches_that_wait"
            ),
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
                        points_reason__in=(
                            *("played", "presencial", "by-hand"),
                            *("shared-ip", "short", "repeated", "practice"),
                        ),
                    )
                    | Q(state__in=("walkover", "double_walkover"), points_reason="walkover")
                    | Q(state="annulled", points_reason="annulled")
                    | Q(state__in=("pending", "ready", "called", "bye"), points_reason="")
                ),
                name="points_reason_follows_the_state",
            ),
            models.UniqueConstraint(
                fields=("hall_table",), condition=Q(state="called"), name="one_match_per_hall_table"
            ),
            models.CheckConstraint(
                condition=Q(hall_table__isnull=True) | ~Q(state__in=("pending", "ready", "bye")),
                name="only_a_called_match_gets_a_table",
            ),
            models.CheckConstraint(
                condition=Q(waits_since__isnull=True)
                | Q(state__in=("ready", "called"), hall_table__isnull=True),
                name="only_a_match_without_a_table_waits",
            ),
            models.CheckConstraint(
                condition=~Q(state="called") | Q(called_at__isnull=False, sit_by__isnull=False),
                name="called_match_has_a_window",
            ),
            models.CheckConstraint(
                condition=Q(asked_bye="") | Q(state__in=("pending", "bye")),
                name="only_a_bye_was_asked_for",
            ),
            models.CheckConstraint(
                condition=Q(by_time=False) | Q(state="completed"),
                name="the_bell_decides_what_is_played",
            ),
            models.CheckConstraint(
                condition=Q(awaits_ranking=False) | ~Q(points_reason="") | Q(reopened__gt=0),
                name="only_a_result_awaits_ranking",
            ),
        )

    def __str__(self) -> str:
        return f"#{self.pk}"

    def get_state_display(self) -> str:  # type: ignore[no-redef]  # in the place of Django's own
        """Say how it stands; what the bell decided says so wherever its result is shown (R-S5)."""
        if self.asked_bye:
            return str(AskedBye(self.asked_bye).label)
        if self.state == self.State.CALLED and self.hall_table_id is None:
            return gettext("ya pueden jugar")  # at a table of the site, or at no table at all
        if self.state == self.State.READY:
            return gettext("por jugarse")
        return gettext("por tiempo") if self.by_time else str(self.State(self.state).label)

    @property
    def competition(self) -> Competition | None:
        """Its competition; None for a casual game. Select `round__group__stage__competition`."""
        return self.round.group.stage.competition if self.round else None

    @property
    def is_decided(self) -> bool:
        """Whether its outcome stands."""
        return self.state in self.DECIDED

    @property
    def is_correctable(self) -> bool:
        """Whether it has a result that an organiser may take back."""
        competition = self.competition
        if competition is None or competition.state not in Competition.CORRECTABLE:
            return False
        return self.state in self.WITH_RESULT

    @property
    def best_of(self) -> int:
        """At most how many games it takes."""
        return self.round.best_of if self.round else 1

    @cached_property
    def in_hall(self) -> bool:
        """Whether its competition uses tables of a hall; `placed` reads it along."""
        competition = self.competition
        return competition is not None and competition.hall_tables.exists()

    @property
    def place(self) -> str:
        """Where it is played: at a table of the hall, `Mesa 6 Escalera`, else which it is.

        No table bears the number of a match.
        """
        if self.hall_table is not None:
            return gettext("Mesa %(number)s") % {"number": self.hall_table}
        return gettext("Partido %(number)s") % {"number": self.number}
