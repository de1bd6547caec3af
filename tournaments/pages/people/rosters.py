"""Who plays for an entry, by name alone: what papers and screens of a hall show."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from tournaments.models import Entry, RosterPlayer

Rosters = Mapping[int, Sequence[str]]
"""The names of those who play for each entry."""


def rosters(entries: Iterable[Entry]) -> Rosters:
    """Read who plays for some entries, in one query."""
    players = RosterPlayer.objects.filter(entry__in=[entry.pk for entry in entries]).playing()
    by_entry = groupby(players, key=lambda player: player.entry_id)
    return {entry: [player.name for player in found] for entry, found in by_entry}
