"""Who may follow a competition: when they come, and as long as they stay."""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.live.sources import Reader
from tournaments.models import Competition


def may_follow(pk: int, user: User | AnonymousUser) -> bool:
    """Tell whether a competition exists and may be seen by somebody."""
    return Competition.objects.visible_to(user).filter(pk=pk).exists()


def still_following(readers: Collection[Reader]) -> set[Reader]:
    """Return those readers of competitions who may see them now."""
    pks = {pk for pk, _ in readers}
    public = set(Competition.objects.public().filter(pk__in=pks).values_list("pk", flat=True))
    known = {user_id for pk, user_id in readers if pk not in public}
    people = User.objects.in_bulk(known - {None})
    return {
        (pk, user_id)
        for pk, user_id in readers
        if pk in public or (user_id in people and may_follow(pk, people[user_id]))
    }
