"""The cup of those who did not pass, beside the one that decides who wins."""

from tournaments.formats.following import SILVER_TIER
from tournaments.models import Competition, Entry, Group
from tournaments.results.standings import bracket_places, is_seeded, ranked


def second_cup(competition: Competition) -> Entry | None:
    """Return who won it; None before that, or where nobody did, or without one."""
    groups = Group.objects.filter(stage__competition=competition, stage__tier=SILVER_TIER)
    group = groups.exclude(slots__source_rank__isnull=True).select_related("stage").first()
    if group is None or not is_seeded(group):
        return None
    first = [entry for rank, entry in ranked(bracket_places(group)) if rank == 1]
    return competition.entries.filter(pk__in=first).first()
