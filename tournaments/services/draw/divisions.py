"""In which division of a league an entry plays: by its seed, or where its last season put it."""

from collections.abc import Sequence

from django.db.models import Count

from tournaments.formats.league import divide, equal_sizes, has_room
from tournaments.models import Competition, Entry


def divide_entries(competition: Competition, seeded: Sequence[Entry]) -> list[Sequence[Entry]]:
    """Put the entries, best seed first, into the divisions, the highest first.

    After a season everybody plays where it put them and newcomers begin at the bottom; whoever has
    left an upper division is replaced by the best of the one below. Where the divisions of the
    last season do not fit any more all are made equal. Raises FormatError `division-too-small`.
    """
    number = competition.stages.count()
    sizes = equal_sizes(len(seeded), number)
    if any(entry.previous_id for entry in seeded):
        seeded = sorted(seeded, key=_standing)
        before = _sizes_before(competition, len(seeded))
        if len(before) == number and has_room(before, competition.movers):
            sizes = before
    divisions = divide(seeded, sizes, competition.movers)
    for tier, members in enumerate(divisions, start=1):
        for entry in members:
            entry.tier = tier
    Entry.objects.bulk_update(seeded, ["tier"])
    return list(divisions)


def _standing(entry: Entry) -> tuple[bool, int]:
    """Order by division, those without a last season behind all others."""
    return entry.previous_id is None, entry.tier


def _sizes_before(competition: Competition, entries: int) -> tuple[int, ...]:
    """Return the sizes of the last season, the last division taking who is left over."""
    assert competition.previous is not None, "entries were carried over from somewhere"
    stages = competition.previous.stages.order_by("tier").annotate(size=Count("slots"))
    *upper, _ = stages.values_list("size", flat=True)
    return (*upper, entries - sum(upper))
