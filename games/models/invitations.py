"""Who is asked to a table by name."""

from typing import Self

from django.conf import settings
from django.db import models

from games.models.tables import Game, Seat


class TableInvitationQuerySet(models.QuerySet["TableInvitation"]):
    """Questions about invitations."""

    def standing(self) -> Self:
        """Keep those that still lead somewhere: to a table that waits, and not declined.

        Whoever sits there already needs none; nobody is asked by somebody who has left the site.
        """
        seated = Seat.objects.filter(game=models.OuterRef("game"), user=models.OuterRef("to"))
        waiting = self.filter(game__status=Game.Status.WAITING, by__is_active=True)
        open_ones = waiting.filter(declined_at__isnull=True)
        return open_ones.exclude(models.Exists(seated.filter(sat_at__isnull=False)))


class TableInvitation(models.Model):
    """A friend asked to a table that waits: lets its person see a private one, and sit there.

    It ends with the wait, so nothing has to be taken away when the table starts or closes.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations_given"
    )
    to = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations_got"
    )
    at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True)  # kept, so that nobody is asked again

    objects = TableInvitationQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "to"), name="one_invitation_per_person"),
        )

    def __str__(self) -> str:
        return f"{self.by} · {self.game} · {self.to}"
