"""A longer window for players who have not sat down, and for captains who name line-ups."""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Match
from tournaments.results.boards import are_open, sizes_of
from tournaments.services import audit
from tournaments.services.boards.tables import keep_seen
from tournaments.services.hints import announce_competition
from tournaments.services.judging.permissions import may_judge
from tournaments.services.locks import lock_match, undecided_competition
from tournaments.services.matches.games import end_window_in_time, show_window

MORE = timedelta(minutes=5)


@retrying
@transaction.atomic
def extend_sit_down(*, match_id: int, actor: User, now: datetime) -> datetime:
    """Give the players of a called match five minutes more, or its captains; return until when.

    Line-ups that are seen stay so: then it is more time to sit down at their tables.

    Raises RefusedError `no-competition`, `wrong-state`, `not-judge` or `match-not-open`.
    """
    match = lock_match(match_id)
    if match is None:
        raise RefusedError("match-not-open")
    competition = undecided_competition(match.competition)
    if not may_judge(match, actor):
        raise RefusedError("not-judge")
    keep_seen(match, now=now)
    if match.sit_by is None or not _is_awaited(match, now):
        raise RefusedError("match-not-open")
    before, until = match.sit_by, max(match.sit_by, now) + MORE
    match.sit_by = until
    match.save(update_fields=["sit_by"])
    show_window(match, competition)
    audit.record(
        AuditEvent.Act.EXTEND,
        competition=competition,
        match=match,
        actor=actor,
        now=now,
        before={"sit_by": before.isoformat()},
        after={"sit_by": until.isoformat()},
    )
    end_window_in_time(match)
    announce_competition(competition.pk)
    return until


def _is_awaited(match: Match, now: datetime) -> bool:
    """Whether people are to sit down, or captains to say who plays, also with real cards."""
    names = match.state == Match.State.CALLED and bool(sizes_of(match)) and not are_open(match, now)
    return names or Match.objects.awaited().filter(pk=match.pk).exists()
