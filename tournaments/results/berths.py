"""Who holds the first places of a competition that is over, as another takes them."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef

from tournaments.formats.errors import FormatError
from tournaments.models import Berth, Competition, Entry, RosterPlayer
from tournaments.results.previous_edition import final_ranks

TOLD = (Competition.State.FINISHED, Competition.State.ARCHIVED)


def is_shown(source: Competition) -> bool:
    """Tell whether everybody may read what a source is called."""
    return source.is_open_to_all and source.hidden_at is None


class Held(NamedTuple):
    """Who may pass from one place of a source, by pk.

    Several, where those who share a rank do not all pass. It is not settled as long as one of them
    is awaited there, too, or where who ended there had left: then organisers of the final say.
    """

    entries: Sequence[int] = ()
    is_settled: bool = True


def holders(source: Competition, places: int) -> list[Held] | None:
    """Return for each of the first places who holds it; None before the end.

    Nobody, where nobody ended there, or nobody came for who did.
    """
    if source.state not in TOLD or not source.is_drawn:
        return None
    try:
        ranks = final_ranks(source)
    except FormatError:  # its stored results cannot be: `verify` names it
        return None
    people = RosterPlayer.objects.filter(entry=OuterRef("pk"))
    entries = source.entries.annotate(has_people=Exists(people)).in_bulk()
    order = sorted(ranks, key=lambda entry: (ranks[entry], entries[entry].seed, entry))
    found: list[Held] = []
    for _, equals in groupby(order, key=ranks.__getitem__):
        shared = list(equals)
        each = [_held(entries, [entry]) for entry in shared]
        all_pass = len(found) + len(shared) <= places
        found += each if all_pass else [_held(entries, shared)] * len(shared)
    return [*found[:places], *([Held()] * (places - len(found)))]


def due_to(berth: Berth, held: Held) -> int | None:
    """Return who takes a berth, of those who hold its place; None as long as that is open.

    Who came in by it while they had not left stays.
    """
    if berth.chosen_id in held.entries:
        return berth.chosen_id
    alone = held.entries[0] if len(held.entries) == 1 else None
    return alone if held.is_settled or alone == berth.taken_by_id else None


def _held(entries: Mapping[int, Any], shared: Iterable[int]) -> Held:
    """Leave out for whom nobody came: they have no people, and never will."""
    each = [entries[pk] for pk in shared]
    people = [entry for entry in each if entry.has_people]
    left = any(entry.state == Entry.State.WITHDRAWN for entry in people)
    is_settled = not left and not any(entry.awaited for entry in each)
    return Held(tuple(entry.pk for entry in people), is_settled)
