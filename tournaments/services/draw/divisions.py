"""In which division an entry plays: by its seed, or where its last season put it."""

from collections.abc import Sequence

from django.db.models import Count

from tournaments.formats.format import Groups
from tournaments.models import Competition, Entry


def in_order_of_divisions(
    competition: Competition, seeded: Sequence[Entry]
) -> tuple[Sequence[Entry], Sequence[int]]:
    """Return entries, best seed first, in the order in which they fill divisions, and their sizes.

    After a season every entry plays where it ended up and newcomers begin at the bottom; an entry
    that left an upper division is replaced by the best of the one below. Without sizes, of which
    there are none before a first season, all divisions are equal.
    """
    if not any(entry.previous_id for entry in seeded):
        return seeded, ()
    return sorted(seeded, key=_standing), _sizes_before(competition, len(seeded))


def write_tiers(tiers: Sequence[Groups]) -> None:
    """Note of each entry that was dealt into a group in which division that is."""
    moved = []
    for tier, groups in enumerate(tiers, start=1):
        for entry in (entry for members in groups for entry in members):
            if entry.tier != tier:
                entry.tier = tier
                moved.append(entry)
    Entry.objects.bulk_update(moved, ["tier"])


def _standing(entry: Entry) -> tuple[bool, int]:
    """Order by division, those without a last season behind all others."""
    return entry.previous_id is None, entry.tier


def _sizes_before(competition: Competition, entries: int) -> tuple[int, ...]:
    """Return the sizes of the last season, the last division taking who is left over."""
    assert competition.previous is not None, "entries were carried over from somewhere"
    stages = competition.previous.stages.order_by("tier").annotate(size=Count("slots"))
    *upper, _ = stages.values_list("size", flat=True)
    return (*upper, entries - sum(upper))
