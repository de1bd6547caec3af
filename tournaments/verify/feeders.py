"""I9: who comes from another competition is whom its standing sends."""

from collections.abc import Callable, Iterator

from django.db.models import Q

from tournaments.models import Berth, Competition, Entry, Feeder
from tournaments.results.berths import due_to, holders
from tournaments.services.feeders.filling import is_lost
from tournaments.verify.violation import Violation, found

BATCH = 500
State = Berth.State


def berths_are_held_by_whom_the_source_sends() -> Iterator[Violation]:
    """I9: a berth that was taken is held by who ended there, unless the drawn one was kept.

    As long as the source has changed and nobody has looked since, nothing is said.
    """
    settled = Feeder.objects.agreed().filter(is_due=False).select_related("source")
    going = settled.exclude(final__state=Competition.State.CANCELLED)
    for feeder in going.order_by("pk").iterator(chunk_size=BATCH):
        if is_lost(feeder.source):
            continue
        held = holders(feeder.source, feeder.places)
        berths = feeder.berths.filter(state__in=(State.OPEN, State.FILLED))
        for berth in berths.exclude(entry__state=Entry.State.WITHDRAWN):
            due = due_to(berth, held[berth.rank - 1]) if held is not None else None
            if berth.state == State.OPEN and due is not None:
                yield found("I9", berth, "its source is over and nobody took it")
            elif held is not None and berth.state == State.FILLED and berth.taken_by_id != due:
                yield found("I9", berth, "it is not held by who ended there")


def who_is_awaited_has_an_open_berth() -> Iterator[Violation]:
    """I9: an entry without people is awaited, by an open berth; one that was taken has them."""
    going = Entry.objects.exclude(competition__state__in=Competition.OVER)
    astray = going.filter(Q(awaited=True) & ~Q(berth__state=State.OPEN))
    for entry in astray.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", entry, "it is awaited, and nothing sends it")
    peopled = Entry.objects.filter(awaited=True, roster__isnull=False).distinct()
    for entry in peopled.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", entry, "it is awaited, and has players")
    known = Entry.objects.filter(awaited=False, berth__state=State.OPEN)
    for entry in known.order_by("pk").iterator(chunk_size=BATCH):
        yield found("I9", entry, "it is known, and its berth is open")


Check = Callable[[], Iterator[Violation]]
FEEDER_CHECKS: tuple[Check, ...] = (
    berths_are_held_by_whom_the_source_sends,
    who_is_awaited_has_an_open_berth,
)
