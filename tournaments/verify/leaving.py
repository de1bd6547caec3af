"""I9: who is not there: rounds without an entry, and results that count for nobody any more."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef

from tournaments.formats.catalogue import brackets, paired_by_results
from tournaments.models import Absence, Match, MatchSlot
from tournaments.verify.violation import Violation, found

BATCH = 500


def who_is_absent_is_free() -> Iterator[Violation]:
    """I9: in a published round byes that were asked for are those of who said to be absent."""
    said = Absence.objects.filter(
        entry=OuterRef("entry"),
        group=OuterRef("round__group"),
        number=OuterRef("round__number"),
    )
    slots = MatchSlot.objects.filter(
        entry__isnull=False, round__group__stage__format__in=paired_by_results()
    ).annotate(is_absent=Exists(said))
    paired = slots.filter(is_absent=True, match__asked_bye="")
    unasked = slots.filter(is_absent=False).exclude(match__asked_bye="")
    for slot in paired.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", slot, "its entry is absent from that round")
    for slot in unasked.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", slot, "its entry asked for no bye")


def who_was_annulled_has_no_result() -> Iterator[Violation]:
    """I9: in a table that an entry left as it was annulled no match of it counts."""
    theirs = MatchSlot.objects.filter(entry__annulled=True, match__state__in=Match.WITH_RESULT)
    counted = theirs.exclude(round__group__stage__format__in=brackets())
    for slot in counted.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", slot, "its entry was annulled, and this result was not")


LEAVING_CHECKS = (who_is_absent_is_free, who_was_annulled_has_no_result)
