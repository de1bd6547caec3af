"""Proposed times for a match, e-mails about matches, and calendar keys."""

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from tournaments.models.competitions import Competition
from tournaments.models.matches import Match

COMPETITION = "round__group__stage__competition"


class TimeProposalQuerySet(models.QuerySet["TimeProposal"]):
    """Reads that several pages and services share."""

    def open(self, now: datetime) -> Self:
        """Return what can still be accepted: its hour is to come, its match not called yet."""
        return self.filter(
            answer="",
            at__gt=now,
            match__state=Match.State.READY,
            **{f"match__{COMPETITION}__state__in": Competition.GOING},
        )


class TimeProposal(ChoiceLabels):
    """An hour that one side offers the other. Rows are only added, and answered once."""

    class Answer(models.TextChoices):
        ACCEPTED = "accepted", _("aceptado")
        DECLINED = "declined", _("rechazado")
        REPLACED = "replaced", _("reemplazado")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="proposals")
    side = models.PositiveSmallIntegerField()  # that offers it
    at = models.DateTimeField()
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="time_proposals"
    )
    proposed_at = models.DateTimeField()
    answer = models.CharField(max_length=8, choices=Answer, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="time_answers",
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    objects = TimeProposalQuerySet.as_manager()

    class Meta:
        ordering = ("match", "at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("match", "side", "at"),
                condition=Q(answer=""),
                name="one_open_proposal_per_hour",
            ),
            models.CheckConstraint(condition=Q(side__in=(0, 1)), name="proposal_has_a_side"),
            models.CheckConstraint(
                condition=(
                    Q(answer="", answered_at__isnull=True, answered_by__isnull=True)
                    | Q(
                        answer__in=("accepted", "declined", "replaced"),
                        answered_at__isnull=False,
                        answered_by__isnull=False,
                    )
                ),
                name="an_answer_has_its_hour",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match} · {self.at:%Y-%m-%d %H:%M}"


class LetterQuerySet(models.QuerySet["Letter"]):
    """Reads of the letters that are still to go."""

    def waiting(self, now: datetime) -> Self:
        """Return letters that no sender has taken, or whose sender's lease has run out."""
        untaken = Q(taken_at__isnull=True) | Q(taken_at__lt=now - Letter.PATIENCE)
        return self.filter(untaken, done_at__isnull=True, tries__lt=Letter.TRIES).order_by("pk")


class Letter(ChoiceLabels):
    """An e-mail about a match to one person, written once for each occasion, sent later."""

    class Kind(models.TextChoices):
        DAY_BEFORE = "day", _("un día antes")
        HOUR_BEFORE = "hour", _("una hora antes")
        PROPOSED = "proposed", _("propuesta de horario")
        AGREED = "agreed", _("horario acordado")
        MOVED = "moved", _("horario cambiado")
        POSTPONED = "postpone", _("partido sin fecha")

    PATIENCE = timedelta(minutes=10)
    TRIES = 5

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="letters")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="letters"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    about = models.DateTimeField()  # the hour of the match; of proposals, when they were made
    written_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    done_at = models.DateTimeField(null=True, blank=True)  # sent, or out of date by then

    objects = LetterQuerySet.as_manager()

    class Meta:
        ordering = ("pk",)
        indexes = (
            models.Index(fields=("id",), condition=Q(done_at__isnull=True), name="letters_to_send"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("match", "user", "kind", "about"), name="one_letter_per_occasion"
            ),
        )

    def __str__(self) -> str:
        return f"{self.match} · {self.user} · {self.kind}"


class CalendarKey(models.Model):
    """The nonce in the address of a player's calendar; a new one makes a new address.

    The address itself is derived from it and the site's secret, so that the page can show it again
    and the database alone does not tell it.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="calendar_key",
    )
    nonce = models.CharField(max_length=32)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.user)
