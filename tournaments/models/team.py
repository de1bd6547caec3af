"""What a club remembers of who plays: its teams, and the people in them over time."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.values.erased import NameField
from accounts.values.names import validate_shown_name


class Team(models.Model):
    """People of a club who enter together, or one who enters alone; an entry is its snapshot."""

    club = models.ForeignKey("accounts.Club", on_delete=models.CASCADE, related_name="teams")
    captain = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="captained_teams",
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ("club", "pk")

    def __str__(self) -> str:
        return f"{self.club} · {self.pk}"


class TeamPlayer(models.Model):
    """One person of a team, with or without an account, from when until when."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField()  # as in a roster: 1 is the captain
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="team_places",
    )
    name = NameField(_("nombre"), max_length=60, validators=(validate_shown_name,))
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("team", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("team", "number"),
                condition=Q(until__isnull=True),
                name="one_team_player_per_number",
            ),
        )

    def __str__(self) -> str:
        return self.name
