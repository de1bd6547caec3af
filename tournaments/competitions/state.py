"""State transitions of a competition before the draw, and the check of every transition."""

from collections.abc import Container
from datetime import datetime

from accounts.common.notification_types import NEWS
from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import WrongStateError
from tournaments.common.locks import lock_competition
from tournaments.common.notifications import notify
from tournaments.common.permissions import clear_officials_cache, require_organiser
from tournaments.models import AuditEvent, Competition

State = Competition.State
Act = AuditEvent.Act


@transactional
def open_registration(*, competition_id: int, actor: User, now: datetime) -> None:
    """Open the registration and notify the club."""
    competition = lock_competition(competition_id)
    change_state(competition, State.REGISTRATION, {State.DRAFT}, Act.OPEN_REGISTRATION, actor, now)
    notify(NEWS, competition.pk, without=actor)


@transactional
def open_check_in(*, competition_id: int, actor: User, now: datetime) -> None:
    """Close the registration and open the check-in. Only entries checked in are drawn."""
    competition = lock_competition(competition_id)
    change_state(competition, State.CHECK_IN, {State.REGISTRATION}, Act.OPEN_CHECK_IN, actor, now)


def change_state(
    competition: Competition,
    to: Competition.State,
    allowed: Container[str],
    act: AuditEvent.Act,
    actor: User,
    now: datetime,
    reason: str = "",
) -> None:
    """Change the state of a locked competition, or refuse with `not-organiser`, `wrong-state`."""
    require_organiser(competition, actor)
    if competition.state not in allowed:
        raise WrongStateError()
    before, competition.state = competition.state, to
    competition.save(update_fields=["state"])
    audit.log_event(
        act,
        competition=competition,
        actor=actor,
        now=now,
        reason=reason,
        before={"state": before},
        after={"state": to},
    )
    broadcast_competition(competition.pk)
    clear_officials_cache()
