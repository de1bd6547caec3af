"""State transitions of a competition: start, pause, resume, cancel, archive, reopen.

Also switches a competition to real cards, or to tables on the site, where players claim their
names by QR. Registration and check-in open in `tournaments.competitions.state`; the draw is in
`tournaments.draw.services`.
"""

from datetime import datetime, timedelta

from django.db.models import F

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from tournaments.club_matches.tables import keep_revealed_line_ups
from tournaments.common import audit, hooks
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import OnlyNamesError, ReasonMissingError, WrongStateError
from tournaments.common.locks import WHOLE, lock_competition, lock_undecided, lock_whole
from tournaments.common.permissions import require_club_organiser, require_organiser
from tournaments.competitions.state import Act, State, change_state
from tournaments.entries.places import promote_waiting
from tournaments.lifecycle.errors import PlayedOnTheSiteError
from tournaments.matches.decisions import CALL_TASK, Decision, record_decision
from tournaments.matches.tables import update_sit_down_window, void_games
from tournaments.models import AuditEvent, Challenge, Competition, Draft, Match
from tournaments.schedule.days import is_late, lay_dates


@transactional
def reopen_registration(*, competition_id: int, actor: User, now: datetime) -> None:
    """Reopen the registration after the check-in. Checked-in entries stay checked in.

    Entries that missed the check-in of an undone draw take the free places.
    """
    competition = lock_competition(competition_id)
    change_state(
        competition, State.REGISTRATION, {State.CHECK_IN}, Act.REOPEN_REGISTRATION, actor, now
    )
    promote_waiting(competition, now)


@transactional
def start(*, competition_id: int, actor: User, now: datetime) -> None:
    """Start a drawn competition and call its first matches. A league gets its dates from now on."""
    _, competition = lock_undecided(competition_id)
    change_state(competition, State.RUNNING, {State.DRAWN}, Act.START, actor, now)
    if is_late(competition, now):
        lay_dates(competition, now=now)
    competition.started_at = now
    competition.save(update_fields=["started_at"])
    on_commit(enqueue, CALL_TASK)


@transactional
def pause(*, competition_id: int, actor: User, now: datetime, reason: str = "") -> None:
    """Stop calling matches and closing windows. Games in progress continue.

    Line-ups that are visible stay as they are.
    """
    matches, competition = lock_undecided(competition_id)
    for match in matches:
        keep_revealed_line_ups(match, now=now)
    change_state(competition, State.PAUSED, {State.RUNNING}, Act.PAUSE, actor, now, reason)
    competition.paused_at = now
    competition.save(update_fields=["paused_at"])
    for match in matches:
        update_sit_down_window(match, competition)


@transactional
def resume(*, competition_id: int, actor: User, now: datetime) -> None:
    """Resume a competition. Players who had not sat down get a full window again."""
    matches, competition = lock_undecided(competition_id)
    change_state(competition, State.RUNNING, {State.PAUSED}, Act.RESUME, actor, now)
    _go_on(competition, now)
    window = now + timedelta(minutes=competition.sit_down_minutes)
    for match in matches:
        if match.sit_by is not None:
            match.sit_by = max(match.sit_by, window)
    Match.objects.bulk_update(matches, ["sit_by"])
    for match in matches:
        update_sit_down_window(match, competition)
    on_commit(enqueue, CALL_TASK)


def _go_on(competition: Competition, now: datetime) -> None:
    """Restart the clocks of stages and challenges where they stopped."""
    if competition.paused_at is None:
        return  # the release before this column paused it
    lost = now - competition.paused_at
    competition.paused_at, competition.paused_for = None, competition.paused_for + lost
    competition.save(update_fields=["paused_at", "paused_for"])
    open_ = Challenge.objects.open().filter(group__stage__competition=competition)
    open_.update(answer_by=F("answer_by") + lost, play_by=F("play_by") + lost)


@transactional
def cancel(*, competition_id: int, actor: User, now: datetime, reason: str) -> None:
    """Cancel a competition: annul open matches, void their games and delete its draft."""
    if not reason.strip():
        raise ReasonMissingError()
    matches, competition = lock_undecided(competition_id)
    require_club_organiser(competition, actor)  # it cannot be undone
    open_states = {*State} - {*Competition.OVER}
    change_state(competition, State.CANCELLED, open_states, Act.CANCEL, actor, now, reason)
    for match in matches:
        void_games(match, now=now)
        record_decision(match, Decision.annulled(), now=now)
    Draft.objects.filter(competition=competition).delete()
    hooks.qualifiers.release_qualifier_places(competition, actor, now)
    competition.finished_at = now
    competition.save(update_fields=["finished_at"])
    hooks.qualifiers.source_competition_changed(competition)


@transactional
def archive(*, competition_id: int, actor: User, now: datetime) -> None:
    """Archive a finished competition: it leaves the list but stays readable."""
    competition = lock_competition(competition_id)
    change_state(competition, State.ARCHIVED, {State.FINISHED}, Act.ARCHIVE, actor, now)


TERMS = ("with_cards", "names_by_qr")


@transactional
def play_on_screen(*, competition_id: int, actor: User, now: datetime) -> None:
    """Play on the site, and allow holders of the QR code to claim names.

    Raises RefusedError `not-organiser`, `only-names` in a rehearsal, or `wrong-state` once the
    competition has started with real cards, or is over.
    """
    competition = lock_competition(competition_id)
    require_organiser(competition, actor)
    if competition.rehearsal:
        raise OnlyNamesError()
    is_settled = competition.with_cards and not may_change_cards(competition)
    if is_settled or competition.is_over:
        raise WrongStateError()
    before = {name: getattr(competition, name) for name in TERMS}
    competition.with_cards, competition.names_by_qr = False, True
    after = {name: getattr(competition, name) for name in TERMS}
    if after == before:
        return
    competition.save(update_fields=TERMS)
    audit.log_event(
        AuditEvent.Act.EDIT,
        competition=competition,
        actor=actor,
        now=now,
        before=before,
        after=after,
    )
    broadcast_competition(competition.pk)


def may_change_cards(competition: Competition) -> bool:
    """Return whether real cards can still be turned off: no match has been called yet."""
    return competition.state in (*Competition.UNDRAWN, Competition.State.DRAWN)


@transactional
def play_with_cards(*, competition_id: int, actor: User, now: datetime) -> None:
    """Play with real cards from the start; waiting tables on the site are voided.

    Raises RefusedError `not-organiser`, `wrong-state` or `played-on-the-site`.
    """
    competition = lock_whole(competition_id)
    require_organiser(competition, actor)
    if competition.with_cards or competition.is_over:
        raise WrongStateError()
    matches = Match.objects.of(competition.pk)
    if matches.with_play().exists():
        raise PlayedOnTheSiteError()
    for match in matches.filter(state=Match.State.CALLED).select_related(WHOLE):
        void_games(match, now=now)
    matches.filter(state=Match.State.CALLED).update(
        state=Match.State.READY, called_at=None, sit_by=None, hall_table=None, waits_since=None
    )
    competition.with_cards = True
    competition.save(update_fields=["with_cards"])
    audit.log_event(
        AuditEvent.Act.EDIT,
        competition=competition,
        actor=actor,
        now=now,
        before={"with_cards": False},
        after={"with_cards": True},
    )
    broadcast_competition(competition.pk)
    on_commit(enqueue, CALL_TASK)
