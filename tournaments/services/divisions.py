"""In which division of a league an entry plays."""

from collections.abc import Sequence

from tournaments.formats.league import divide, equal_sizes
from tournaments.models import Competition, Entry


def divide_entries(competition: Competition, seeded: Sequence[Entry]) -> list[Sequence[Entry]]:
    """Put the entries, best seed first, into the divisions, the highest first.

    Raises FormatError `division-too-small`.
    """
    sizes = equal_sizes(len(seeded), competition.stages.count())
    divisions = divide(seeded, sizes, competition.movers)
    for tier, members in enumerate(divisions, start=1):
        for entry in members:
            entry.tier = tier
    Entry.objects.bulk_update(seeded, ["tier"])
    return list(divisions)
