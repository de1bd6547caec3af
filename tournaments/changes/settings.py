"""The settings of a drawn competition, changed together."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.changes.rounds import change_rounds
from tournaments.lifecycle.set_up import edit_announcement


@transactional
def change_settings(
    *,
    competition_id: int,
    actor: User,
    changes: Mapping[str, Any],
    rounds: int | None,
    now: datetime,
) -> None:
    """Change the announcement, and the number of rounds if one is given: both or neither.

    Raises RefusedError and ValidationError as `edit_announcement` and `change_rounds` do.
    """
    edit_announcement(competition_id=competition_id, actor=actor, changes=changes, now=now)
    if rounds is not None:
        change_rounds(competition_id=competition_id, rounds=rounds, actor=actor, now=now)
