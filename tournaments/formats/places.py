"""Admission under a capacity, allocation of hall tables, and the effects of a withdrawal.

The head of the queue gets the next table. The withdrawal policy applies to tables whose rounds
are all drawn in advance.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic

from tournaments.formats.pairing import Id


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


class WithdrawalPolicy(StrEnum):
    """Rule for the results and the remaining matches of a withdrawn entry."""

    HALF = "half"  # annulled before half of its matches, else lost
    WALKOVER = "walkover"
    ANNUL = "annul"


def annuls_results(leaving: str, played: int, matches: int) -> bool:
    """Return whether the results of a withdrawn entry are annulled, after `played` of its matches.

    An entry without remaining matches keeps its results under every rule.
    """
    if leaving == WithdrawalPolicy.HALF:
        return 2 * played < matches
    return leaving == WithdrawalPolicy.ANNUL and played < matches


@dataclass(frozen=True)
class Admission(Generic[Id]):
    """The confirmed entries and the waiting list, each in order of application."""

    confirmed: tuple[Id, ...]
    waiting: tuple[Id, ...]


def admit(applicants: Sequence[Id], free_places: int) -> Admission[Id]:
    """Admit applicants first come, first served.

    The same rule registers and promotes: after a withdrawal the applicants are the waiting list.
    """
    return Admission(tuple(applicants[:free_places]), tuple(applicants[free_places:]))
