"""Who runs a competition: the organisers of its club, and who holds a post at its desk."""

from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from accounts.models import Club, User

DESK: Final = "desk"  # the role of such a post (`Official`)


def run_by(user: User | AnonymousUser, along: str = "") -> Q:
    """Ask for what somebody runs; `along` leads from the rows asked for to their competition."""
    if not user.is_authenticated:
        return Q(pk__in=())
    clubs, posts = Club.objects.organised_by(user), user.posts.filter(role=DESK)
    return Q(**{f"{along}club__in": clubs}) | Q(**{f"{along}pk__in": posts.values("competition")})
