"""Disputes: the judge called to a table, and appeals against what no cards decided."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.values.erased import NameField
from games.models import Game
from tournaments.models.matches.match import Match


class DisputeQuerySet(models.QuerySet["Dispute"]):
    """Reads that services and pages share."""

    def open(self) -> Self:
        """Return what still waits for a ruling."""
        return self.filter(ruling="")

    def calls(self) -> Self:
        """Return the calls of the judge."""
        return self.filter(kind=Dispute.Kind.CALL)

    def drop(self, now: datetime) -> None:
        """Close what is open without a ruling: what it was about does not count any more."""
        self.open().update(ruling=Dispute.Ruling.MOOT, ruled_at=now)

    def with_people(self) -> Self:
        """Fetch along who raised and who ruled."""
        return self.select_related("raised_by", "ruled_by")


class Dispute(models.Model):
    """A question of the players that a judge or an organiser answers, once and in public."""

    class Kind(models.TextChoices):
        CALL = "call", _("llamado al juez")
        APPEAL = "appeal", _("apelación")

    class Ruling(models.TextChoices):
        CONTINUE = "continue", _("sigue el juego")
        REPLAY = "replay", _("la mano se juega de nuevo")
        SCORE = "score", _("tanteador corregido")
        POINTS = "points", _("sanción en puntos")
        LOSS = "loss", _("sanción: pierde la partida")
        FORFEIT = "forfeit", _("sanción: pierde el partido")
        UPHELD = "upheld", _("la decisión queda firme")
        GRANTED = "granted", _("apelación aceptada: se juega")
        MOOT = "moot", _("quedó sin efecto")

    OF_CALLS = (
        Ruling.CONTINUE,
        Ruling.REPLAY,
        Ruling.SCORE,
        Ruling.POINTS,
        Ruling.LOSS,
        Ruling.FORFEIT,
    )

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="disputes")
    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="disputes"
    )  # the table that stands still meanwhile; with real cards there is none
    board = models.PositiveSmallIntegerField(
        default=0, db_default=0
    )  # none: it is about the whole match
    kind = models.CharField(max_length=6, choices=Kind)
    raised_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="disputes_raised"
    )
    side = models.PositiveSmallIntegerField(null=True, blank=True)  # none: an official's own act
    text = NameField(max_length=200)
    opened_at = models.DateTimeField()
    ruling = models.CharField(max_length=8, choices=Ruling, blank=True)
    word = models.CharField(max_length=24, blank=True)  # the ruling as the game's log holds it
    note = NameField(max_length=200, blank=True)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="disputes_ruled",
    )
    ruled_at = models.DateTimeField(null=True, blank=True)

    objects = DisputeQuerySet.as_manager()

    class Meta:
        ordering = ("-opened_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "board"),
                condition=Q(ruling=""),
                name="one_open_dispute_per_match",
            ),
            models.CheckConstraint(
                condition=(
                    Q(ruling="", ruled_at__isnull=True, ruled_by__isnull=True)
                    | Q(ruling="moot", ruled_at__isnull=False, ruled_by__isnull=True)
                    | Q(
                        ~Q(ruling__in=("", "moot")),
                        ruled_at__isnull=False,
                        ruled_by__isnull=False,
                    )
                ),
                name="ruling_has_a_judge_and_an_hour",
            ),
            models.CheckConstraint(
                condition=(
                    Q(ruling__in=("", "moot"))
                    | Q(
                        kind="call",
                        ruling__in=("continue", "replay", "score", "points", "loss", "forfeit"),
                    )
                    | Q(kind="appeal", ruling__in=("upheld", "granted"))
                ),
                name="ruling_answers_its_dispute",
            ),
            models.CheckConstraint(
                condition=Q(side__isnull=True) | Q(side__in=(0, 1)), name="dispute_has_a_side"
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}: {self.text}"

    @property
    def is_open(self) -> bool:
        """Whether it still waits for a ruling."""
        return self.ruling == ""
