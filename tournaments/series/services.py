"""Services of a club's series: its rules, its competitions, and its final."""

from datetime import datetime

from django.db import transaction

from accounts.common.commit_hooks import on_commit
from accounts.models import User
from games.common.transactions import enqueue, retry_on_conflict
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import WrongStateError
from tournaments.common.locks import lock_competition
from tournaments.common.permissions import require_club_organiser
from tournaments.matches.stages import TITLES_TASK
from tournaments.models import AuditEvent, Competition, Series
from tournaments.series.errors import (
    InAnotherSeriesError,
    IsFinalError,
    NoSuchSeriesError,
    OfAnotherClubError,
)


@retry_on_conflict
@transaction.atomic
def add_to_series(*, series_id: int, competition_id: int, actor: User, now: datetime) -> None:
    """Make a competition count in the table of a series of its club; idempotent.

    Raises RefusedError `no-such-series`, `not-organiser`, `series-of-another-club`,
    `in-another-series`, `is-series-final`, or `wrong-state` for a rehearsal.
    """
    competition = lock_competition(competition_id)
    series = Series.objects.filter(pk=series_id).first()
    if series is None:
        raise NoSuchSeriesError()
    require_club_organiser(competition, actor)
    if series.club_id != competition.club_id:
        raise OfAnotherClubError()
    if competition.rehearsal:
        raise WrongStateError()
    if competition.series_id == series.pk:
        return
    if competition.series_id is not None:
        raise InAnotherSeriesError()
    if Series.objects.filter(final=competition).exists():
        raise IsFinalError()
    _move(competition, series, AuditEvent.Act.JOIN_SERIES, series.name, actor, now)


@retry_on_conflict
@transaction.atomic
def remove_from_series(*, series_id: int, competition_id: int, actor: User, now: datetime) -> None:
    """Take a competition out of the table of a series; idempotent.

    Raises RefusedError `not-organiser`.
    """
    competition = lock_competition(competition_id)
    require_club_organiser(competition, actor)
    if competition.series_id != series_id:
        return
    name = Series.objects.get(pk=series_id).name
    _move(competition, None, AuditEvent.Act.LEAVE_SERIES, name, actor, now)


def _move(
    competition: Competition,
    series: Series | None,
    act: AuditEvent.Act,
    name: str,
    actor: User,
    now: datetime,
) -> None:
    competition.series = series
    competition.awaits_titles |= competition.is_completed  # with them the final ranks are written
    competition.save(update_fields=["series", "awaits_titles"])
    on_commit(enqueue, TITLES_TASK, competition.pk)
    audit.log_event(act, competition=competition, actor=actor, now=now, after={"entry": name})
    broadcast_competition(competition.pk)
