"""Challenges between robots, so that a ladder can be played without waiting."""

from datetime import datetime, timedelta

from accounts.models import Membership
from tournaments.challenges import services as challenges
from tournaments.challenges.queries import places_of
from tournaments.models import Group
from tournaments.schedule.services import set_time

TURN = timedelta(days=15)  # longer than the usual time before a rematch
SOON = timedelta(hours=1)


def challenge_neighbours(group: Group, now: datetime) -> datetime | None:
    """Make every second entry challenge the one right above it; return the instant.

    In even turns of the season the last one begins, in odd ones the last but one. None once no turn
    is left.
    """
    begun, closes_at = group.stage.competition.started_at, group.stage.closes_at
    assert begun is not None, "a ladder in play has started"
    assert closes_at is not None, "a ladder in play has its end"
    turn = -((begun - now) // TURN)
    now = begun + turn * TURN
    if now + timedelta(days=group.stage.answer_days) > closes_at:
        return None
    host = group.stage.competition.club.members.get(memberships__role=Membership.Role.OWNER)
    places = places_of(group)
    for lower in range(len(places) - 1 - turn % 2, 0, -2):
        challenge = challenges.send_challenge(
            challenger_id=places[lower], challenged_id=places[lower - 1], actor=host, now=now
        )
        challenges.answer(challenge_id=challenge.pk, accepts=True, actor=host, now=now)
        challenge.refresh_from_db()
        if challenge.match is not None and challenge.match.awaits_date:
            set_time(
                match_id=challenge.match.pk, actor=host, at=now + SOON, reason="turno", now=now
            )
    return now
