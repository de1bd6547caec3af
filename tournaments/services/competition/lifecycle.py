"""A competition's life: opened, started, paused, cancelled. The draw is in `drawing`."""

from collections.abc import Container
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from accounts.values.notices import NEWS
from games.services.alarm import enqueue
from games.services.refusals import RefusedError
from games.services.retry import retrying
from tournaments.models import AuditEvent, Competition, Draft, Match
from tournaments.services import audit
from tournaments.services.boards.tables import keep_seen
from tournaments.services.draw.dates import lay_dates
from tournaments.services.feeders.marking import let_go, source_changed
from tournaments.services.hints import announce_competition
from tournaments.services.judging.serving import read_anew
from tournaments.services.locks import lock_competition, lock_undecided
from tournaments.services.matches.bracket import CALL_TASK, Decision, decide
from tournaments.services.matches.games import show_window, void_games
from tournaments.services.telling import tell

State = Competition.State
Act = AuditEvent.Act


def require_organiser(competition: Competition, actor: User) -> None:
    """Raise RefusedError `not-organiser` unless the person runs this competition."""
    if not competition.is_run_by(actor):
        raise RefusedError("not-organiser")


def require_club_organiser(competition: Competition, actor: User) -> None:
    """Raise RefusedError `not-organiser` for the desk as well: rights and rooms are the club's."""
    if not competition.club.can_organise(actor):
        raise RefusedError("not-organiser")


@retrying
@transaction.atomic
def open_registration(*, competition_id: int, actor: User, now: datetime) -> None:
    """Let people enter."""
    competition = lock_competition(competition_id)
    _move(competition, State.REGISTRATION, {State.DRAFT}, Act.OPEN_REGISTRATION, actor, now)
    tell(NEWS, competition.pk, without=actor)


@retrying
@transaction.atomic
def open_check_in(*, competition_id: int, actor: User, now: datetime) -> None:
    """Close the registration: who is here says so, and only they are drawn."""
    competition = lock_competition(competition_id)
    _move(competition, State.CHECK_IN, {State.REGISTRATION}, Act.OPEN_CHECK_IN, actor, now)


@retrying
@transaction.atomic
def reopen_registration(*, competition_id: int, actor: User, now: datetime) -> None:
    """Go back from the check-in; entries that have checked in stay checked in."""
    competition = lock_competition(competition_id)
    _move(competition, State.REGISTRATION, {State.CHECK_IN}, Act.REOPEN_REGISTRATION, actor, now)


@retrying
@transaction.atomic
def start(*, competition_id: int, actor: User, now: datetime) -> None:
    """Call the first matches of a drawn competition; a league gets its dates from now on."""
    _, competition = lock_undecided(competition_id)
    _move(competition, State.RUNNING, {State.DRAWN}, Act.START, actor, now)
    lay_dates(competition, now=now)
    competition.started_at = now
    competition.save(update_fields=["started_at"])
    on_commit(enqueue, CALL_TASK)


@retrying
@transaction.atomic
def pause(*, competition_id: int, actor: User, now: datetime, reason: str = "") -> None:
    """Call no more matches and close no window; tables that play, play on.

    Line-ups whose hour has come stay as everybody saw them.
    """
    matches, competition = lock_undecided(competition_id)
    for match in matches:
        keep_seen(match, now=now)
    _move(competition, State.PAUSED, {State.RUNNING}, Act.PAUSE, actor, now, reason)
    for match in matches:
        show_window(match, competition)


@retrying
@transaction.atomic
def resume(*, competition_id: int, actor: User, now: datetime) -> None:
    """Resume; players who were awaited have a whole window again."""
    matches, competition = lock_undecided(competition_id)
    _move(competition, State.RUNNING, {State.PAUSED}, Act.RESUME, actor, now)
    window = now + timedelta(minutes=competition.sit_down_minutes)
    for match in matches:
        if match.sit_by is not None:
            match.sit_by = max(match.sit_by, window)
    Match.objects.bulk_update(matches, ["sit_by"])
    for match in matches:
        show_window(match, competition)
    on_commit(enqueue, CALL_TASK)


@retrying
@transaction.atomic
def cancel(*, competition_id: int, actor: User, now: datetime, reason: str) -> None:
    """Give a competition up: open matches are annulled, their games voided, a draft is dropped."""
    if not reason.strip():
        raise RefusedError("reason-missing")
    matches, competition = lock_undecided(competition_id)
    require_club_organiser(competition, actor)  # nothing takes it back
    open_states = set(State) - {State.FINISHED, State.ARCHIVED, State.CANCELLED}
    _move(competition, State.CANCELLED, open_states, Act.CANCEL, actor, now, reason)
    for match in matches:
        void_games(match, now=now)
        decide(match, Decision.annulled(), now=now)
    Draft.objects.filter(competition=competition).delete()
    let_go(competition, actor, now)
    competition.finished_at = now
    competition.save(update_fields=["finished_at"])
    source_changed(competition)


@retrying
@transaction.atomic
def archive(*, competition_id: int, actor: User, now: datetime) -> None:
    """Put a finished competition away: it leaves the list and stays readable for good."""
    competition = lock_competition(competition_id)
    _move(competition, State.ARCHIVED, {State.FINISHED}, Act.ARCHIVE, actor, now)


def _move(
    competition: Competition,
    to: Competition.State,
    allowed: Container[str],
    act: AuditEvent.Act,
    actor: User,
    now: datetime,
    reason: str = "",
) -> None:
    """Change the state of a locked competition, or refuse with `not-organiser`, `wrong-state`."""
    require_organiser(competition, actor)
    if competition.state not in allowed:
        raise RefusedError("wrong-state")
    before, competition.state = competition.state, to
    competition.save(update_fields=["state"])
    audit.record(
        act,
        competition=competition,
        actor=actor,
        now=now,
        reason=reason,
        before={"state": before},
        after={"state": to},
    )
    announce_competition(competition.pk)
    read_anew()
