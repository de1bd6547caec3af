"""Service to bring an entry back that is out of play, for whatever reason, by one tap."""

from collections.abc import Container
from datetime import datetime
from enum import StrEnum

from accounts.models import User
from tournaments.common.errors import WrongStateError
from tournaments.common.permissions import require_organiser
from tournaments.entries import rosters
from tournaments.entries.services import approve
from tournaments.models import Entry
from tournaments.withdrawals.absences import mark_present, rounds_of
from tournaments.withdrawals.services import reinstate, round_to_return


class Out(StrEnum):
    """The reason why an entry of a drawn competition is out of play."""

    LEFT = "left"
    NOT_DRAWN = "not-drawn"
    ABSENT = "absent"
    ALONE = "alone"  # it lacked a player at the draw, and still does


def why_out(entry: Entry, absent: Container[int]) -> Out | None:
    """Return why an entry is out of play; None if it plays, or left before the draw.

    `absent` are the entries that are absent from the next round.
    """
    if entry.state == Entry.State.WITHDRAWN:
        if entry.left_at is not None:
            return Out.LEFT
        left_before_the_draw = entry.complete_at is None  # it stays for what it has paid
        return None if left_before_the_draw else Out.NOT_DRAWN
    if entry.state == Entry.State.FORMING:
        return Out.ALONE
    return Out.ABSENT if entry.pk in absent else None


def bring_back(*, entry_id: int, actor: User, now: datetime) -> int | None:
    """Return an entry to play; the result is its next round, None where all is as it was.

    Who left is reinstated, who missed the draw joins late, who is absent from the next round plays
    it. Raises RefusedError `not-organiser`, `wrong-state` if it is not out, and as `reinstate`,
    `approve` and `mark_present` do.
    """
    entry = rosters.find_entry(entry_id)
    require_organiser(entry.competition, actor)
    rounds = rounds_of(entry)
    is_absent = rounds is not None and rounds.following in rounds.absent
    match why_out(entry, {entry.pk} if is_absent else ()):
        case Out.LEFT:
            number = round_to_return(entry)
            reinstate(entry_id=entry.pk, actor=actor, now=now)
            return number
        case Out.NOT_DRAWN:
            approve(competition_id=entry.competition_id, entry_ids=[entry.pk], actor=actor, now=now)
            return rosters.find_entry(entry.pk).first_round
        case Out.ABSENT:
            mark_present(entry_id=entry.pk, actor=actor, now=now)
            return rounds.following if rounds is not None else None
    raise WrongStateError()  # it plays, or lacks a player
