"""Who gets which table of a hall: the queue is served from its head."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Waiting:
    """A match in the queue, and the tables that its competition uses."""

    match: int
    tables: Collection[int]


def allot(queue: Sequence[Waiting], free: Sequence[int]) -> Mapping[int, int]:
    """Return the table of each match that gets one; `free` is in the order of their numbers.

    Whoever waits longest chooses first: of the tables it may use the one that the fewest in the
    queue may use, so that nobody waits beside a table that is free; of such the first.
    """
    wanted = Counter(table for one in queue for table in one.tables)
    left = sorted(free, key=lambda table: wanted[table])
    given: dict[int, int] = {}
    for one in queue:
        table = next((table for table in left if table in one.tables), None)
        if table is not None:
            left.remove(table)
            given[one.match] = table
    return given
