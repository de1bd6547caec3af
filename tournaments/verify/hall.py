"""Invariants of tables of a room; that none is given twice is a constraint of the database."""

from collections.abc import Iterator

from django.db.models import Exists, F, OuterRef, Q

from tournaments.models import HallTable, Match, MatchQuerySet
from tournaments.verify.violation import Violation, found

COMPETITION = "round__group__stage__competition"
BATCH = 500


def called_matches_stand_at_tables_of_their_room() -> Iterator[Violation]:
    """I9: a table that is out of use, or in the room of another club, is nobody's."""
    called = Match.objects.filter(state=Match.State.CALLED, hall_table__isnull=False)
    astray = ~Q(hall_table__club=F(f"{COMPETITION}__club"))
    for match in _each(called.filter(Q(hall_table__is_out=True) | astray)):
        yield found("I9", match, "stands at a table that it cannot stand at")


def whoever_has_no_table_waits_for_one() -> Iterator[Violation]:
    """I9: where tables of a room are used a called match has one or waits; elsewhere none waits."""
    tables = HallTable.competitions.through.objects
    undecided = Match.objects.undecided().filter(round__isnull=False)
    asked = undecided.annotate(used=Exists(tables.filter(competition=OuterRef(COMPETITION))))
    forgotten = Q(state=Match.State.CALLED, hall_table=None, waits_since=None, used=True)
    in_vain = Q(waits_since__isnull=False, used=False)
    for match in _each(asked.filter(forgotten | in_vain)):
        yield found("I9", match, "does not wait for a table as it should")


def _each(matches: MatchQuerySet) -> Iterator[Match]:
    return matches.order_by("pk").iterator(chunk_size=BATCH)


HALL_CHECKS = (called_matches_stand_at_tables_of_their_room, whoever_has_no_table_waits_for_one)
