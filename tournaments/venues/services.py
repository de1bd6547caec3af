"""Services to assign hall tables to matches, to move matches, and to set up the tables.

All competitions of a club share one queue.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db.models import Case, Q, Value, When
from django.utils.translation import gettext_lazy as _

from accounts.common.alarms import enqueue
from accounts.common.errors import RefusedError
from accounts.common.notification_types import CALLED
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition, broadcast_match
from tournaments.common.errors import BadlyWrittenError, MatchNotOpenError, WrongStateError, refused
from tournaments.common.locks import (
    lock_hall,
    lock_match,
    lock_matches,
    lock_undecided,
    undecided_competition,
)
from tournaments.common.notifications import notify
from tournaments.common.permissions import require_club_organiser, require_organiser
from tournaments.formats.table_queue import QueuedMatch, assign_tables_to_queue
from tournaments.matches.decisions import CALL_TASK
from tournaments.models import AuditEvent, Competition, HallTable, Match, MatchQuerySet
from tournaments.models.matches import COMPETITION
from tournaments.models.venues import MOST_TABLES


class TableTakenError(RefusedError):
    code = "table-taken"
    message = _("Esa mesa ya no está libre. Elegí otra.")


DISPLACED_FIRST = Case(When(state=Match.State.CALLED, then=Value(0)), default=Value(1))


def assign_table(match: Match, *, now: datetime) -> bool:
    """Put a locked match that may be played at a free table, or into the queue.

    Return whether it may go on: where no tables of a hall are used every match may. The caller
    saves `hall_table` and `waits_since`.
    """
    competition = match.competition
    assert competition is not None, "only matches of competitions are called"
    if not competition.hall_tables.exists():
        return True
    lock_hall(competition.club_id)
    waiting = dict(waiting_for_table(competition, now).values_list("pk", COMPETITION))
    waiting.setdefault(match.pk, competition.pk)  # at the end
    usable = _usable(set(waiting.values()))
    free = HallTable.objects.free().of_room(competition).values_list("pk", flat=True)
    queue = [QueuedMatch(pk, usable[event]) for pk, event in waiting.items()]
    match.hall_table_id = assign_tables_to_queue(queue, list(free)).get(match.pk)
    match.waits_since = None if match.hall_table_id else match.waits_since or now
    return match.hall_table_id is not None


@transactional
def reassign_displaced(*, match_id: int, now: datetime) -> bool:
    """Put a called match that lost its table at a free one; return whether there was one."""
    match = lock_match(match_id, skip_locked=True)
    if match is None or not displaced().filter(pk=match_id).exists():
        return False
    if not assign_table(match, now=now):
        return False
    match.save(update_fields=["hall_table", "waits_since"])
    broadcast_match(match)
    notify(CALLED, match.pk)
    return True


def displaced() -> MatchQuerySet:
    """Return the called matches that wait for a table."""
    return Match.objects.filter(state=Match.State.CALLED, waits_since__isnull=False)


def waiting_for_table(competition: Competition, now: datetime) -> MatchQuerySet:
    """Return the playable matches that wait for a table of a competition's room, in their order.

    A match that lost its table comes before those that had none; then the longest wait.
    """
    to_call = Match.objects.playable(now).filter(waits_since__isnull=False)
    waiting = Match.objects.filter(
        Q(pk__in=displaced().values("pk")) | Q(pk__in=to_call.values("pk"))
    )
    rows = Competition.objects.filter(pk=competition.pk)
    if not competition.rehearsal:
        rows = Competition.objects.filter(club=competition.club_id, rehearsal="")
    of_room = waiting.filter(**{f"{COMPETITION}__in": rows})
    return of_room.order_by(DISPLACED_FIRST, "waits_since", "pk")


def _usable(competitions: Collection[int]) -> dict[int, set[int]]:
    """Return the tables that each competition uses."""
    usable: dict[int, set[int]] = defaultdict(set)
    pairs = Competition.hall_tables.through.objects.filter(competition__in=competitions)
    for competition, table in pairs.values_list("competition", "halltable"):
        usable[competition].add(table)
    return usable


CHANGED = "changed-meanwhile"
TRIES = 3  # to lock a table's match before the table
OF_TABLE = ("hall_table", "waits_since")
Act = AuditEvent.Act


@transactional
def move_match(*, match_id: int, table_id: int, actor: User, now: datetime) -> None:
    """Move a called match to a free table of the room, even one that its competition does not use.

    Raises RefusedError `no-competition`, `wrong-state`, `not-organiser`, `match-not-open`, or
    `table-taken` if another match is there or the table is out of use.
    """
    match = lock_match(match_id)
    competition = _require_called(match, actor)
    lock_hall(competition.club_id)
    table = HallTable.objects.free().of_room(competition).filter(pk=table_id).first()
    if table is None:
        raise TableTakenError()
    assert match is not None
    before = str(match.hall_table or "")
    match.hall_table, match.waits_since = table, None
    match.save(update_fields=OF_TABLE)
    _tell(match, competition, actor, before, now)
    on_commit(enqueue, CALL_TASK)


@transactional
def swap_tables(*, match_id: int, other_id: int, actor: User, now: datetime) -> None:
    """Swap the tables of two called matches of a room.

    Raises RefusedError as `move_match` does, `table-taken` if one has no table any more.
    """
    locked = {match.pk: match for match in lock_matches((match_id, other_id))}
    pair = [locked.get(match_id), locked.get(other_id)]
    competitions = [_require_called(match, actor) for match in pair]
    first, second = (match for match in pair if match is not None)
    lock_hall(competitions[0].club_id)
    tables = first.hall_table, second.hall_table
    rooms = {(one.club_id, one.pk if one.rehearsal else None) for one in competitions}
    if first == second or None in tables or len(rooms) > 1:
        raise TableTakenError()
    for match, table in ((first, None), (second, tables[0]), (first, tables[1])):
        match.hall_table = table  # one by one: at no moment do two matches stand at a table
        match.save(update_fields=["hall_table"])
    for match, competition, before in zip((first, second), competitions, tables, strict=True):
        _tell(match, competition, actor, str(before), now)


def close_table(*, table_id: int, competition_id: int, actor: User, now: datetime) -> None:
    """Take a table out of use; its match gets a free one, or waits for the next, before all others.

    Raises RefusedError `not-organiser`, or `changed-meanwhile` if matches come and go there faster
    than it can be locked.
    """
    for tries_left in reversed(range(TRIES)):
        try:
            _take_out(table_id, competition_id, actor, now)
        except RefusedError as refused:
            if refused.code != CHANGED or not tries_left:
                raise
        else:
            return


@transactional
def _take_out(table_id: int, competition_id: int, actor: User, now: datetime) -> None:
    """Take a table out of use, and reassign its match.

    Raises RefusedError `changed-meanwhile` if another match came to the table before all is locked.
    """
    standing = Match.objects.filter(state=Match.State.CALLED, hall_table=table_id)
    match_id = standing.values_list("pk", flat=True).first()
    match = lock_match(match_id) if match_id is not None else None
    table, competition = _locked_table(table_id, competition_id, actor)
    if standing.values_list("pk", flat=True).first() != match_id:
        raise refused(CHANGED)
    _set_out(table, competition, actor, now, is_out=True)
    if match is not None:
        match.hall_table, match.waits_since = None, now
        match.save(update_fields=OF_TABLE)
        assign_table(match, now=now)
        match.save(update_fields=OF_TABLE)
        broadcast_match(match)
        notify(CALLED, match.pk)


@transactional
def reopen_table(*, table_id: int, competition_id: int, actor: User, now: datetime) -> None:
    """Put a table back into use; a waiting match may get it at once.

    Raises RefusedError `not-organiser`.
    """
    table, competition = _locked_table(table_id, competition_id, actor)
    _set_out(table, competition, actor, now, is_out=False)
    on_commit(enqueue, CALL_TASK)


def _require_called(match: Match | None, actor: User) -> Competition:
    if match is None:
        raise MatchNotOpenError()
    competition = undecided_competition(match.competition)
    require_organiser(competition, actor)
    if match.state != Match.State.CALLED or not competition.hall_tables.exists():
        raise MatchNotOpenError()
    return competition


def _locked_table(table_id: int, competition_id: int, actor: User) -> tuple[HallTable, Competition]:
    competition = Competition.objects.select_related("club").get(pk=competition_id)
    require_organiser(competition, actor)
    lock_hall(competition.club_id)
    table = HallTable.objects.of_room(competition).filter(pk=table_id).first()
    if table is None:
        raise refused(CHANGED)
    return table, competition


def _set_out(
    table: HallTable, competition: Competition, actor: User, now: datetime, *, is_out: bool
) -> None:
    table.is_out = is_out
    table.save(update_fields=["is_out"])
    audit.log_event(
        Act.TABLE_OUT if is_out else Act.TABLE_BACK,
        competition=competition,
        actor=actor,
        now=now,
        after={"table": str(table)},
    )
    broadcast_competition(competition.pk)


def _tell(match: Match, competition: Competition, actor: User, before: str, now: datetime) -> None:
    """Log where a match moved, and notify its followers and players."""
    audit.log_event(
        Act.MOVE_TABLE,
        competition=competition,
        match=match,
        actor=actor,
        now=now,
        before={"table": before},
        after={"table": str(match.hall_table)},
    )
    broadcast_match(match)
    notify(CALLED, match.pk)


@transactional
def use_tables(*, competition_id: int, count: int, actor: User, now: datetime) -> None:
    """Use the tables 1 to `count` of the club's room, creating missing ones; 0 uses none.

    A rehearsal has a room of its own. Tables beyond that are deleted if no competition uses them
    and no match was played there. Raises RefusedError `not-organiser`, `wrong-state`, or
    `badly-written` for an impossible count.
    """
    matches, competition = _locked(competition_id, actor)
    take_tables(competition, count, matches=matches, actor=actor, now=now)
    room = HallTable.objects.of_room(competition)
    unused = room.filter(number__gt=count, competitions=None, matches=None)
    HallTable.objects.filter(pk__in=list(unused.values_list("pk", flat=True))).delete()


def take_tables(
    competition: Competition,
    count: int,
    *,
    matches: Iterable[Match] = (),
    actor: User,
    now: datetime,
) -> None:
    """Use the tables 1 to `count` in a locked competition, creating missing ones.

    Raises RefusedError `badly-written` for an impossible count.
    """
    if not 0 <= count <= MOST_TABLES:
        raise BadlyWrittenError()
    lock_hall(competition.club_id)
    own = competition if competition.rehearsal else None
    HallTable.objects.bulk_create(
        (
            HallTable(club_id=competition.club_id, rehearsal=own, number=number)
            for number in range(1, count + 1)
        ),
        ignore_conflicts=True,
    )
    used = HallTable.objects.of_room(competition).filter(number__lte=count)
    _use(competition, matches, used, actor, now)


@transactional
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
    lock_hall(competition.club_id)
    tables = list(HallTable.objects.of_room(competition))
    for table in tables:
        table.name = names.get(table.number, table.name)
    HallTable.objects.bulk_update(tables, ["name"])
    _use(competition, matches, [one for one in tables if one.number in used], actor, now)


def _locked(competition_id: int, actor: User) -> tuple[list[Match], Competition]:
    matches, competition = lock_undecided(competition_id)
    require_club_organiser(competition, actor)
    if competition.is_over:
        raise WrongStateError()
    return matches, competition


def _use(
    competition: Competition,
    matches: Iterable[Match],
    tables: Iterable[HallTable],
    actor: User,
    now: datetime,
) -> None:
    """Use these tables from now on; matches at other tables wait for one of them."""
    before = list(competition.hall_tables.values_list("number", flat=True))
    used = {table.pk: table.number for table in tables}
    competition.hall_tables.set(used)
    for match in matches:
        _fit(match, used, now)
    audit.log_event(
        AuditEvent.Act.SET_TABLES,
        competition=competition,
        actor=actor,
        now=now,
        before={"tables": before},
        after={"tables": list(used.values())},
    )
    broadcast_competition(competition.pk)
    on_commit(enqueue, CALL_TASK)


def _fit(match: Match, used: Collection[int], now: datetime) -> None:
    """Make a called match wait if its table is not one of these; without tables none waits."""
    if match.hall_table_id in used:
        return
    is_called = match.state == Match.State.CALLED
    waits_since = match.waits_since or (now if is_called else None) if used else None
    if match.hall_table_id is not None or match.waits_since != waits_since:
        match.hall_table, match.waits_since = None, waits_since
        match.save(update_fields=["hall_table", "waits_since"])
