"""The clock of a timed round (R-S5): start, pause, resume, more time, and the bell.

A round has one clock for all its matches, in all groups of its stage. Its row is authoritative:
alarm and periodic task only read it, so running late, twice or never is safe
(docs/formats.md).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from games.models import Game
from games.play import time_limit
from games.play.seats import annul_game
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_matches
from tournaments.common.errors import WrongStateError
from tournaments.common.locks import lock_games, lock_round
from tournaments.common.permissions import require_organiser
from tournaments.formats.series import Series, leader
from tournaments.matches.decisions import Decision, finish_match
from tournaments.matches.player_results import points_reason
from tournaments.matches.tables import winners_of
from tournaments.models import AuditEvent, Competition, Match, Round, RoundClock
from tournaments.round_clock.errors import (
    BadMinutesError,
    ClockNotPausedError,
    ClockNotRunningError,
    ClockStartedError,
    NoClockError,
    RoundNotOpenError,
)

BELL_TASK = "tournaments.tasks.ring_bell"
FARTHEST_ALARM = timedelta(minutes=10)  # the sweep finds later bells
MOST_MINUTES = 60  # added at once
Act = AuditEvent.Act
State = Match.State


@transactional
def start_clock(*, round_id: int, actor: User, now: datetime) -> RoundClock:
    """Start the clock of a round in which there is something to play.

    Raises RefusedError `not-organiser`, `no-clock`, `wrong-state`, `clock-started` or
    `round-not-open`.
    """
    locked = _LockedRound.of(round_id)
    locked.require(actor)
    if locked.clock is not None:
        raise ClockStartedError()
    if not any(match.state in Match.PLAYABLE for match in locked.matches):
        raise RoundNotOpenError()
    clock = _start(locked, now, bell_at=now + _length(locked.competition))
    _note(Act.START_CLOCK, locked, clock, actor, now)
    return clock


@transactional
def pause_clock(*, round_id: int, actor: User, now: datetime) -> None:
    """Stop a clock; the time left stays.

    Raises RefusedError `not-organiser`, `no-clock`, `wrong-state` or `clock-not-running`.
    """
    locked = _LockedRound.of(round_id)
    clock = locked.started_clock(actor)
    if clock.is_paused or clock.has_rung(now):
        raise ClockNotRunningError()
    clock.bell_at, clock.left = None, clock.remaining(now)
    _write(locked, clock, now)
    _note(Act.PAUSE_CLOCK, locked, clock, actor, now)


@transactional
def resume_clock(*, round_id: int, actor: User, now: datetime) -> None:
    """Resume a paused clock.

    Raises RefusedError as `pause_clock` does, or `clock-not-paused`.
    """
    locked = _LockedRound.of(round_id)
    clock = locked.started_clock(actor)
    if not clock.is_paused:
        raise ClockNotPausedError()
    clock.bell_at, clock.left = now + clock.remaining(now), None
    _write(locked, clock, now)
    _note(Act.RESUME_CLOCK, locked, clock, actor, now)


@transactional
def add_time(*, round_id: int, minutes: int, actor: User, now: datetime) -> None:
    """Add time to a round; once its bell has rung, counted from now.

    Raises RefusedError as `pause_clock` does, or `bad-minutes`.
    """
    locked = _LockedRound.of(round_id)
    clock = locked.started_clock(actor)
    if not 1 <= minutes <= MOST_MINUTES:
        raise BadMinutesError()
    more = timedelta(minutes=minutes)
    if clock.bell_at is None:
        clock.left = clock.remaining(now) + more
    else:
        if clock.has_rung(now):
            clock.rang_at = clock.rang_at or clock.bell_at
        clock.bell_at = now + clock.remaining(now) + more
    _write(locked, clock, now)
    _note(Act.ADD_TIME, locked, clock, actor, now, minutes=minutes)


@transactional
def start_if_called(*, round_id: int, now: datetime) -> bool:
    """Start the clock of a round at tables on the site once all of it has been called.

    If it was called before `starts_at`, the time runs from `starts_at`.
    """
    locked = _LockedRound.of(round_id)
    if locked.clock is not None or not locked.is_called:
        return False
    since = max(now, locked.competition.starts_at or now)
    _start(locked, now, bell_at=since + _length(locked.competition))
    return True


@transactional
def notify_round_time_up(*, clock_id: int, now: datetime) -> bool:
    """Announce the bell of a round to its tables; return False if it had been announced.

    The tables then act by their own clocks. A match whose next game has not started is over, if a
    side leads.
    """
    due_clock = RoundClock.objects.due(now).filter(pk=clock_id).first()
    if due_clock is None:
        return False
    row = Round.objects.filter(
        group__stage=due_clock.stage_id, part=due_clock.part, number=due_clock.number
    )
    locked = _LockedRound.of(row.values_list("pk", flat=True)[0])
    clock = locked.clock
    if clock is None or not clock.is_due(now):
        return False
    clock.rang_at, clock.told_at = clock.rang_at or clock.bell_at, now
    clock.save(update_fields=["rang_at", "told_at"])
    for match in locked.matches:
        _end_between_games(match, now)
    time_limit.notify_time_up(game for game in locked.tables if not game.is_over)
    broadcast_matches(locked.competition.pk, locked.matches)
    return True


def set_bell_alarm(clock: RoundClock, now: datetime) -> None:
    """After the commit: set the alarm of a bell that is near."""
    if clock.bell_at is not None and clock.bell_at <= now + FARTHEST_ALARM:
        on_commit(enqueue, BELL_TASK, clock.pk, at=clock.bell_at)


@dataclass(frozen=True)
class _LockedRound:
    """A round whose matches and tables are locked, with its clock if it has one."""

    round: Round
    matches: Sequence[Match]  # those that are not decided
    clock: RoundClock | None

    @classmethod
    def of(cls, round_id: int) -> "_LockedRound":
        row = Round.objects.select_related("group__stage__competition__club").get(pk=round_id)
        matches = lock_round(row)
        clock = RoundClock.objects.select_for_update().of(row).first()
        return cls(row, matches, clock)

    @property
    def competition(self) -> Competition:
        return self.round.group.stage.competition

    @property
    def tables(self) -> list[Game]:
        return lock_games([match.pk for match in self.matches])

    @property
    def is_called(self) -> bool:
        """Whether every open match of the timed round has been called."""
        competition = self.competition
        if competition.state != Competition.State.RUNNING or competition.with_cards:
            return False
        states = {match.state for match in self.matches}
        return competition.round_minutes is not None and states == {State.CALLED}

    def require(self, actor: User) -> None:
        """Refuse users who are not organisers, and competitions without a clock."""
        require_organiser(self.competition, actor)
        if self.competition.round_minutes is None:
            raise NoClockError()
        if self.competition.state not in Competition.GOING:
            raise WrongStateError()

    def started_clock(self, actor: User) -> RoundClock:
        """Return the clock, paused or not; refuse if it was not started."""
        self.require(actor)
        if self.clock is None:
            raise ClockNotRunningError()
        return self.clock


def _length(competition: Competition) -> timedelta:
    assert competition.round_minutes is not None, "rounds are timed"
    return timedelta(minutes=competition.round_minutes)


def _start(locked: _LockedRound, now: datetime, *, bell_at: datetime) -> RoundClock:
    row = locked.round
    clock = RoundClock(
        stage_id=row.group.stage_id,
        part=row.part,
        number=row.number,
        started_at=now,
        bell_at=bell_at,
    )
    _write(locked, clock, now)
    return clock


def _write(locked: _LockedRound, clock: RoundClock, now: datetime) -> None:
    """Save a clock, give every table its time limit, and set an alarm that is only a reminder."""
    clock.save()
    time_limit.set_time_limit(locked.tables, at=clock.bell_at, left=clock.left)
    broadcast_matches(locked.competition.pk, locked.matches)
    set_bell_alarm(clock, now)


def _note(
    act: AuditEvent.Act,
    locked: _LockedRound,
    clock: RoundClock,
    actor: User,
    now: datetime,
    **more: object,
) -> None:
    seconds = int(clock.remaining(now).total_seconds())
    audit.log_event(
        act,
        competition=locked.competition,
        actor=actor,
        now=now,
        after={"round": clock.number, "part": clock.part, "left": seconds, **more},
    )


def _end_between_games(match: Match, now: datetime) -> None:
    """Decide a match that a side leads and whose next table has not started."""
    waiting = match.games.filter(voided=False, game__status=Game.Status.WAITING)
    ahead = leader(Series().wins(winners_of(match)))
    if match.state != State.CALLED or ahead is None or not waiting.exists():
        return
    for link in list(waiting):
        annul_game(game_id=link.game_id, now=now)
        match.games.filter(pk=link.pk).update(voided=True)
    finish_match(match, Decision.played(ahead, points_reason(match), by_time=True), now=now)


def rounds_to_start() -> list[int]:
    """Return one round for each clock that was not started, if a match of it was called.

    Only rounds at tables on the site have clocks that start by themselves.
    """
    started = RoundClock.objects.filter(
        stage=OuterRef("group__stage"), part=OuterRef("part"), number=OuterRef("number")
    )
    called = Match.objects.filter(round=OuterRef("pk"), state=State.CALLED)
    rounds = Round.objects.filter(
        Exists(called),
        ~Exists(started),
        group__stage__competition__state=Competition.State.RUNNING,
        group__stage__competition__with_cards=False,
        group__stage__competition__round_minutes__isnull=False,
    )
    keys = {row[1:]: row[0] for row in rounds.values_list("pk", "group__stage", "part", "number")}
    return sorted(keys.values())
