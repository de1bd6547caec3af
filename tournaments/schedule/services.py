"""Services for the dates of league rounds, and for agreeing on the time of a match.

Each round gets its days, and each match a default time on the first of them. A side proposes
times; the other accepts one or declines. Any player may act for their side, so that a match does
not depend on one captain.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from accounts.common.notification_types import PROPOSAL
from accounts.models import User
from games.common.transactions import retry_on_conflict
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
from tournaments.matches.bracket import propagate
from tournaments.models import (
    AuditEvent,
    Competition,
    Entry,
    Group,
    Letter,
    Match,
    MatchSlot,
    Round,
    TimeProposal,
)
from tournaments.schedule.emails import queue_emails
from tournaments.schedule.errors import (
    NoFirstHourError,
    ProposalClosedError,
    TimeOutsideError,
    TimePastError,
    TimeTakenError,
    TooManyTimesError,
)


@dataclass(frozen=True)
class RoundDates:
    """The days of a round, and the default hour for matches that agree on no other."""

    opens_at: datetime
    slot: datetime
    deadline_at: datetime


def instant_at(wall: datetime, zone: str) -> datetime:
    """Return the instant at which clocks in a zone show `wall`, on every day of the year.

    An hour that the clocks skip moves forward as they do; of one that they show twice the first
    counts.
    """
    return wall.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)


def wall_time(instant: datetime, zone: str) -> datetime:
    """Return the local time in a zone at an instant."""
    return instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)


def round_dates(wall: datetime, zone: str, round_days: int, rounds: int) -> Iterator[RoundDates]:
    """Yield the dates of each round, the first at `wall`; days begin at midnight in the zone.

    Days are counted on the wall: an hour stays the same hour when the clocks change.
    """
    midnight = datetime.combine(wall.date(), time())
    for number in range(rounds):
        opens, closes = (timedelta(days=(number + more) * round_days) for more in (0, 1))
        yield RoundDates(
            instant_at(midnight + opens, zone),
            instant_at(wall + opens, zone),
            instant_at(midnight + closes, zone),
        )


def not_past(wall: datetime, zone: str, now: datetime, *, step: int = 1) -> datetime:
    """The same hour on the first day, `step` by `step` from that of `wall`, that it is to come."""
    late = max((wall_time(now, zone) - wall).days // step, 0)
    days = (wall + timedelta(days=(late + more) * step) for more in range(3))
    return next(day for day in days if instant_at(day, zone) >= now)


WEEK = 7


def lay_dates(competition: Competition, *, now: datetime) -> None:
    """Schedule the matches of a locked league with dates, and open all its rounds.

    If the hour of the first round has passed, all rounds move on; Thursdays stay Thursdays. Raises
    RefusedError `no-first-hour`.
    """
    groups = Group.objects.filter(stage__competition=competition).select_related("stage")
    scheduled = [
        group for group in groups if group.stage.is_scheduled and not group.stage.is_bracket
    ]
    if not scheduled:
        return
    first = _first_hour(competition, now)
    for group in scheduled:
        _lay(group, competition, first)
    lay_dates_of_finals(competition, first)
    competition.starts_at = instant_at(first, competition.club.zone)
    competition.save(update_fields=["starts_at"])
    matches = Match.objects.filter(round__group__in=scheduled)
    propagate(matches.values_list("pk", flat=True), now=now)


def require_first_hour(competition: Competition) -> None:
    """Refuse a league that is played by dates and does not say when it begins: `no-first-hour`."""
    if competition.starts_at is None and any(
        stage.is_scheduled for stage in competition.stages.select_related("competition")
    ):
        raise NoFirstHourError()


def day_step(round_days: int) -> int:
    """By how many days a calendar moves on: by weeks, where rounds last weeks."""
    return 1 if round_days % WEEK else WEEK


def _first_hour(competition: Competition, now: datetime) -> datetime:
    """Return what the club's clocks show when the first round is played."""
    if competition.starts_at is None:
        raise NoFirstHourError()
    zone, days = competition.club.zone, competition.round_days
    assert days is not None, "only what is scheduled has dates"
    wall = wall_time(competition.starts_at, zone)
    return not_past(wall, zone, now, step=day_step(days))


