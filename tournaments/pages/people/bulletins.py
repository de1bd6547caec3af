"""What organisers say to everybody, as one of those who play there is shown it."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from tournaments.models import Bulletin, BulletinQuerySet, Competition, Entry


def heard_by(user_id: int | OuterRef, now: datetime) -> BulletinQuerySet:
    """Return what stands where a person plays, the newest first; the person may be a query's."""
    playing = Entry.objects.exclude(state=Entry.State.WITHDRAWN)
    here = Q(
        competition__entries__in=playing,
        competition__entries__roster__user=user_id,
        competition__entries__roster__left_at=None,
    )
    return Bulletin.objects.standing(now).filter(here).order_by("-pk")


def bulletin_for(user: User, now: datetime) -> Bulletin | None:
    """Return the newest that stands where this person plays."""
    return heard_by(user.pk, now).select_related("competition").first()


def bulletins_for(
    user: User, competition: Competition, now: datetime
) -> tuple[Bulletin | None, Bulletin | None]:
    """Return the newest where a person plays, and what stands in a competition: read at once."""
    heard = Exists(heard_by(user.pk, now).filter(pk=OuterRef("pk")))
    standing = Bulletin.objects.standing(now).annotate(is_heard=heard).order_by("-pk")
    found = standing.filter(Q(is_heard=True) | Q(competition=competition))
    said = list(found.select_related("competition"))
    own = (one for one in said if one.is_heard)  # type: ignore[attr-defined]  # annotated
    here = (one for one in said if one.competition_id == competition.pk)
    return next(own, None), next(here, None)
