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
    events = dict(queued(competition.club_id, now).values_list("pk", COMPETITION))
    events.setdefault(match.pk, competition.pk)  # at the end
    usable = _usable(set(events.values()))
    free = HallTable.objects.free().filter(club=competition.club_id).order_by("number")
    queue = [Waiting(pk, usable[event]) for pk, event in events.items()]
    match.hall_table_id = allot(queue, list(free.values_list("pk", flat=True))).get(match.pk)
    match.waits_since = None if match.hall_table_id else match.waits_since or now
    return match.hall_table_id is not None


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