def _lay(group: Group, competition: Competition, first: datetime) -> None:
    rounds = list(group.rounds.order_by("number"))
    assert competition.round_days is not None, "only what is scheduled has dates"
    dates = round_dates(first, competition.club.zone, competition.round_days, len(rounds))
    for round_, found in zip(rounds, dates, strict=True):
        round_.opens_at, round_.deadline_at = found.opens_at, found.deadline_at
        round_.matches.update(scheduled_at=found.slot)
    Round.objects.bulk_update(rounds, ["opens_at", "deadline_at"])


def lay_dates_of_finals(competition: Competition, first: datetime) -> None:
    """Schedule the play-offs of a league after the last round of the table they come from.

    Matches that can be played at the same time are of one round of days.
    """
    assert competition.round_days is not None, "only what is scheduled has dates"
    groups = Group.objects.filter(stage__competition=competition).select_related("stage")
    for group in groups:
        if not group.stage.is_bracket:
            continue
        sources = Group.objects.filter(qualifies__group=group).distinct()
        before, waves = max(source.rounds.count() for source in sources), _waves(group)
        last = before + max(waves.values())
        dates = list(round_dates(first, competition.club.zone, competition.round_days, last))
        rounds = list(group.rounds.all())
        for round_ in rounds:
            found = dates[before + waves[round_.pk] - 1]
            round_.opens_at, round_.deadline_at = found.opens_at, found.deadline_at
            round_.matches.update(scheduled_at=found.slot)
        Round.objects.bulk_update(rounds, ["opens_at", "deadline_at"])


def _waves(group: Group) -> dict[int, int]:
    """Return for each round of a bracket, by pk, how many are played one after the other to it."""
    depths: dict[int | None, int] = {None: 0}
    waves: dict[int, int] = {}
    slots = MatchSlot.objects.filter(match__round__group=group).order_by("match", "side")
    for match, round_, source in slots.values_list("match", "round", "source"):
        depths[match] = max(depths.get(match, 1), depths[source] + 1)
        waves[round_] = max(waves.get(round_, 1), depths[match])
    return waves


AT_ONCE = 3  # hours that one side offers together
IN_ALL = 12  # that one side may offer for one match: each is a letter to the others
LEAD = timedelta(minutes=10)
APART = timedelta(hours=1)  # between two matches of one entry
Act = AuditEvent.Act
Answer = TimeProposal.Answer


@retry_on_conflict
@transaction.atomic
def propose_times(*, match_id: int, user: User, times: Sequence[datetime], now: datetime) -> None:
    """Propose times to the other side, replacing earlier proposals of the same side.

    Raises RefusedError `not-in-entry`, `match-not-open`, `too-many-times`, `time-outside` or
    `time-taken`.
    """
    match, competition = _lock_open(match_id)
    side = _side_of(match, user)
    offered = match.proposals.filter(side=side)
    wanted = sorted(set(times))
    if not 1 <= len(wanted) <= AT_ONCE or offered.count() + len(wanted) > IN_ALL:
        raise TooManyTimesError()
    for at in wanted:
        _require_in_round(match, at, now)
        _require_free(match, at)
    _answer(match, Answer.REPLACED, user, now, side=side)
    for at in wanted:
        match.proposals.create(side=side, at=at, proposed_by=user, proposed_at=now)
    after = {"times": [at.isoformat() for at in wanted]}
    _record(Act.PROPOSE_TIME, match, competition, user, now, after=after)
    queue_emails(match, Letter.Kind.PROPOSED, about=now, now=now, side=1 - side)
    notify(PROPOSAL, match.pk, without=user)


