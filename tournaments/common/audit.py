"""The audit logs of manual actions, written in the transaction of the action."""

from collections.abc import Mapping
from datetime import datetime

from accounts.models import Club, User
from tournaments.models import (
    AuditEvent,
    Competition,
    Federation,
    FederationChange,
    Match,
    PersonLink,
)


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
        token=actor.acting_token,
        reason=reason,
        slip_of=slip_of,
        before=dict(before or {}),
        after=dict(after or {}),
        at=now,
    )


def log_federation_change(
    act: FederationChange.Act,
    *,
    federation: Federation,
    actor: User,
    now: datetime,
    club: Club | None = None,
    user: User | None = None,
    link: PersonLink | None = None,
    circuit: str = "",
) -> None:
    """Log one act of a federation, with what it was done to."""
    FederationChange.objects.create(
        act=act,
        federation=federation,
        actor=actor,
        club=club,
        user=user,
        first=link.first if link else None,
        second=link.second if link else None,
        circuit=circuit,
        at=now,
    )
