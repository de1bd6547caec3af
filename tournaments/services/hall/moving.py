"""Moving called matches between the tables of a room, and taking tables out of use."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from accounts.values.notices import CALLED
from games.services.alarm import enqueue
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, HallTable, Match
from tournaments.services import audit
from tournaments.services.competition.lifecycle import require_organiser
from tournaments.services.hall.giving import take_table
from tournaments.services.hints import announce_competition, announce_match
from tournaments.services.locks import lock_hall, lock_match, lock_matches, undecided_competition
from tournaments.services.matches.bracket import CALL_TASK
from tournaments.services.telling import tell

CHANGED = "changed-meanwhile"
TRIES = 3  # to lock a table's match before the table
OF_TABLE = ("hall_table", "waits_since")
Act = AuditEvent.Act


@retrying
@transaction.atomic
def move_match(*, match_id: int, table_id: int, actor: User, now: datetime) -> None:
    """Put a called match at a free table of the room, be it one that its competition does not use.

    Raises RefusedError `no-competition`, `wrong-state`, `not-organiser`, `match-not-open`, or
    `table-taken` if another match stands there or it is out of use.
    """
    match = lock_match(match_id)
    competition = _require_called(match, actor)
    lock_hall(competition.club_id)
    table = HallTable.objects.free().filter(club=competition.club_id, pk=table_id).first()
    if table is None:
        raise RefusedError("table-taken")
    assert match is not None
    before = str(match.hall_table or "")
    match.hall_table, match.waits_since = table, None
    match.save(update_fields=OF_TABLE)
    _tell(match, competition, actor, before, now)
    on_commit(enqueue, CALL_TASK)


@retrying
@transaction.atomic
def swap_tables(*, match_id: int, other_id: int, actor: User, now: datetime) -> None:
    """Let two called matches of a room change tables.

    Raises RefusedError as `move_match` does, `table-taken` if one has no table any more.
    """
    locked = {match.pk: match for match in lock_matches((match_id, other_id))}
    pair = [locked.get(match_id), locked.get(other_id)]
    competitions = [_require_called(match, actor) for match in pair]
    first, second = (match for match in pair if match is not None)
    lock_hall(competitions[0].club_id)
    tables = first.hall_table, second.hall_table
    if first == second or None in tables or competitions[0].club != competitions[1].club:
        raise RefusedError("table-taken")
    for match, table in ((first, None), (second, tables[0]), (first, tables[1])):
        match.hall_table = table  # one by one: at no moment do two matches stand at a table
        match.save(update_fields=["hall_table"])
    for match, competition, before in zip((first, second), competitions, tables, strict=True):
        _tell(match, competition, actor, str(before), now)


def take_out(*, table_id: int, competition_id: int, actor: User, now: datetime) -> None:
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


@retrying
@transaction.atomic
def _take_out(table_id: int, competition_id: int, actor: User, now: datetime) -> None:
    """Refuse with `changed-meanwhile` if another match stands there once all is locked."""
    standing = Match.objects.filter(state=Match.State.CALLED, hall_table=table_id)
    seen = standing.values_list("pk", flat=True).first()
    match = lock_match(seen) if seen is not None else None
    table, competition = _locked_table(table_id, competition_id, actor)
    if standing.values_list("pk", flat=True).first() != seen:
        raise RefusedError(CHANGED)
    _set_out(table, competition, actor, now, is_out=True)
    if match is not None:
        match.hall_table, match.waits_since = None, now
        match.save(update_fields=OF_TABLE)
        take_table(match, now=now)
        match.save(update_fields=OF_TABLE)
        announce_match(match)
        tell(CALLED, match.pk)


@retrying
@transaction.atomic
def bring_back(*, table_id: int, competition_id: int, actor: User, now: datetime) -> None:
    """Use a table again that was taken out; who waits may get it at once.

    Raises RefusedError `not-organiser`.
    """
    table, competition = _locked_table(table_id, competition_id, actor)
    _set_out(table, competition, actor, now, is_out=False)
    on_commit(enqueue, CALL_TASK)


def _require_called(match: Match | None, actor: User) -> Competition:
    if match is None:
        raise RefusedError("match-not-open")
    competition = undecided_competition(match.competition)
    require_organiser(competition, actor)
    if match.state != Match.State.CALLED or not competition.hall_tables.exists():
        raise RefusedError("match-not-open")
    return competition


def _locked_table(table_id: int, competition_id: int, actor: User) -> tuple[HallTable, Competition]:
    competition = Competition.objects.select_related("club").get(pk=competition_id)
    require_organiser(competition, actor)
    table = next((one for one in lock_hall(competition.club_id) if one.pk == table_id), None)
    if table is None:
        raise RefusedError(CHANGED)
    return table, competition


def _set_out(
    table: HallTable, competition: Competition, actor: User, now: datetime, *, is_out: bool
) -> None:
    table.is_out = is_out
    table.save(update_fields=["is_out"])
    audit.record(
        Act.TABLE_OUT if is_out else Act.TABLE_BACK,
        competition=competition,
        actor=actor,
        now=now,
        after={"table": str(table)},
    )
    announce_competition(competition.pk)


def _tell(match: Match, competition: Competition, actor: User, before: str, now: datetime) -> None:
    """Keep in the log where a match went, and say so to who follows and who plays it."""
    audit.record(
        Act.MOVE_TABLE,
        competition=competition,
        match=match,
        actor=actor,
        now=now,
        before={"table": before},
        after={"table": str(match.hall_table)},
    )
    announce_match(match)
    tell(CALLED, match.pk)
