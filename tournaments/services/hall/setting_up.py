"""Saying which tables of the club's room a competition uses, and what they are called."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from games.services.alarm import enqueue
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, HallTable, Match
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_club_organiser
from tournaments.services.hints import announce_competition
from tournaments.services.locks import lock_hall, lock_undecided
from tournaments.services.matches.bracket import CALL_TASK

MOST = 200


@retrying
@transaction.atomic
def use_tables(*, competition_id: int, count: int, actor: User, now: datetime) -> None:
    """Use the tables 1 to `count` of the club's room, which are made if need be; 0 uses none.

    Tables beyond that nobody uses or has played at are forgotten. Raises RefusedError
    `not-organiser`, `wrong-state`, or `badly-written` for a count that no room has.
    """
    matches, competition = _locked(competition_id, actor)
    if not 0 <= count <= MOST:
        raise RefusedError("badly-written")
    club = competition.club
    lock_hall(club.pk)
    made = [HallTable(club=club, number=number) for number in range(1, count + 1)]
    HallTable.objects.bulk_create(made, ignore_conflicts=True)
    _use(competition, matches, club.hall_tables.filter(number__lte=count), actor, now)
    unused = club.hall_tables.filter(number__gt=count, competitions=None, matches=None)
    HallTable.objects.filter(pk__in=list(unused.values_list("pk", flat=True))).delete()


@retrying
@transaction.atomic
def choose_tables(
    *,
    competition_id: int,
    names: Mapping[int, str],
    used: Collection[int],
    actor: User,
    now: datetime,
) -> None:
    """Name tables of the club's room, by number, and use some of them.

    Raises RefusedError `not-organiser` or `wrong-state`.
    """
    matches, competition = _locked(competition_id, actor)
    tables = lock_hall(competition.club_id)
    for table in tables:
        table.name = names.get(table.number, table.name)
    HallTable.objects.bulk_update(tables, ["name"])
    _use(competition, matches, [one for one in tables if one.number in used], actor, now)


def _locked(competition_id: int, actor: User) -> tuple[list[Match], Competition]:
    matches, competition = lock_undecided(competition_id)
    require_club_organiser(competition, actor)
    if competition.is_over:
        raise RefusedError("wrong-state")
    return matches, competition


def _use(
    competition: Competition,
    matches: Iterable[Match],
    tables: Iterable[HallTable],
    actor: User,
    now: datetime,
) -> None:
    """Use these tables from now on; matches that stand at others wait for one of them."""
    before = list(competition.hall_tables.values_list("number", flat=True))
    used = {table.pk: table.number for table in tables}
    competition.hall_tables.set(used)
    for match in matches:
        _fit(match, used, now)
    audit.record(
        AuditEvent.Act.SET_TABLES,
        competition=competition,
        actor=actor,
        now=now,
        before={"tables": before},
        after={"tables": list(used.values())},
    )
    announce_competition(competition.pk)
    on_commit(enqueue, CALL_TASK)


def _fit(match: Match, used: Collection[int], now: datetime) -> None:
    """Have a called match wait that stands at none of these tables; without any nobody waits."""
    if match.hall_table_id in used:
        return
    is_called = match.state == Match.State.CALLED
    waits_since = match.waits_since or (now if is_called else None) if used else None
    if match.hall_table_id is not None or match.waits_since != waits_since:
        match.hall_table, match.waits_since = None, waits_since
        match.save(update_fields=["hall_table", "waits_since"])
