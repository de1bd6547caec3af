"""Services to appoint and dismiss judges and scorers."""

from datetime import datetime

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.errors import WrongStateError
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import clear_officials_cache, require_club_organiser
from tournaments.judging.errors import AlreadyOfficialError, NoSuchPostError
from tournaments.models import AuditEvent, Competition, Group, Match, Official


@transactional
def appoint_official(
    *,
    competition_id: int,
    actor: User,
    user: User,
    role: str,
    now: datetime,
    group: Group | None = None,
    match: Match | None = None,
) -> Official:
    """Appoint an official for a whole competition, one of its groups, or one match.

    Raises RefusedError `not-organiser`, `wrong-state`, `no-such-post` or `already-official`.
    """
    competition = lock_competition(competition_id)
    require_club_organiser(competition, actor)
    if competition.is_over:
        raise WrongStateError()
    if (
        user.is_robot
        or user.is_link
        or role not in Official.NAMED
        or not _is_scope(competition, group, match)
    ):
        raise NoSuchPostError()
    official, is_new = Official.objects.get_or_create(
        competition=competition, user=user, role=role, group=group, match=match
    )
    if not is_new:
        raise AlreadyOfficialError()
    clear_officials_cache()
    audit.log_event(
        AuditEvent.Act.APPOINT,
        competition=competition,
        match=match,
        actor=actor,
        now=now,
        after=_audit_payload(official),
    )
    return official


@transactional
def dismiss_official(*, official_id: int, actor: User, now: datetime) -> None:
    """Dismiss an official.

    Raises RefusedError `not-organiser`, or `wrong-state` if the post is vacant.
    """
    post = Official.objects.filter(pk=official_id).first()
    if post is None:
        raise WrongStateError()
    competition = lock_competition(post.competition_id)
    require_club_organiser(competition, actor)
    official = (
        Official.objects.select_related("user", "match", "group").filter(pk=official_id).first()
    )
    if official is None:
        raise WrongStateError()
    official.delete()
    clear_officials_cache()
    audit.log_event(
        AuditEvent.Act.DISMISS,
        competition=competition,
        match=official.match,
        actor=actor,
        now=now,
        before=_audit_payload(official),
    )


def _is_scope(competition: Competition, group: Group | None, match: Match | None) -> bool:
    """Return whether the scope is valid: at most one of group and match, of this competition."""
    if group is not None:
        return match is None and group.stage.competition_id == competition.pk
    return match is None or Match.objects.of(competition.pk).filter(pk=match.pk).exists()


def _audit_payload(official: Official) -> dict[str, object]:
    return {
        "official": str(official.user),
        "accounts": [official.user.username],
        "role": official.role,
        "group": official.group_id,
        "match": official.match_id,
    }
