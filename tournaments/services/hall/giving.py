"""Giving tables of the room to matches that may be played: the queue is one for all of a club."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Case, Q, Value, When

from accounts.values.notices import CALLED
from games.services.retry import retrying
from tournaments.formats.allotting import Waiting, allot
from tournaments.models import Competition, HallTable, Match, MatchQuerySet
from tournaments.services.hints import announce_match
from tournaments.services.locks import lock_hall, lock_match
from tournaments.services.telling import tell

COMPETITION = "round__group__stage__competition"
REHEARSAL = f"{COMPETITION}__rehearsal"
DISPLACED_FIRST = Case(When(state=Match.State.CALLED, then=Value(0)), default=Value(1))


def take_table(match: Match, *, now: datetime) -> bool:
    """Put a locked match that may be played at a free table, or into the queue.

    Return whether it may go on: where no tables of a hall are used every match may. The caller
    saves `hall_table` and `waits_since`.
    """
    competition = match.competition
    assert competition is not None, "only matches of competitions are called"
    if not competition.hall_tables.exists():
        return True
    lock_hall(competition.club_id)
    in_order = queued(competition.club_id, now).values_list("pk", COMPETITION, REHEARSAL)
    waiting = {pk: (event, bool(rehearsal)) for pk, event, rehearsal in in_order}
    waiting.setdefault(match.pk, (competition.pk, bool(competition.rehearsal)))  # at the end
    ahead = sorted(waiting, key=lambda pk: waiting[pk][1])  # rehearsals come after what is real
    usable = _usable({event for event, _ in waiting.values()})
    free = HallTable.objects.free().filter(club=competition.club_id).order_by("number")
    tables = list(free.values_list("pk", flat=True))
    held = {} if competition.rehearsal else _held_by_rehearsals(competition.club_id)
    queue = [Waiting(pk, usable[waiting[pk][0]]) for pk in ahead]
    match.hall_table_id = allot(queue, [*tables, *held]).get(match.pk)
    match.waits_since = None if match.hall_table_id else match.waits_since or now
    if match.hall_table_id in held:
        _displace(held[match.hall_table_id], now)
    return match.hall_table_id is not None


def _held_by_rehearsals(club_id: int) -> dict[int, Match]:
    """Return the tables at which a match of a rehearsal stands: it gives way to what is real."""
    rehearsed = Match.objects.filter(state=Match.State.CALLED, hall_table__is_out=False).exclude(
        **{REHEARSAL: ""}
    )
    matches = rehearsed.filter(hall_table__club=club_id).order_by("hall_table__number")
    return {match.hall_table_id: match for match in matches if match.hall_table_id is not None}


def _displace(match: Match, now: datetime) -> None:
    """Take its table from a match of a rehearsal, which waits for another one."""
    match.hall_table, match.waits_since = None, now
    match.save(update_fields=["hall_table", "waits_since"])
    announce_match(match)


@retrying
@transaction.atomic
def seat_displaced(*, match_id: int, now: datetime) -> bool:
    """Put a called match that lost its table at a free one; return whether there was one."""
    match = lock_match(match_id, skip_locked=True)
    if match is None or not displaced().filter(pk=match_id).exists():
        return False
    if not take_table(match, now=now):
        return False
    match.save(update_fields=["hall_table", "waits_since"])
    announce_match(match)
    tell(CALLED, match.pk)
    return True


def displaced() -> MatchQuerySet:
    """Return the called matches that wait for a table."""
    return Match.objects.filter(state=Match.State.CALLED, waits_since__isnull=False)


def queued(club_id: int, now: datetime) -> MatchQuerySet:
    """Return the matches of a club that wait for a table and could be played now, in their order.

    One that lost its table comes before those that had none; then who waits longest.
    """
    to_call = Match.objects.playable(now).filter(waits_since__isnull=False)
    waiting = Match.objects.filter(
        Q(pk__in=displaced().values("pk")) | Q(pk__in=to_call.values("pk"))
    )
    of_club = waiting.filter(**{f"{COMPETITION}__club": club_id})
    return of_club.order_by(DISPLACED_FIRST, "waits_since", "pk")


def _usable(competitions: Collection[int]) -> dict[int, set[int]]:
    """Return the tables that each competition uses."""
    usable: dict[int, set[int]] = defaultdict(set)
    pairs = Competition.hall_tables.through.objects.filter(competition__in=competitions)
    for competition, table in pairs.values_list("competition", "halltable"):
        usable[competition].add(table)
    return usable
