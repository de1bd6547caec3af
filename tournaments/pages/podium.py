"""How a competition ended: who came first, second and third, and who gets which prize."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.formats.following import SILVER_TIER
from tournaments.formats.standings import final_ranks
from tournaments.models import AuditEvent, Competition, Entry
from tournaments.pages.stages import Event, StageView
from tournaments.results.standings import places_of, ranked

STEPS = 3  # of a podium
Ended = tuple[int, Sequence[Entry]]
"""A rank (1 2 3 3 5), and all who share it."""


@dataclass(frozen=True)
class Prize:
    """One line of the organiser's list, and whose it is; several share it if they share a rank."""

    number: int
    text: str
    winners: Sequence[Entry] = ()


def has_ended(competition: Competition) -> bool:
    """Tell whether it was played to its end."""
    return bool(competition.finished_at) and competition.state != Competition.State.CANCELLED


def why_cancelled(competition: Competition) -> str:
    """Return the reason for which it was given up, as it was written; "" if it was not."""
    if competition.state != Competition.State.CANCELLED:
        return ""
    acts = competition.audit.filter(act=AuditEvent.Act.CANCEL)
    return acts.values_list("reason", flat=True).first() or ""


def ranks_reached(competition: Competition, event: Event) -> list[Ended]:
    """Return who ended where, best first; nobody before the end."""
    if event.main is None or not has_ended(competition):
        return []
    sides = [side for view in event.main.views for side in view.sides]
    entries = {entry.pk: entry for side in sides for entry in side.entries}
    by_rank = groupby(_ranks(event.main), key=lambda found: found[0])
    return [
        (rank, [entry for _, pk in found if (entry := entries.get(pk)) is not None])
        for rank, found in by_rank
    ]


def second_cup(competition: Competition, event: Event) -> Sequence[Entry]:
    """Return who won the cup of those who did not pass; nobody before the end, or without one."""
    cups = [each for each in event.stages if each.parts and each.stage.tier == SILVER_TIER]
    if not cups or not has_ended(competition):
        return ()
    first = [pk for rank, pk in _ranks(cups[0]) if rank == 1]
    sides = (side.entry for view in cups[0].views for side in view.sides)
    return list({entry for entry in sides if entry is not None and entry.pk in first})


def division_champions(competition: Competition, event: Event) -> list[tuple[str, list[Entry]]]:
    """Return who won each division below the first, with its name; nobody before the end."""
    if not has_ended(competition):
        return []
    lower = [one for one in event.stages if one.tables and one.stage.tier > 1]
    return [
        (stage.title, first)
        for stage in lower
        if stage.stage.how.has_seasons and (first := _first_of(stage))
    ]


def _first_of(stage: StageView) -> list[Entry]:
    """Return who is first in a table that is over."""
    first = {pk for rank, pk in _ranks(stage) if rank == 1}
    members = stage.tables[0].members
    return [slot.entry for slot in members if slot.entry is not None and slot.entry_id in first]


def podium(ended: Sequence[Ended]) -> list[Ended]:
    """Return those who stand on it."""
    return [(rank, entries) for rank, entries in ended if rank <= STEPS]


def prizes(competition: Competition, ended: Sequence[Ended]) -> list[Prize]:
    """Return the organiser's prizes, one line for each place, from the first."""
    lines = [line.strip() for line in competition.prizes.splitlines() if line.strip()]
    return [Prize(place, line, _holders(place, ended)) for place, line in enumerate(lines, start=1)]


def _holders(place: int, ended: Sequence[Ended]) -> Sequence[Entry]:
    """Return who has a place; those who share a rank have it and the next ones together."""
    return next(
        (entries for rank, entries in ended if rank <= place < rank + len(entries)),
        (),
    )


def _ranks(stage: StageView) -> list[tuple[int, int]]:
    if stage.parts:
        return ranked(places_of([view.played for view in stage.views]))
    return final_ranks(stage.tables[0].rows)
