"""Permission to judge and to score matches: one answer for services, pages and lists.

Organisers may do both everywhere in their competition. Appointed officials may in their scope, but
not in a match they play in. A judge may also score.
"""

from collections.abc import Collection

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.services.refusals import RefusedError
from tournaments.models import Match, MatchQuerySet, MatchSlot, Official
from tournaments.models.staff.running import run_by

COMPETITION = "round__group__stage__competition"
JUDGES = (Official.Role.JUDGE,)
SCORERS = (Official.Role.JUDGE, Official.Role.SCORER)


def judged_by(user: User | AnonymousUser) -> MatchQuerySet:
    """Return the matches that a person may judge."""
    return _served_by(user, JUDGES)


def scored_by(user: User | AnonymousUser) -> MatchQuerySet:
    """Return the matches that a person may score."""
    return _served_by(user, SCORERS)


def may_judge(match: Match, user: User | AnonymousUser) -> bool:
    """Tell whether a person may judge a match."""
    return judged_by(user).filter(pk=match.pk).exists()


def require_judge(match: Match, user: User) -> None:
    """Refuse with `not-judge` who may not judge a match."""
    if not may_judge(match, user):
        raise RefusedError("not-judge")


def may_score(match: Match, user: User | AnonymousUser) -> bool:
    """Tell whether a person may score a match."""
    return scored_by(user).filter(pk=match.pk).exists()


def assigned_to(user: User) -> MatchQuerySet:
    """Return the matches to which a person was appointed, as judge or scorer."""
    return Match.objects.filter(_appointed(user, SCORERS))


def _served_by(user: User | AnonymousUser, roles: Collection[str]) -> MatchQuerySet:
    if not user.is_authenticated:
        return Match.objects.none()
    return Match.objects.filter(run_by(user, f"{COMPETITION}__") | _appointed(user, roles))


def _appointed(user: User, roles: Collection[str]) -> Q:
    posts = Official.objects.filter(user=user, role__in=roles)
    everywhere = posts.filter(group__isnull=True, match__isnull=True)
    in_scope = (
        Q(pk__in=posts.filter(match__isnull=False).values("match"))
        | Q(round__group__in=posts.filter(group__isnull=False).values("group"))
        | Q(**{f"{COMPETITION}__in": everywhere.values("competition")})
    )
    plays = MatchSlot.objects.filter(match=OuterRef("pk"), entry__roster__user=user)
    return in_scope & ~Q(Exists(plays))
