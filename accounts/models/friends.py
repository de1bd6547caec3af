"""Friendships and friend requests."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least

from accounts.models.users import User


class FriendshipQuerySet(models.QuerySet["Friendship"]):
    """Queries for friendships and friend requests."""

    def between(self, one: User, other: User) -> "FriendshipQuerySet":
        """Filter the friendships and requests between two people, in either direction."""
        return self.filter(Q(asker=one, asked=other) | Q(asker=other, asked=one))

    def agreed(self, user: User) -> "FriendshipQuerySet":
        """Filter the friendships of a person."""
        return self.filter(Q(asker=user) | Q(asked=user), agreed_at__isnull=False)

    def awaiting(self, user: User) -> "FriendshipQuerySet":
        """Filter the requests that a person has not answered."""
        return self.filter(asked=user, agreed_at__isnull=True, declined_at__isnull=True)

    def unanswered(self, user: User) -> "FriendshipQuerySet":
        """Filter the requests of a person that look unanswered to them: declined ones, too."""
        return self.filter(asker=user, agreed_at__isnull=True, withdrawn_at__isnull=True)


class Friendship(models.Model):
    """A friendship between two people, requested by one and accepted by the other."""

    asker = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships_asked"
    )
    asked = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friendships_answered"
    )
    asked_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True)
    declined_at = models.DateTimeField(null=True)  # the asker is not notified
    # A declined request that its asker takes back stays, so that it cannot be repeated.
    withdrawn_at = models.DateTimeField(null=True)

    objects = FriendshipQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                Least("asker", "asked"), Greatest("asker", "asked"), name="one_friendship_per_pair"
            ),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="friends_are_two"),
        )

    def __str__(self) -> str:
        return f"{self.asker} · {self.asked}"
