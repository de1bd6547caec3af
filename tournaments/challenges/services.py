"""Services of a ladder: challenge, answer, take back; due challenges and inactivity.

An accepted challenge becomes a match. Its sides agree on the hour as in a league with dates; with
real cards it may be played at once.
"""

from datetime import datetime, timedelta

from django.db.models import Min

from accounts.common.notification_types import CHALLENGE
from accounts.common.transactions import transactional
from accounts.models import User
from tournaments.challenges.errors import ChallengeClosedError
from tournaments.challenges.queries import (
    activity,
    ladder_of,
    refusal_to_challenge,
    takes_challenges,
)
from tournaments.common import audit
from tournaments.common.broadcast import broadcast_competition
from tournaments.common.errors import WrongStateError
from tournaments.common.locks import lock_competition, lock_group, lock_match
from tournaments.common.notifications import notify
from tournaments.draw.fixtures import store_paired_round
from tournaments.entries import rosters
from tournaments.formats.challenge_ladder import falls_due
from tournaments.formats.pairing import SwissPairing
from tournaments.matches.decisions import Decision, finish_match, open_round
from tournaments.matches.tables import void_games
from tournaments.models import (
    AuditEvent,
    Challenge,
    Competition,
    Entry,
    LadderFall,
    Match,
    SlipClaim,
)

Act = AuditEvent.Act
Answer = Challenge.Answer


@transactional
def send_challenge(
    *, challenger_id: int, challenged_id: int, actor: User, now: datetime
) -> Challenge:
    """Challenge an entry above; one of the challenger's own does, or an organiser.

    Raises RefusedError `not-in-entry`, `wrong-state`, `challenge-open`, `out-of-range`,
    `on-holiday`, `rematch-too-soon` or `season-ends`.
    """
    challenger = rosters.find_entry(challenger_id)
    place = ladder_of(challenger)
    if place is None:
        raise WrongStateError()
    group = lock_group(place.group_id)
    competition = lock_competition(challenger.competition_id)
    rosters.require_own(challenger, actor)
    challenged = competition.entries.filter(pk=challenged_id).first()
    if not takes_challenges(competition) or challenged is None:
        raise WrongStateError()
    refusal = refusal_to_challenge(group, challenger.pk, challenged.pk, now)
    if refusal is not None:
        raise refusal
    created = group.challenges.create(
        challenger=challenger,
        challenged=challenged,
        made_by=actor,
        made_at=now,
        answer_by=now + timedelta(days=group.stage.answer_days),
    )
    _record(Act.CHALLENGE, created, competition, actor, now)
    return created


@transactional
def answer(*, challenge_id: int, accepts: bool, actor: User, now: datetime) -> None:
    """Accept or refuse a challenge, as one of the challenged or as an organiser.

    Raises RefusedError `challenge-closed`, `not-in-entry` or `wrong-state`.
    """
    challenge, competition = _lock_unanswered(challenge_id)
    rosters.require_own(challenge.challenged, actor)
    if not takes_challenges(competition):
        raise WrongStateError()
    if challenge.answer_by <= now:
        raise ChallengeClosedError()
    if accepts:
        _accept(challenge, now)
    else:
        _close(challenge, Answer.REFUSED, now)
    act = Act.ACCEPT_CHALLENGE if accepts else Act.REFUSE_CHALLENGE
    _record(act, challenge, competition, actor, now)


@transactional
def take_back(*, challenge_id: int, actor: User, now: datetime) -> None:
    """Take back a challenge that is not answered yet: nothing happens.

    Raises RefusedError `challenge-closed` or `not-in-entry`.
    """
    challenge, competition = _lock_unanswered(challenge_id)
    rosters.require_own(challenge.challenger, actor)
    _close(challenge, Answer.TAKEN_BACK, now)
    _record(Act.TAKE_CHALLENGE_BACK, challenge, competition, actor, now)


