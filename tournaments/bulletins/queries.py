"""Bulletins as live fragments on the pages of a competition and for its players."""

from datetime import datetime

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts.models import User
from games.live.templates import render_template
from tournaments.models import Bulletin, BulletinQuerySet, Competition, Entry


def standing_in(competition: Competition) -> Bulletin | None:
    """Return the current bulletin of a competition, or None."""
    return competition.bulletins.standing(timezone.now()).first()


def bulletin_piece(bulletin: Bulletin | None, competition: Competition) -> str:
    """Render the bulletin, or an empty placeholder."""
    return render_template("competition/bulletin", bulletin=bulletin, zone=competition.club.zone)


def heard_by(user_id: int | OuterRef, now: datetime) -> BulletinQuerySet:
    """Return the current bulletins of the user's competitions, newest first.

    `user_id` may be an `OuterRef`.
    """
    playing = Entry.objects.exclude(state=Entry.State.WITHDRAWN)
    is_player = Q(
        competition__entries__in=playing,
        competition__entries__roster__user=user_id,
        competition__entries__roster__left_at=None,
    )
    return Bulletin.objects.standing(now).filter(is_player).order_by("-pk")


def bulletin_for(user: User, now: datetime) -> Bulletin | None:
    """Return the newest current bulletin of the user's competitions."""
    return heard_by(user.pk, now).select_related("competition").first()


def bulletins_for(
    user: User, competition: Competition, now: datetime
) -> tuple[Bulletin | None, Bulletin | None]:
    """Return the newest bulletin for the user, and the current one of a competition. One query."""
    heard = Exists(heard_by(user.pk, now).filter(pk=OuterRef("pk")))
    standing = Bulletin.objects.standing(now).annotate(is_heard=heard).order_by("-pk")
    rows = standing.filter(Q(is_heard=True) | Q(competition=competition))
    bulletins = list(rows.select_related("competition"))
    own = (one for one in bulletins if one.is_heard)  # type: ignore[attr-defined]  # annotated
    current = (one for one in bulletins if one.competition_id == competition.pk)
    return next(own, None), next(current, None)
