"""Services to agree on the time of a match, and the arithmetic of local times.

A side proposes times; the other accepts one or declines. Any player may act for their side, so that
a match does not depend on one captain.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from accounts.common.notification_types import PROPOSAL
from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.common import audit, hooks
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import (
    MatchNotOpenError,
    NoCompetitionError,
    NotInEntryError,
    ReasonMissingError,
)
from tournaments.common.form_fields import FARTHEST
from tournaments.common.locks import lock_group, lock_match
from tournaments.common.notifications import notify
from tournaments.common.permissions import require_organiser
from tournaments.models import (
    AuditEvent,
    Challenge,
    Competition,
    Entry,
    Letter,
    Match,
    TimeProposal,
    Venue,
)
from tournaments.schedule.emails import queue_emails
from tournaments.schedule.errors import (
    ClashError,
    ProposalClosedError,
    TimeOutsideError,
    TimePastError,
    TimeTakenError,
    TooManyTimesError,
    VenueNotFreeError,
)
from tournaments.schedule.rooms import Rooms


def instant_at(wall: datetime, zone: str) -> datetime:
    """Return the instant at which clocks in a zone show `wall`, on every day of the year.

    An hour that the clocks skip moves forward as they do; of one that they show twice the first
    counts.
    """
    return wall.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)


def wall_time(instant: datetime, zone: str) -> datetime:
    """Return the local time in a zone at an instant."""
    return instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)


def not_past(wall: datetime, zone: str, now: datetime, *, step: int = 1) -> datetime:
    """The same hour on the first day, `step` by `step` from that of `wall`, that it is to come."""
    late = max((wall_time(now, zone) - wall).days // step, 0)
    days = (wall + timedelta(days=(late + more) * step) for more in range(3))
    return next(day for day in days if instant_at(day, zone) >= now)


WEEK = 7


def day_step(round_days: int) -> int:
    """By how many days a calendar moves on: by weeks, where rounds last weeks."""
    return 1 if round_days % WEEK else WEEK


AT_ONCE = 3  # hours that one side offers together
IN_ALL = 12  # that one side may offer for one match: each is a letter to the others
LEAD = timedelta(minutes=10)
APART = timedelta(hours=1)  # between two matches of one entry
Act = AuditEvent.Act
Answer = TimeProposal.Answer


@transactional
def propose_times(*, match_id: int, user: User, times: Sequence[datetime], now: datetime) -> None:
    """Propose times to the other side, replacing earlier proposals of the same side.

    Raises RefusedError `not-in-entry`, `match-not-open`, `too-many-times`, `time-outside`,
    `time-taken` or `venue-not-free`.
    """
    match, competition = _lock_open(match_id)
    side = _side_of(match, user)
    offered = match.proposals.filter(side=side)
    hours = sorted(set(times))
    if not 1 <= len(hours) <= AT_ONCE or offered.count() + len(hours) > IN_ALL:
        raise TooManyTimesError()
    for at in hours:
        _require_in_round(match, at, now)
        _require_free(match, at)
        _require_table(match, competition, at)
    _answer(match, Answer.REPLACED, user, now, side=side)
    for at in hours:
        match.proposals.create(side=side, at=at, proposed_by=user, proposed_at=now)
    after = {"times": [at.isoformat() for at in hours]}
    _record(Act.PROPOSE_TIME, match, competition, user, now, after=after)
    queue_emails(match, Letter.Kind.PROPOSED, about=now, now=now, side=1 - side)
    notify(PROPOSAL, match.pk, without=user)


@transactional
def accept_time(*, proposal_id: int, user: User, now: datetime) -> None:
    """Take an hour that the other side offers: the match is played then, whatever else was offered.

    Raises RefusedError `not-in-entry`, `match-not-open`, `proposal-closed`, `time-taken` or
    `venue-not-free`, as when another match took the last table since.
    """
    unlocked = TimeProposal.objects.filter(pk=proposal_id).first()
    if unlocked is None:
        raise ProposalClosedError()
    match, competition = _lock_open(unlocked.match_id)
    side = _side_of(match, user)
    proposal = match.proposals.open(now).filter(pk=proposal_id).exclude(side=side).first()
    if proposal is None:
        raise ProposalClosedError()
    _require_free(match, proposal.at)
    _require_table(match, competition, proposal.at)
    match.proposals.filter(pk=proposal_id).update(
        answer=Answer.ACCEPTED, answered_by=user, answered_at=now
    )
    _move(Act.AGREE_TIME, match, competition, proposal.at, user, now)
    queue_emails(match, Letter.Kind.AGREED, about=proposal.at, now=now, without=user)
    notify(PROPOSAL, match.pk, without=user)


@transactional
def decline_times(*, match_id: int, user: User, now: datetime) -> None:
    """Take none of the hours that the other side offers: the match stays when it is.

    Raises RefusedError `not-in-entry`, `match-not-open` or `proposal-closed`.
    """
    match, competition = _lock_open(match_id)
    side = _side_of(match, user)
    if not _answer(match, Answer.DECLINED, user, now, side=1 - side):
        raise ProposalClosedError()
    _record(Act.DECLINE_TIME, match, competition, user, now)


@transactional
def set_time(
    *,
    match_id: int,
    actor: User,
    at: datetime,
    venue_id: int | None = None,
    reason: str,
    now: datetime,
) -> None:
    """Set the hour and the place of a match, as an organiser: in its round or out of it.

    Raises RefusedError `not-organiser`, `reason-missing`, `match-not-open`, `time-past`,
    `time-taken`, or `clash` if the venue is closed or full, or if a match of a bracket would not
    come after those that lead to it.
    """
    match, competition = _lock_to_move(match_id, actor, reason)
    if not now <= at <= now + FARTHEST:
        raise TimePastError()
    _require_free(match, at)
    offered = Venue.objects.select_related("club")
    match.venue = offered.filter(pk=venue_id).first() if venue_id is not None else None
    _lock_venue(match)
    problems = [problem_of(match, competition, at), _order_problem(match, at)]
    if any(problems):
        raise ClashError([problem for problem in problems if problem])
    _move(Act.SET_TIME, match, competition, at, actor, now, reason)
    queue_emails(match, Letter.Kind.MOVED, about=at, now=now)
    notify(PROPOSAL, match.pk, without=actor)


@transactional
def postpone(*, match_id: int, actor: User, reason: str, now: datetime) -> None:
    """Take the hour from a match, as an organiser: its sides may agree on one, or it gets one.

    Raises RefusedError `not-organiser`, `reason-missing` or `match-not-open`.
    """
    match, competition = _lock_to_move(match_id, actor, reason)
    if match.awaits_date:
        return
    _move(Act.POSTPONE, match, competition, None, actor, now, reason)
    if match.former_hour is not None:
        queue_emails(match, Letter.Kind.POSTPONED, about=match.former_hour, now=now)


def _lock_to_move(match_id: int, actor: User, reason: str) -> tuple[Match, Competition]:
    match, competition = _lock(match_id)
    require_organiser(competition, actor)
    if not reason.strip():
        raise ReasonMissingError()
    assert match.round is not None, "only matches of competitions are locked"
    is_movable = match.state in (Match.State.PENDING, Match.State.READY)
    is_open = competition.state in Competition.IN_PROGRESS and match.round.group.stage.is_dated
    if not (is_movable and is_open):
        raise MatchNotOpenError()
    return match, competition


def problem_of(match: Match, competition: Competition, at: datetime) -> str:
    """Return why a match cannot be played at its venue at an hour; "" if it can."""
    venues = [] if match.venue is None else [match.venue]
    rooms = Rooms.read(venues, competition.club, without=[match.pk])
    return rooms.problem(match.venue, competition.club, at)


def _lock(match_id: int) -> tuple[Match, Competition]:
    """Lock a match, and the table it counts for: an entry must not agree on two at one hour."""
    match = lock_match(match_id)
    if match is None or match.round is None or match.competition is None:
        raise NoCompetitionError()
    lock_group(match.round.group_id)
    return match, match.competition


def _lock_open(match_id: int) -> tuple[Match, Competition]:
    match, competition = _lock(match_id)
    _require_open(match, competition)
    return match, competition


def _require_open(match: Match, competition: Competition) -> None:
    assert match.round is not None, "only matches of competitions are locked"
    is_going = competition.state in Competition.GOING and match.round.group.stage.is_dated
    if not is_going or match.state != Match.State.READY:
        raise MatchNotOpenError()


def _side_of(match: Match, user: User) -> int:
    """Return the side a person plays on."""
    slot = match.slots.filter(entry__roster__user=user, entry__roster__left_at=None).first()
    if slot is None:
        raise NotInEntryError()
    return slot.side


def _require_in_round(match: Match, at: datetime, now: datetime) -> None:
    """Refuse an hour outside the round's days, or too soon for players to come.

    A match without a date, one that stands outside those days and one whose round runs out may be
    played on any day of the next year, one of a challenge as long as that has time.
    """
    round_ = match.round
    assert round_ is not None
    opens_at, deadline_at = round_.opens_at, round_.deadline_at
    challenge = Challenge.objects.filter(match=match).first()
    if challenge is not None:
        opens_at, deadline_at = now, challenge.play_by
    elif (
        opens_at is None
        or deadline_at is None
        or deadline_at <= now + LEAD
        or match.scheduled_at is None
        or not opens_at <= match.scheduled_at < deadline_at
    ):
        opens_at, deadline_at = now, now + FARTHEST
    assert opens_at is not None, "a challenge with a match has its time"
    assert deadline_at is not None, "a challenge with a match has its time"
    if not max(opens_at, now + LEAD) <= at < deadline_at:
        raise TimeOutsideError()


def _require_free(match: Match, at: datetime) -> None:
    """Refuse an hour near which one of the two has another match."""
    entries = Entry.objects.filter(slots__match=match)
    others = Match.objects.undecided().filter(slots__entry__in=entries).exclude(pk=match.pk)
    if others.filter(scheduled_at__gt=at - APART, scheduled_at__lt=at + APART).exists():
        raise TimeTakenError()


def _require_table(match: Match, competition: Competition, at: datetime) -> None:
    """Refuse an hour at which the venue of a match is closed or has no table left."""
    _lock_venue(match)
    if match.venue is not None and problem_of(match, competition, at):
        raise VenueNotFreeError()


def _lock_venue(match: Match) -> None:
    """Lock the venue of a match: two competitions must not take its last table at once."""
    if match.venue is not None:
        Venue.objects.select_for_update(no_key=True).filter(pk=match.venue.pk).first()


def _order_problem(match: Match, at: datetime) -> str:
    """Return why an hour is too early or too late in a bracket; "" if it is not."""
    before = Match.objects.undecided().filter(feeds__match=match, scheduled_at__gte=at)
    after = Match.objects.undecided().filter(slots__source=match, scheduled_at__lte=at)
    if before.exists() or after.exists():
        return gettext("Cada ronda se juega después de la anterior, y así una quedaría antes.")
    return ""


def _answer(match: Match, answer: TimeProposal.Answer, user: User, now: datetime, **of: int) -> int:
    """Close what is open, of one side or of both; return how many hours that were."""
    return (
        match.proposals.filter(answer="", **of)
        .exclude(at__lte=now)
        .update(answer=answer, answered_by=user, answered_at=now)
    )


RESCHEDULED = ("scheduled_at", "awaits_date", "former_hour", "venue", "moves", "moved_at")


def reschedule(match: Match, at: datetime | None, *, now: datetime) -> None:
    """Set the hour of a match, or clear it. The caller saves the columns `RESCHEDULED`.

    Calendars show one without a date as cancelled at its former hour.
    """
    match.former_hour = (match.scheduled_at or match.former_hour) if at is None else None
    match.scheduled_at, match.awaits_date = at, at is None
    match.moves, match.moved_at = match.moves + 1, now


def save_rescheduled(matches: Sequence[Match], *, actor: User, now: datetime) -> None:
    """Store locked matches that were rescheduled; the hours offered for them are void."""
    Match.objects.bulk_update(matches, RESCHEDULED)
    offers = TimeProposal.objects.filter(match__in=matches, answer="").exclude(at__lte=now)
    offers.update(answer=Answer.REPLACED, answered_by=actor, answered_at=now)


def announce_moves(former: Mapping[Match, datetime | None], *, actor: User, now: datetime) -> None:
    """Write to the sides of rescheduled matches whose sides are known.

    `former` has the hour that each match had before.
    """
    for match, before in former.items():
        if match.state != Match.State.READY:
            continue
        if match.scheduled_at is not None:
            queue_emails(match, Letter.Kind.MOVED, about=match.scheduled_at, now=now)
            notify(PROPOSAL, match.pk, without=actor)
        elif before is not None:
            queue_emails(match, Letter.Kind.POSTPONED, about=before, now=now)


def _move(
    act: AuditEvent.Act,
    match: Match,
    competition: Competition,
    at: datetime | None,
    actor: User,
    now: datetime,
    reason: str = "",
) -> None:
    """Put a locked match at another hour, or at none; whatever else was offered is void."""
    hooks.club_matches.keep_revealed_line_ups(match, now=now)
    before = match.scheduled_at
    reschedule(match, at, now=now)
    match.save(update_fields=RESCHEDULED)
    _answer(match, Answer.REPLACED, actor, now)
    old = {"scheduled_at": before and before.isoformat()}
    new = {"scheduled_at": at and at.isoformat()}
    if match.venue is not None:
        new["venue"] = match.venue.name
    _record(act, match, competition, actor, now, reason=reason, before=old, after=new)


def _record(
    act: AuditEvent.Act,
    match: Match,
    competition: Competition,
    actor: User,
    now: datetime,
    *,
    reason: str = "",
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
) -> None:
    audit.log_event(
        act,
        competition=competition,
        match=match,
        actor=actor,
        now=now,
        reason=reason,
        before=before,
        after=after,
    )
    broadcast_competition(competition.pk)