@retry_on_conflict
@transaction.atomic
def accept_time(*, proposal_id: int, user: User, now: datetime) -> None:
    """Take an hour that the other side offers: the match is played then, whatever else was offered.

    Raises RefusedError `not-in-entry`, `match-not-open`, `proposal-closed` or `time-taken`.
    """
    known = TimeProposal.objects.filter(pk=proposal_id).first()
    if known is None:
        raise ProposalClosedError()
    match, competition = _lock_open(known.match_id)
    side = _side_of(match, user)
    proposal = match.proposals.open(now).filter(pk=proposal_id).exclude(side=side).first()
    if proposal is None:
        raise ProposalClosedError()
    _require_free(match, proposal.at)
    match.proposals.filter(pk=proposal_id).update(
        answer=Answer.ACCEPTED, answered_by=user, answered_at=now
    )
    _move(Act.AGREE_TIME, match, competition, proposal.at, user, now)
    queue_emails(match, Letter.Kind.AGREED, about=proposal.at, now=now, without=user)
    notify(PROPOSAL, match.pk, without=user)


@retry_on_conflict
@transaction.atomic
def decline_times(*, match_id: int, user: User, now: datetime) -> None:
    """Take none of the hours that the other side offers: the match stays when it is.

    Raises RefusedError `not-in-entry`, `match-not-open` or `proposal-closed`.
    """
    match, competition = _lock_open(match_id)
    side = _side_of(match, user)
    if not _answer(match, Answer.DECLINED, user, now, side=1 - side):
        raise ProposalClosedError()
    _record(Act.DECLINE_TIME, match, competition, user, now)


@retry_on_conflict
@transaction.atomic
def set_time(*, match_id: int, actor: User, at: datetime, reason: str, now: datetime) -> None:
    """Set the hour of a match, as an organiser: in its round or out of it.

    Raises RefusedError `not-organiser`, `reason-missing`, `match-not-open`, `time-past` or
    `time-taken`.
    """
    match, competition = _lock(match_id)
    require_organiser(competition, actor)
    if not reason.strip():
        raise ReasonMissingError()
    _require_open(match, competition)
    if not now <= at <= now + FARTHEST:
        raise TimePastError()
    _require_free(match, at)
    _move(Act.SET_TIME, match, competition, at, actor, now, reason)
    queue_emails(match, Letter.Kind.MOVED, about=at, now=now)
    notify(PROPOSAL, match.pk, without=actor)


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
    is_going = competition.state in Competition.GOING and match.round.group.stage.is_scheduled
    if not is_going or match.state != Match.State.READY:
        raise MatchNotOpenError()


def _side_of(match: Match, user: User) -> int:
    """Return the side a person plays on."""
    slot = match.slots.filter(entry__roster__user=user, entry__roster__left_at=None).first()
    if slot is None:
        raise NotInEntryError()
    return slot.side


def _require_in_round(match: Match, at: datetime, now: datetime) -> None:
    """Refuse an hour outside the round's days, or too soon for players to come."""
    round_ = match.round
    assert round_ is not None
    assert round_.opens_at is not None
    assert round_.deadline_at is not None
    if not max(round_.opens_at, now + LEAD) <= at < round_.deadline_at:
        raise TimeOutsideError()


def _require_free(match: Match, at: datetime) -> None:
    """Refuse an hour near which one of the two has another match."""
    entries = Entry.objects.filter(slots__match=match)
    others = Match.objects.undecided().filter(slots__entry__in=entries).exclude(pk=match.pk)
    if others.filter(scheduled_at__gt=at - APART, scheduled_at__lt=at + APART).exists():
        raise TimeTakenError()


def _answer(match: Match, answer: TimeProposal.Answer, user: User, now: datetime, **of: int) -> int:
    """Close what is open, of one side or of both; return how many hours that were."""
    return (
        match.proposals.filter(answer="", **of)
        .exclude(at__lte=now)
        .update(answer=answer, answered_by=user, answered_at=now)
    )


def _move(
    act: AuditEvent.Act,
    match: Match,
    competition: Competition,
    at: datetime,
    actor: User,
    now: datetime,
    reason: str = "",
) -> None:
    """Put a locked match at another hour; whatever else was offered is void."""
    hooks.club_matches.keep_revealed_line_ups(match, now=now)
    before, match.scheduled_at = match.scheduled_at, at
    match.save(update_fields=["scheduled_at"])
    _answer(match, Answer.REPLACED, actor, now)
    old = {"scheduled_at": before and before.isoformat()}
    new = {"scheduled_at": at.isoformat()}
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
