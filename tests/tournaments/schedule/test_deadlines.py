"""Extensions of competition deadlines after an outage."""

from datetime import timedelta

import pytest

from accounts.clubs.services import INVITATION_LIFE
from accounts.models import Invitation
from games.models import Heartbeat
from games.play import outages
from tests.tournaments.cups import SECOND, WINDOW, a_running_cup, call, match_at
from tournaments.judging import services as judging
from tournaments.matches import services as matches
from tournaments.models import Match, RoundClock
from tournaments.tasks import close_sit_down_windows

pytestmark = [pytest.mark.django_db, pytest.mark.both]
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture
def match(organiser, now) -> Match:
    return match_at(a_running_cup(organiser, now, entries=2), 1, 1)


def stand_still(since, until) -> None:
    Heartbeat.objects.update_or_create(name=outages.CLOCK, defaults={"at": since})
    assert outages.credit_outage(now=until)


@pytest.mark.parametrize(("left", "stands"), [(68, 68), (5, 20), (-3, 20), (-300, -400)])
def test_an_outage_takes_no_time_to_sit_down(match, now, left, stands):
    game = call(match, now)
    since = now + WINDOW - left * SECOND
    stand_still(since, since + 100 * SECOND)
    match.refresh_from_db()
    game.refresh_from_db()
    assert match.sit_by == since + (100 + stands) * SECOND
    if left > 0:
        assert game.act_by == match.sit_by


def test_no_walkover_follows_an_outage(match, now):
    call(match, now)
    since = now + WINDOW - 68 * SECOND
    stand_still(since, since + 100 * SECOND)
    assert not matches.end_sit_down_window(match_id=match.pk, now=since + 160 * SECOND)
    assert matches.end_sit_down_window(match_id=match.pk, now=since + 168 * SECOND)


def test_the_sweep_credits_before_it_closes(match, now):
    """The real clock is long past the window: the task sees the gap first."""
    call(match, now)
    Heartbeat.objects.create(name=outages.CLOCK, at=now + MINUTE)
    close_sit_down_windows()
    match.refresh_from_db()
    assert match.state == Match.State.CALLED


def test_a_clock_set_back_moves_a_window_back(match, now):
    call(match, now)
    Heartbeat.objects.create(name=outages.CLOCK, at=now)
    for elapsed in (0.0, 6.0):
        outages.credit_outage(now=now - HOUR + elapsed * SECOND, elapsed=elapsed)
    match.refresh_from_db()
    assert match.sit_by == now - HOUR + 6 * SECOND + WINDOW


def test_a_bell_is_never_nearer_than_twenty_seconds(match, now):
    group = match.round.group
    clock = RoundClock.objects.create(
        stage=group.stage, part="", number=1, started_at=now, bell_at=now + 2 * SECOND
    )
    stand_still(now, now + HOUR)
    clock.refresh_from_db()
    assert clock.bell_at == now + HOUR + 20 * SECOND


def test_an_outage_takes_no_time_to_appeal(match, now):
    call(match, now)
    assert matches.end_sit_down_window(match_id=match.pk, now=now + WINDOW)
    match.refresh_from_db()
    decided = now + WINDOW
    stand_still(decided + HOUR, decided + 11 * HOUR)
    assert judging.appealable(match, [], decided + 34 * HOUR)
    assert not judging.appealable(match, [], decided + 35 * HOUR)


def test_an_invitation_lasts_as_long_as_it_said(organiser, now, match):
    club = match.competition.club
    until = now + INVITATION_LIFE
    invitation = Invitation.objects.create(
        club=club,
        created_by=organiser,
        token_hash="x",
        created_at=now,
        expires_at=until,
        max_uses=1,
    )
    stand_still(until - MINUTE, until + HOUR)
    invitation.refresh_from_db()
    assert invitation.expires_at == until + MINUTE + HOUR
