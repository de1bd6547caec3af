"""The audit log of manual actions, written in the transaction of the action."""

from collections.abc import Mapping
from datetime import datetime

from accounts.models import User
from tournaments.models import AuditEvent, Competition, Match


def log_event(
    act: AuditEvent.Act,
    *,
    competition: Competition,
    actor: User,
    now: datetime,
    match: Match | None = None,
    reason: str = "",
    slip_of: str = "",
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
) -> None:
    """Log one act with the state before and after it."""
    AuditEvent.objects.create(
        act=act,
        competition=competition,
        match=match,
        actor=actor,
        reason=reason,
        slip_of=slip_of,
        before=dict(before or {}),
        after=dict(after or {}),
        at=now,
    )
