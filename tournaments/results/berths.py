"""Who holds the first places of a competition that is over, as another takes them."""

from collections.abc import Sequence
from itertools import groupby

from tournaments.formats.errors import FormatError
from tournaments.models import Berth, Competition
from tournaments.results.previous_edition import final_ranks

TOLD = (Competition.State.FINISHED, Competition.State.ARCHIVED)


def holders(source: Competition, places: int) -> list[Sequence[int]] | None:
    """Return for each of the first places the entry that holds it, by pk; None before the end.

    Several, where those who share a rank do not all pass; none where nobody ended there.
    """
    if source.state not in TOLD or not source.is_drawn:
        return None
    try:
        ranks = final_ranks(source)
    except FormatError:  # its stored results cannot be: `verify` names it
        return None
    seeds = dict(source.entries.values_list("pk", "seed"))
    order = sorted(ranks, key=lambda entry: (ranks[entry], seeds[entry], entry))
    found: list[Sequence[int]] = []
    for _, equals in groupby(order, key=ranks.__getitem__):
        shared = list(equals)
        all_pass = len(found) + len(shared) <= places
        found += [[entry] for entry in shared] if all_pass else [shared] * len(shared)
    return [*found[:places], *([()] * (places - len(found)))]


def due_to(berth: Berth, held: Sequence[int]) -> int | None:
    """Return who takes a berth, of those who hold its place; None as long as that is open."""
    if berth.chosen_id in held:
        return berth.chosen_id
    return held[0] if len(held) == 1 else None
