"""Correction of the name of a player without an account; the entry and its results stay."""

from datetime import datetime

from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import require_organiser
from tournaments.entries import rosters
from tournaments.entries.errors import WrongRosterError
from tournaments.models import AuditEvent


@transactional
def rename_player(*, entry_id: int, player_id: int, name: str, actor: User, now: datetime) -> None:
    """Rename a player; an entry that is named after its players is renamed with them.

    Raises RefusedError `not-organiser` or, for an account's name, `wrong-roster`.
    """
    competition = lock_competition(rosters.find_entry(entry_id).competition_id)
    require_organiser(competition, actor)
    entry = rosters.find_entry(entry_id)
    player = entry.roster.without_account().filter(pk=player_id).first()
    if player is None:
        raise WrongRosterError()
    if player.name == name:
        return
    before, old_name = rosters.playing(entry), player.name
    player.name = name
    player.save(update_fields=["name"])
    rosters.rename_team(entry, before)
    audit.log_event(
        AuditEvent.Act.RENAME_PLAYER,
        competition=competition,
        actor=actor,
        now=now,
        before={"player": old_name},
        after={"entry": entry.name, "entry_id": entry.pk, "player": name},
    )
    broadcast_competition(competition.pk)
