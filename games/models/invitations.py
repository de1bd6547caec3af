"""Who is asked to a table by name."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q

from accounts.models import Friendship
from games.models.tables import Game, Seat


class TableInvitationQuerySet(models.QuerySet["TableInvitation"]):
    """Questions about invitations."""

    def standing(self) -> Self:
        """Keep those that still lead somewhere: to a friend, at a table that waits.

        Declined ones do not, nor those of a friend who got up from the table, left the site, or is
        a friend no more. A person who sits there already needs none.
        """
        there = Seat.objects.filter(game=OuterRef("game"), sat_at__isnull=False)
        friends = Friendship.objects.filter(
            Q(asker=OuterRef("by"), asked=OuterRef("to"))
            | Q(asker=OuterRef("to"), asked=OuterRef("by")),
            agreed_at__isnull=False,
        )
        waiting = self.filter(game__status=Game.Status.WAITING, declined_at__isnull=True)
        return waiting.filter(
            Exists(there.filter(user=OuterRef("by"))),
            Exists(friends),
            ~Exists(there.filter(user=OuterRef("to"))),
            by__is_active=True,
        )

    def given(self) -> Self:
        """Keep those that are not given a second time: standing, or declined."""
        standing = TableInvitation.objects.standing().values("pk")
        return self.filter(Q(declined_at__isnull=False) | Q(pk__in=standing))


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