def _lock_unanswered(challenge_id: int) -> tuple[Challenge, Competition]:
    unlocked = Challenge.objects.select_related("group__stage").filter(pk=challenge_id).first()
    if unlocked is None:
        raise ChallengeClosedError()
    group = lock_group(unlocked.group_id)
    competition = lock_competition(group.stage.competition_id)
    rows = Challenge.objects.select_related(
        "group__stage__competition",
        "challenger__competition__club",
        "challenged__competition__club",
    )
    challenge = rows.get(pk=challenge_id)
    if challenge.answer:
        raise ChallengeClosedError()
    return challenge, competition


def _accept(challenge: Challenge, now: datetime) -> None:
    """Make the match of a challenge, with the challenger as its first side."""
    group = challenge.group
    number = group.rounds.count() + 1
    pairing = SwissPairing(challenge.challenger_id, challenge.challenged_id)
    (match,) = store_paired_round(group, number, [pairing])
    if not group.stage.competition.with_cards:
        match.awaits_date = True
        match.save(update_fields=["awaits_date"])
    closes_at, play_by = group.stage.closes_at, now + timedelta(days=group.stage.play_days)
    challenge.match, challenge.play_by = match, min(play_by, closes_at or play_by)
    _close(challenge, Answer.ACCEPTED, now)
    open_round(group, number, now=now)


def _close(challenge: Challenge, how: Challenge.Answer, now: datetime) -> None:
    challenge.answer, challenge.answered_at = how, now
    challenge.save(update_fields=["answer", "answered_at", "match", "play_by"])


def _record(
    act: AuditEvent.Act, one: Challenge, competition: Competition, actor: User, now: datetime
) -> None:
    audit.log_event(
        act,
        competition=competition,
        match=one.match,
        actor=actor,
        now=now,
        after={"entry": str(one)},
    )
    broadcast_competition(competition.pk)
    notify(CHALLENGE, one.pk, without=actor)


@transactional
def settle_challenge(*, challenge_id: int, now: datetime) -> bool:
    """Settle a challenge whose time is over or whose match is decided; return whether it was due.

    It may run late, twice or concurrently. A challenge without an answer counts as silent, or is
    void if a side has left or the competition has ended. A match that was not played is annulled.
    """
    due = Challenge.objects.due(now).filter(pk=challenge_id).select_related("group", "match")
    unlocked = due.first()
    if unlocked is None:
        return False
    match = None if unlocked.match_id is None else lock_match(unlocked.match_id)
    group = lock_group(unlocked.group_id)
    competition = lock_competition(group.stage.competition_id)
    challenge = due.select_related("challenger", "challenged").first()
    if challenge is None:
        return False
    if match is None:
        sides = (challenge.challenger, challenge.challenged)
        has_left = any(each.state == Entry.State.WITHDRAWN for each in sides)
        is_void = has_left or competition.is_over or competition.early_end
        _close(challenge, Answer.VOID if is_void else Answer.SILENT, now)
    elif match.is_decided:
        first = match.revoked.aggregate(at=Min("completed_at"))["at"]
        challenge.settled_at = first or match.completed_at or now
        challenge.save(update_fields=["settled_at"])
    elif _has_begun(match):
        return False
    else:
        void_games(match, now=now)
        finish_match(match, Decision.annulled(), now=now)
        challenge.settled_at = now
        challenge.save(update_fields=["settled_at"])
    broadcast_competition(competition.pk)
    notify(CHALLENGE, challenge.pk)
    return True


def _has_begun(match: Match) -> bool:
    """Return whether something of a match is written down: its result may still come."""
    has_marks = match.marks.exists() or SlipClaim.objects.filter(slip__match=match).exists()
    return has_marks or Match.objects.live().filter(pk=match.pk).exists()


@transactional
def apply_inactivity(*, group_id: int, now: datetime) -> int:
    """Lower inactive entries of a running ladder by a place; return how many fell."""
    group = lock_group(group_id)
    competition = lock_competition(group.stage.competition_id)
    closes_at = group.stage.closes_at
    if not takes_challenges(competition) or closes_at is None or closes_at <= now:
        return 0
    falls = falls_due(activity(group, now), group.stage.inactive_days)
    LadderFall.objects.bulk_create(
        LadderFall(group=group, entry_id=entry, passed_by_id=passed_by, at=now)
        for entry, passed_by in falls
    )
    if falls:
        broadcast_competition(competition.pk)
    return len(falls)
