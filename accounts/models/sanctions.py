"""Moderation measures on people and clubs: actor, reason, duration and end."""

from datetime import datetime
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.i18n.languages import ChoiceLabels
from accounts.models.clubs import Club
from accounts.models.users import User


class MeasureQuerySet(models.QuerySet["Measure"]):
    """Queries for sanctions by validity and person."""

    def in_force(self, now: datetime | Now) -> Self:
        """Filter measures that are neither lifted nor expired."""
        return self.filter(Q(until__isnull=True) | Q(until__gt=now), lifted_at__isnull=True)

    def suspensions(self, user: User, club: Club | None) -> Self:
        """Filter the suspensions of a person: within a club, or (None) on the site."""
        return self.filter(kind=Measure.Kind.SUSPENSION, user=user, club=club)


class Measure(ChoiceLabels):
    """A moderator's act and its audit record: rows are only added, and lifted once.

    A suspension applies to its `club`, or to the site. For a renaming, `before` is the name that
    was taken away; it cannot be chosen again while the measure is in force.
    """

    class Kind(models.TextChoices):
        SUSPENSION = "suspension", _("suspensión")
        NAME = "name", _("nombre a la vista cambiado")
        CLUB_NAME = "club-name", _("club rebautizado")

    kind = models.CharField(max_length=10, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="measures"
    )
    club = models.ForeignKey(Club, null=True, on_delete=models.CASCADE, related_name="measures")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(_("motivo"), max_length=200)
    before = models.CharField(max_length=60, blank=True)
    after = models.CharField(max_length=60, blank=True)
    at = models.DateTimeField()
    until = models.DateTimeField(_("hasta"), null=True)
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    lifted_reason = models.CharField(max_length=200, blank=True)

    objects = MeasureQuerySet.as_manager()

    class Meta:
        ordering = ("-at", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(user__isnull=False) ^ Q(kind="club-name"), name="measure_is_about_one"
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.user or self.club}"
