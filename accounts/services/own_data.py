"""What the site keeps of a person, to take along: their account and what hangs on it."""

from typing import Any, cast

from allauth.account.models import EmailAddress

from accounts.models import Friendship, User
from accounts.signals import data_sought

PROFILE = (
    *("username", "display_name", "language", "zone", "motion", "tap_twice", "sings_flor"),
    *("match_mail", "named_in_exports", "muted", "avatar", "date_joined", "last_login"),
)


def gather(*, user: User) -> dict[str, Any]:
    """Return all of it as plain values, by subject; the apps above add theirs."""
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    friends = Friendship.objects.filter(asker=user) | Friendship.objects.filter(asked=user)
    found: dict[str, Any] = {
        "profile": {name: getattr(user, name) for name in PROFILE},
        "addresses": list(addresses.values("email", "verified", "primary")),
        "clubs": list(user.memberships.order_by("pk").values("club__name", "role", "joined_at")),
        "friends": list(friends.order_by("pk").values("asker__username", "asked__username")),
        "former_names": list(user.renames.values("before", "at")),
    }
    for _, part in data_sought.send(User, user=user):
        found |= cast("dict[str, Any]", part)
    return found
