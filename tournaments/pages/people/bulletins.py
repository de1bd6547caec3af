"""What organisers say to everybody, as one of those who play there is shown it."""

from collections.abc import Collection
from datetime import datetime

from accounts.models import User
from tournaments.models import Bulletin, BulletinQuerySet, Entry


def said_to(user_ids: Collection[int], now: datetime) -> dict[int, int]:
    """Return the newest bulletin that stands where each of these plays, by their numbers."""
    heard = _heard_by(user_ids, now).order_by("pk")
    return dict(heard.values_list("competition__entries__roster__user", "pk"))


def bulletin_for(user: User, now: datetime) -> Bulletin | None:
    """Return the newest that stands where this person plays."""
    return _heard_by([user.pk], now).select_related("competition").order_by("-pk").first()


def _heard_by(user_ids: Collection[int], now: datetime) -> BulletinQuerySet:
    return Bulletin.objects.standing(now).filter(
        competition__entries__in=Entry.objects.exclude(state=Entry.State.WITHDRAWN),
        competition__entries__roster__user__in=user_ids,
    )
