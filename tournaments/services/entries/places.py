"""The places of a competition: who complete gets one, who waits, who moves up."""

from collections.abc import Sequence
from datetime import datetime

from tournaments.formats.registration import admit
from tournaments.models import Competition, Entry
from tournaments.services.entries.late import join_late
from tournaments.services.entries.teams import remember
from tournaments.services.hints import announce_competition

State = Entry.State


def complete(entry: Entry, now: datetime) -> None:
    """Let a complete entry in, or have it wait for the organiser who confirms each."""
    entry.complete_at = now
    entry.save(update_fields=["complete_at"])
    remember([entry], now)
    if entry.competition.approval:
        entry.state = State.REQUESTED
        entry.save(update_fields=["state"])
    else:
        let_in(entry, now)
    announce_competition(entry.competition_id)


def let_in(entry: Entry, now: datetime) -> None:
    """Give a complete entry the first free place, or a place in the waiting list.

    After the draw it joins late, or is refused (`tournaments.services.entries.late`).
    """
    if entry.competition.is_drawn:
        join_late(entry, now)
        return
    if not _admit([entry], entry.competition):
        entry.state = State.WAITING
        entry.save(update_fields=["state"])


def promote(competition: Competition, *, present_only: bool = False) -> list[Entry]:
    """Let the first of the waiting list in while there are places; return who came in."""
    waiting = Entry.objects.waiting().filter(competition=competition)
    if present_only:
        waiting = waiting.filter(checked_in_at__isnull=False)
    return _admit(list(waiting), competition)


def _admit(applicants: Sequence[Entry], competition: Competition) -> list[Entry]:
    """Give the free places to the applicants in their order; return those that got one."""
    free = list(competition.places.free()[: len(applicants)])
    confirmed = admit(applicants, len(free)).confirmed
    for entry, place in zip(confirmed, free, strict=True):
        entry.place, entry.state = place, State.CONFIRMED
        entry.save(update_fields=["place", "state"])
    return list(confirmed)
