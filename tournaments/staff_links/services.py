"""Services for staff links: links to score, judge or run a competition without an account.

See docs/event-day.md.
"""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from accounts.common.hooks import access_revoked
from accounts.common.security_log import log_security_event
from accounts.common.tokens import hash_token
from accounts.common.transactions import transactional
from accounts.models import User
from accounts.names.collation import fold
from tournaments.common import audit
from tournaments.common.errors import BadlyWrittenError, WrongStateError
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import clear_officials_cache, require_club_organiser
from tournaments.models import AuditEvent, Competition, Official, StaffLink
from tournaments.staff_links.errors import BadLinkError, LabelTakenError, TooManyLinksError

SECRET_BYTES = 16  # 128 bits cannot be guessed
MOST = 40  # of one competition at a time
LONGEST = timedelta(days=60)


@transactional
def make_link(
    *,
    competition_id: int,
    actor: User,
    label: str,
    role: str,
    now: datetime,
    life: timedelta | None = None,
) -> tuple[StaffLink, str]:
    """Make a link; return it with its secret, which is known at this moment alone.

    It lasts for `life`, else until the day after its competition.

    Raises RefusedError `not-organiser`, `wrong-state`, `badly-written`, `label-taken` or
    `too-many-links`.
    """
    competition = lock_competition(competition_id)
    require_club_organiser(competition, actor)
    if competition.is_over:
        raise WrongStateError()
    if role not in Official.Role or (life is not None and not timedelta() < life <= LONGEST):
        raise BadlyWrittenError()
    _require_room(competition, label)
    token = secrets.token_urlsafe(SECRET_BYTES)
    link = StaffLink.objects.create(
        competition=competition,
        user=_nobody(label, actor),
        role=role,
        token_hash=hash_token(token),
        created_by=actor,
        created_at=now,
        expires_at=None if life is None else now + life,
    )
    Official.objects.create(competition=competition, user=link.user, role=role)
    _note(AuditEvent.Act.MAKE_LINK, link, actor, now)
    return link, token


def find_link(*, token: str, now: datetime) -> StaffLink:
    """Return the link of a secret that still opens; RefusedError `bad-link` for any other."""
    links = StaffLink.objects.select_related("user", "competition__club")
    link = links.filter(token_hash=hash_token(token)).first()  # by hash: time tells nothing of it
    if link is None or not link.is_open(now):
        raise BadLinkError()
    return link


def link_of(user: User) -> StaffLink | None:
    """Return the link of a link's user row; None once its competition is gone."""
    return StaffLink.objects.select_related("user", "competition__club").filter(user=user).first()


@transaction.atomic
def open_link(*, token: str, now: datetime) -> StaffLink:
    """Note that one more browser is let in by a link."""
    link = find_link(token=token, now=now)
    opened = StaffLink.objects.filter(pk=link.pk)
    opened.update(opened=F("opened") + 1, opened_at=now)
    log_security_event("link-opened", link=link.pk, competition=link.competition_id, role=link.role)
    return link


@transactional
def revoke_link(*, link_id: int, actor: User, now: datetime) -> None:
    """Revoke a link, with all sessions and sockets opened through it.

    Raises RefusedError `not-organiser`, or `wrong-state` if it has ended already.
    """
    link = _locked(link_id)
    require_club_organiser(link.competition, actor)
    if link.revoked_at is not None:
        raise WrongStateError()
    _end(link, now)
    _note(AuditEvent.Act.REVOKE_LINK, link, actor, now)


@transactional
def end_expired(*, link_id: int, now: datetime) -> None:
    """End a link whose time is over; any other is left alone."""
    link = _locked(link_id)
    if link.revoked_at is None and not link.is_open(now):
        _end(link, now)


def _locked(link_id: int) -> StaffLink:
    """Lock a link's competition, then return the link as read under that lock."""
    link = StaffLink.objects.filter(pk=link_id).first()
    if link is None:
        raise WrongStateError()
    lock_competition(link.competition_id)
    return StaffLink.objects.select_related("user", "competition__club").get(pk=link_id)


def _require_room(competition: Competition, label: str) -> None:
    """Refuse a label that could be taken for another's in the log, and links without end."""
    if not label.strip():
        raise BadlyWrittenError()
    standing = competition.links.standing()
    if standing.filter(user__display_name__fold=fold(label)).exists():
        raise LabelTakenError()
    if standing.count() >= MOST:
        raise TooManyLinksError()


def _nobody(label: str, maker: User) -> User:
    """Create the user row that a link's acts are logged under; it cannot sign in."""
    user = User(
        username=f"~{secrets.token_hex(12)}",
        display_name=label,
        language=maker.language,
        zone=maker.zone,
        is_link=True,
        match_mail=False,
    )
    user.set_unusable_password()
    user.save()
    return user


def _end(link: StaffLink, now: datetime) -> None:
    """Leave neither the post nor a row that a session could be of."""
    link.revoked_at = now
    link.save(update_fields=["revoked_at"])
    link.user.posts.all().delete()
    link.user.is_active = False
    link.user.save(update_fields=["is_active"])
    access_revoked.send(User, user=link.user)
    clear_officials_cache()


def _note(act: AuditEvent.Act, link: StaffLink, actor: User, now: datetime) -> None:
    after = {"official": str(link.user), "role": link.role}
    audit.log_event(act, competition=link.competition, actor=actor, now=now, after=after)
    clear_officials_cache()
