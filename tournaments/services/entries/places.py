"""The places of a competition: who complete gets one, who waits, who moves up."""

from datetime import datetime

from tournaments.models import Competition, Entry
from tournaments.services.entries.late import join_late
from tournaments.services.hints import announce_competition

State = Entry.State


def complete(entry: Entry, now: datetime) -> None:
    """Let a complete entry in, or have it wait for the organiser who confirms each."""
    entry.complete_at = now
    entry.save(update_fields=["complete_at"])
    if entry.competition.approval:
        entry.state = State.REQUESTED
        entry.save(update_fields=["state"])
    else:
        let_in(entry)
    announce_competition(entry.competition_id)


def let_in(entry: Entry) -> None:
    """Give a complete entry the first free place, or a place in the waiting list.

    After the draw it joins late, or is refused (`tournaments.services.entries.late`).
    """
    if entry.competition.is_drawn:
        join_late(entry)
        return
    entry.place = entry.competition.places.free().first()
    entry.state = State.CONFIRMED if entry.place else State.WAITING
    entry.save(update_fields=["place", "state"])


def promote(competition: Competition, *, present_only: bool = False) -> list[Entry]:
    """Let the first of the waiting list in while there are places; return who came in."""
    waiting = Entry.objects.waiting().filter(competition=competition)
    if present_only:
        waiting = waiting.filter(checked_in_at__isnull=False)
    moved = []
    for entry, place in zip(waiting, competition.places.free(), strict=False):
        entry.place, entry.state = place, State.CONFIRMED
        entry.save(update_fields=["place", "state"])
        moved.append(entry)
    return moved
