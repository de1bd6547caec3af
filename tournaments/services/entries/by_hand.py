"""Entering others by hand, as organisers do."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, Entry
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.entries import rosters
from tournaments.services.entries.completing import awaiting, complete
from tournaments.services.entries.late import lock_for_entering, refusal_to_join
from tournaments.services.entries.new_entries import NewEntry, write_entries
from tournaments.services.entries.rosters import NamedPlayer
from tournaments.services.hints import announce_competition


@retrying
@transaction.atomic
def add_entry(
    *,
    competition_id: int,
    actor: User,
    players: Sequence[NamedPlayer],
    now: datetime,
    name: str = "",
    affiliation: str = "",
) -> Entry:
    """Enter a team by hand: before the draw, or late where the format allows it.

    Who is written down at the check-in is there; an entry of one of them that waits for a partner
    has found one. Raises RefusedError `not-organiser`,
    `wrong-roster`, `already-entered`, or a code of `tournaments.services.entries.late`.
    """
    competition = lock_for_entering(competition_id)
    require_organiser(competition, actor)
    _require_open(competition)
    if len(players) != competition.players_per_side:
        raise RefusedError("wrong-roster")
    entry = awaiting(competition, players)
    if entry is None:
        rosters.require_newcomers(competition, [one.user for one in players if one.user])
        (entry,) = write_entries(competition, [NewEntry(players, name, affiliation)], now)
    else:
        entry.competition = competition
        complete(entry, players, now)
    after = rosters.told(entry)
    audit.record(
        AuditEvent.Act.ADD_ENTRY, competition=competition, actor=actor, now=now, after=after
    )
    announce_competition(competition.pk)
    return entry


def _require_open(competition: Competition) -> None:
    if competition.state in Competition.UNDRAWN:
        return
    if refusal := refusal_to_join(competition):
        raise RefusedError(refusal)
