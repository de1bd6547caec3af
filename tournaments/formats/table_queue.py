"""The queue of matches for the tables of a hall."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class QueuedMatch:
    """A match in the queue, and the tables that its competition uses."""

    match: int
    tables: Collection[int]


def assign_tables_to_queue(queue: Sequence[QueuedMatch], free: Sequence[int]) -> Mapping[int, int]:
    """Return the table of each match that gets one; `free` is in the order of table numbers.

    The match that waits longest chooses first. It takes the table that the fewest matches in the
    queue can use, and of equal ones the first, so that no match waits while a table stays free.
    """
    demand = Counter(table for one in queue for table in one.tables)
    available = sorted(free, key=lambda table: demand[table])
    assigned: dict[int, int] = {}
    for one in queue:
        table = next((table for table in available if table in one.tables), None)
        if table is not None:
            available.remove(table)
            assigned[one.match] = table
    return assigned
