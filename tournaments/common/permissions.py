"""Permissions to judge, score and organise, and blocks for suspended members.

Organisers may judge and score everywhere in their competition. Appointed officials may do so in
their scope, but not in a match they play in. A judge may also score. Services, pages and lists
share these answers. Pages ask on every request, so they are cached for all matches in play. A
suspension within a club blocks entries, and tables that have not started.
"""

from collections.abc import Collection
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.core.cache import caches
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Now

from accounts.common.transactions import on_commit
from accounts.models import Measure, MeasureQuerySet, User
from games.models import Game
from tournaments.common.errors import (
    NotJudgeError,
    NotOrganiserError,
    PersonUnknownError,
    SuspendedInClubError,
)
from tournaments.models import Competition, Match, MatchQuerySet, MatchSlot, Official
from tournaments.models.competitions import run_by
from tournaments.models.matches import COMPETITION

JUDGES = (Official.Role.JUDGE,)
SCORERS = (Official.Role.JUDGE, Official.Role.SCORER)


def judged_by(user: User | AnonymousUser) -> MatchQuerySet:
    """Return the matches that a user may judge."""
    return _served_by(user, JUDGES)


def scored_by(user: User | AnonymousUser) -> MatchQuerySet:
    """Return the matches that a user may score."""
    return _served_by(user, SCORERS)


def may_judge(match: Match, user: User | AnonymousUser) -> bool:
    return judged_by(user).filter(pk=match.pk).exists()


def require_judge(match: Match, user: User) -> None:
    """Raise RefusedError `not-judge` unless the user may judge the match."""
    if not may_judge(match, user):
        raise NotJudgeError()


def may_score(match: Match, user: User | AnonymousUser) -> bool:
    return scored_by(user).filter(pk=match.pk).exists()


def assigned_to(user: User) -> MatchQuerySet:
    """Return the matches to which a user was appointed, as judge or scorer."""
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


KEY: Final = "serving"
LIFE = 10  # seconds until other processes see a new post


def active_officials() -> frozenset[int]:
    """Return the users with a post in a competition that is in progress."""
    return frozenset(caches["pages"].get_or_set(KEY, _read, LIFE) or ())


def clear_officials_cache() -> None:
    """Delete the cached officials after the commit."""
    on_commit(_clear)


def _clear() -> None:
    caches["pages"].delete(KEY)


def _read() -> frozenset[int]:
    posts = Official.objects.filter(competition__state__in=Competition.GOING)
    return frozenset(posts.values_list("user", flat=True))


CLUB = "round__group__stage__competition__club"


def club_of(*, game: Game | None, person: User | None, event_id: int | None) -> int | None:
    """Return the club of a table's competition, or of the one in which a person takes part."""
    if game is not None:
        return Match.objects.filter(games__game=game).values_list(CLUB, flat=True).first()
    if person is None or event_id is None:
        return None
    has_part = Q(entries__roster__user=person) | Q(officials__user=person)
    events = Competition.objects.filter(has_part, pk=event_id)
    return events.values_list("club", flat=True).first()


def check_may_enter(*, competition: Competition, user: User) -> None:
    """Raise RefusedError `person-unknown` or `suspended-in-club` if the user may not play.

    A deleted account is unknown, and so is one that is suspended from the site.
    """
    check_may_play(competition=competition, users=[user])


def check_may_play(*, competition: Competition, users: Collection[User]) -> None:
    """Raise the same if one of the users may not play."""
    if not all(user.is_active for user in users):
        raise PersonUnknownError()
    if suspended_from(competition, users):
        raise SuspendedInClubError()


def suspended_from(competition: Competition, users: Collection[User]) -> set[int]:
    """Return the ids of the users that the competition's club has suspended."""
    measures = _in_force().filter(club=competition.club_id, user__in=users) if users else ()
    return {measure.user_id for measure in measures if measure.user_id is not None}


def check_may_sit(*, game: Game, user: User) -> None:
    """Raise RefusedError `suspended-in-club` if the table's club has suspended the user."""
    clubs = Match.objects.filter(games__game=game).order_by().values(CLUB)
    if _in_force().filter(club__in=clubs, user=user).exists():
        raise SuspendedInClubError()


def _in_force() -> MeasureQuerySet:
    return Measure.objects.in_force(Now()).filter(kind=Measure.Kind.SUSPENSION)


def require_organiser(competition: Competition, actor: User) -> None:
    """Raise RefusedError `not-organiser` unless the user runs this competition."""
    if not competition.is_run_by(actor):
        raise NotOrganiserError()


def require_club_organiser(competition: Competition, actor: User) -> None:
    """Raise RefusedError `not-organiser` unless the user organises the club.

    This excludes users with a desk post, who run only the competition: rights and rooms belong to
    the club.
    """
    if not competition.club.can_organise(actor):
        raise NotOrganiserError()
