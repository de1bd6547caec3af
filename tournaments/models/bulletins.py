"""Bulletins for a whole room ("A comer, seguimos 22:15"), and the guest Wi-Fi."""

from datetime import datetime, timedelta
from typing import Final, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Club
from accounts.names.display import NameField
from tournaments.models.competitions import Competition

LIFE: Final = timedelta(hours=2)  # how long one stands unless it is taken back
LONGEST: Final = 280  # characters


class BulletinQuerySet(models.QuerySet["Bulletin"]):
    """Questions about bulletins."""

    def standing(self, now: datetime) -> Self:
        """Return those that are shown: one of each competition at most."""
        return self.filter(until__gt=now)


class Bulletin(models.Model):
    """A bulletin, shown until it is revoked, replaced or expired."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="bulletins")
    text = NameField(_("aviso"), max_length=LONGEST)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bulletins"
    )
    at = models.DateTimeField()
    until = models.DateTimeField()

    objects = BulletinQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("competition", "until"), name="bulletins_that_stand"),)
        constraints = (
            models.CheckConstraint(condition=Q(until__gte=F("at")), name="bulletin_ends_later"),
        )

    def __str__(self) -> str:
        return self.text


class GuestNetwork(models.Model):
    """The guest Wi-Fi of a club's room; an event elsewhere has its own.

    Its password is no secret in the room: it is kept as it is, since the screen there shows it.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="guest_networks")
    competition = models.OneToOneField(
        Competition, null=True, blank=True, on_delete=models.CASCADE, related_name="guest_network"
    )
    name = models.CharField(_("nombre de la red"), max_length=32)
    password = models.CharField(_("contraseña"), max_length=64, blank=True)  # none: it is open
    is_hidden = models.BooleanField(_("red oculta"), default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("club",), condition=Q(competition=None), name="one_network_per_club"
            ),
        )

    def __str__(self) -> str:
        return self.name
