"""What was said at tables and reported, for those who keep order there."""

from django.db.models import Count, Max, QuerySet

from accounts.models import Club, User
from games.models import Line

COMPETITION = "game__match_game__match__round__group__stage__competition"
AT_MOST = 100


def reported_to(user: User) -> QuerySet[Line]:
    """Return the lines this person decides on: at tables of clubs they organise; staff, all."""
    reported = Line.objects.filter(reports__isnull=False)
    if user.may_operate:
        return reported.distinct()
    clubs = Club.objects.organised_by(user)
    return reported.filter(**{f"{COMPETITION}__club__in": clubs}).distinct()


def reported_lines(user: User) -> QuerySet[Line]:
    """Return them as the page lists them, the one reported last first."""
    found = Line.objects.filter(pk__in=reported_to(user).order_by().values("pk"))
    counted = found.annotate(times=Count("reports"), reported_at=Max("reports__at"))
    return counted.select_related("game", "author").order_by("-reported_at", "-pk")[:AT_MOST]
