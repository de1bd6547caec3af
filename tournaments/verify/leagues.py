"""I9: leagues: everybody plays in their division, and seasons follow one another."""

from collections.abc import Iterator

from django.db.models import F

from tournaments.formats.catalogue import with_seasons
from tournaments.models import Entry, StageSlot
from tournaments.verify.violation import Violation, found

BATCH = 500


def entries_play_in_their_division() -> Iterator[Violation]:
    """I9: a league's entry stands in the stage of its tier."""
    slots = StageSlot.objects.filter(stage__format__in=with_seasons(), entry__isnull=False)
    astray = slots.exclude(stage__tier=F("entry__tier"))
    for slot in astray.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", slot, "its entry belongs to another division")


def seasons_carry_over_their_own_entries() -> Iterator[Violation]:
    """I9: who comes from a season before comes from the one its competition follows."""
    carried = Entry.objects.filter(previous__isnull=False)
    strays = carried.exclude(competition__previous=F("previous__competition"))
    for entry in strays.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", entry, "it does not come from the season before")


LEAGUE_CHECKS = (entries_play_in_their_division, seasons_carry_over_their_own_entries)
