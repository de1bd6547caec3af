"""Finding a partner for who was written down alone."""

from collections.abc import Sequence
from datetime import datetime

from tournaments.entry_files.alike import alike
from tournaments.models import Competition, Entry
from tournaments.services.entries.places import let_in
from tournaments.services.entries.rosters import NamedPlayer, add_player, playing, rename_team
from tournaments.services.entries.teams import remember
from tournaments.services.entries.there import There


def awaiting(competition: Competition, players: Sequence[NamedPlayer]) -> Entry | None:
    """Return the entry of one of some players that waits for the others, if there is one."""
    named = (alike(player.name) for player in players if player.user is None)
    return There.of(competition).awaiting(named)


def complete(entry: Entry, players: Sequence[NamedPlayer], now: datetime) -> None:
    """Add to an entry those of some players that it lacks; it goes in as if it came now.

    Its competition is locked. Raises RefusedError as `add_player` and `let_in` do.
    """
    before = playing(entry)
    known = set(map(alike, before))
    for player in players:
        if alike(player.name) not in known:
            add_player(entry, player)
    rename_team(entry, before)
    entry.complete_at, entry.invitation = now, ""
    is_at_the_door = entry.competition.state == Competition.State.CHECK_IN
    entry.checked_in_at = now if is_at_the_door else None
    entry.save(update_fields=["name", "complete_at", "invitation", "checked_in_at"])
    let_in(entry, now)
    remember([entry], now)
