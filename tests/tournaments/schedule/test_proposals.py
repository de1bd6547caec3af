"""Two sides agree on an hour, or the organiser sets it."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from accounts.common.errors import RefusedError
from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.cups import an_organiser, players_of
from tests.tournaments.events import organiser_of
from tests.tournaments.league_factories import DAY, WEEK, a_league, fixture
from tournaments.matches import services as matches
from tournaments.models import AuditEvent, Match, TimeProposal
from tournaments.schedule import services as schedule

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
Answer = TimeProposal.Answer


def players(match: Match) -> tuple[User, User]:
    return players_of(match, 0)[0], players_of(match, 1)[0]


def propose(match: Match, user: User, now: datetime, *times: datetime) -> list[TimeProposal]:
    """Offer hours; return those of the reader's side that are open."""
    schedule.propose_times(match_id=match.pk, user=user, times=times, now=now)
    return list(match.proposals.open(now).filter(proposed_by=user))


def refusal(act: Any, **arguments: Any) -> str:
    """The code with which something is refused."""
    with pytest.raises(RefusedError) as refused:
        act(**arguments)
    return refused.value.code


@pytest.mark.feature("Leagues", "The sides of a match agree on another hour")
def test_the_match_is_played_when_the_other_side_accepts(now: datetime) -> None:
    match = fixture(a_league(now), 1)
    default, (home, away) = match.scheduled_at, players(match)
    first, second = propose(match, home, now, default + HOUR, default + DAY)
    schedule.accept_time(proposal_id=second.pk, user=away, now=now + HOUR)
    match.refresh_from_db()
    assert match.scheduled_at == default + DAY
    answers = dict(match.proposals.values_list("pk", "answer"))
    assert answers == {first.pk: Answer.REPLACED, second.pk: Answer.ACCEPTED}


def test_both_acts_are_in_the_log_with_what_they_changed(now: datetime) -> None:
    match = fixture(a_league(now), 1)
    default, (home, away) = match.scheduled_at, players(match)
    (offer,) = propose(match, home, now, default + HOUR)
    schedule.accept_time(proposal_id=offer.pk, user=away, now=now + HOUR)
    proposed, agreed = AuditEvent.objects.filter(match=match).order_by("pk")
    assert (proposed.actor, proposed.after) == (
        home,
        {"times": [(default + HOUR).isoformat()]},
    )
    assert (agreed.actor, agreed.before, agreed.after) == (
        away,
        {"scheduled_at": default.isoformat()},
        {"scheduled_at": (default + HOUR).isoformat()},
    )


def test_declining_leaves_the_match_at_its_hour(now: datetime) -> None:
    match = fixture(a_league(now), 1)
    default, (home, away) = match.scheduled_at, players(match)
    propose(match, home, now, default + HOUR, default + DAY)
    schedule.decline_times(match_id=match.pk, user=away, now=now)
    match.refresh_from_db()
    assert match.scheduled_at == default
    assert set(match.proposals.values_list("answer", flat=True)) == {Answer.DECLINED}
    again = refusal(schedule.decline_times, match_id=match.pk, user=away, now=now)
    assert again == "proposal-closed"


def test_new_hours_take_the_place_of_those_offered_before(now: datetime) -> None:
    match = fixture(a_league(now), 1)
    default, (home, away) = match.scheduled_at, players(match)
    (old,) = propose(match, home, now, default + HOUR)
    (new,) = propose(match, home, now + HOUR, default + DAY)
    assert refusal(schedule.accept_time, proposal_id=old.pk, user=away, now=now + HOUR) == (
        "proposal-closed"
    )
    schedule.accept_time(proposal_id=new.pk, user=away, now=now + HOUR)


def test_anybody_of_a_pair_speaks_for_it(now: datetime) -> None:
    match = fixture(a_league(now, per_side=2), 1)
    partner, rival = players_of(match, 0)[1], players_of(match, 1)[1]
    (offer,) = propose(match, partner, now, match.scheduled_at + HOUR)
    schedule.accept_time(proposal_id=offer.pk, user=rival, now=now)


def test_nobody_accepts_what_their_own_side_offers(now: datetime) -> None:
    match = fixture(a_league(now, per_side=2), 1)
    captain, partner = players_of(match, 0)
    (offer,) = propose(match, captain, now, match.scheduled_at + HOUR)
    for own in (captain, partner):
        found = refusal(schedule.accept_time, proposal_id=offer.pk, user=own, now=now)
        assert found == "proposal-closed"


def test_strangers_have_no_say(now: datetime) -> None:
    match = fixture(a_league(now), 1)
    (offer,) = propose(match, players(match)[0], now, match.scheduled_at + HOUR)
    stranger = a_person()
    at = (match.scheduled_at + DAY,)
    assert (
        refusal(schedule.propose_times, match_id=match.pk, user=stranger, times=at, now=now)
        == "not-in-entry"
    )
    assert (
        refusal(schedule.accept_time, proposal_id=offer.pk, user=stranger, now=now)
        == "not-in-entry"
    )
    assert (
        refusal(schedule.decline_times, match_id=match.pk, user=stranger, now=now) == "not-in-entry"
    )


def test_an_offer_is_among_the_days_of_its_round_and_some_minutes_ahead(now: datetime) -> None:
    match = fixture(a_league(now), 2)
    home, _ = players(match)
    opens, closes = match.round.opens_at, match.round.deadline_at
    for at in (opens - HOUR, closes, closes + HOUR):
        found = refusal(schedule.propose_times, match_id=match.pk, user=home, times=[at], now=now)
        assert found == "time-outside"
    late = opens + HOUR
    for at in (late - HOUR / 2, late, late + timedelta(minutes=5)):
        found = refusal(schedule.propose_times, match_id=match.pk, user=home, times=[at], now=late)
        assert found == "time-outside"
    propose(match, home, now, opens, closes - timedelta(minutes=1))


def test_a_match_outside_its_round_can_be_moved_by_its_sides(now: datetime) -> None:
    match = fixture(a_league(now), 1)
    (home, away), organiser = players(match), organiser_of(match.competition)
    late = match.round.deadline_at
    propose(match, home, late, late + DAY)  # it was not played in its days
    schedule.postpone(match_id=match.pk, actor=organiser, reason="feria", now=now)
    (offer,) = propose(match, home, now, late + 2 * DAY)
    schedule.accept_time(proposal_id=offer.pk, user=away, now=now)
    (offer,) = propose(match, away, now, late + 3 * DAY)
    schedule.accept_time(proposal_id=offer.pk, user=home, now=now)
    match.refresh_from_db()
    assert match.scheduled_at == late + 3 * DAY


def test_at_most_three_hours_are_offered_together_and_twelve_in_all(now: datetime) -> None:
    match = fixture(a_league(now), 1)
    home, _ = players(match)
    hours = [match.scheduled_at + number * HOUR for number in range(1, 5)]
    for times in ([], hours):
        found = refusal(schedule.propose_times, match_id=match.pk, user=home, times=times, now=now)
        assert found == "too-many-times"
    for _ in range(4):
        propose(match, home, now, *hours[:3])
    found = refusal(schedule.propose_times, match_id=match.pk, user=home, times=hours[:1], now=now)
    assert found == "too-many-times"


def test_one_hour_offered_twice_is_one_offer(now: datetime) -> None:
    match = fixture(a_league(now), 1)
    at = match.scheduled_at + HOUR
    assert len(propose(match, players(match)[0], now, at, at)) == 1


def test_an_offer_dies_when_its_match_is_called(now: datetime) -> None:
    match = fixture(a_league(now), 1)
    default, (home, away) = match.scheduled_at, players(match)
    (offer,) = propose(match, home, now, default + DAY)
    assert matches.call_match(match_id=match.pk, now=default)
    assert not match.proposals.open(default).exists()
    found = refusal(schedule.accept_time, proposal_id=offer.pk, user=away, now=default)
    assert found == "match-not-open"


def test_an_offer_dies_when_its_hour_passes(now: datetime) -> None:
    match = fixture(a_league(now), 1)
    default, (home, away) = match.scheduled_at, players(match)
    (offer,) = propose(match, home, now, default - HOUR)
    found = refusal(schedule.accept_time, proposal_id=offer.pk, user=away, now=default - HOUR)
    assert found == "proposal-closed"


def test_nobody_agrees_on_two_matches_at_one_hour(now: datetime) -> None:
    league = a_league(now, entries=2, cycles=2)
    first, second = fixture(league, 1), fixture(league, 2)
    organiser = organiser_of(league)
    schedule.set_time(
        match_id=second.pk, actor=organiser, at=first.scheduled_at + DAY, reason="feria", now=now
    )
    home, _ = players(first)
    near = first.scheduled_at + DAY + HOUR / 2
    found = refusal(schedule.propose_times, match_id=first.pk, user=home, times=[near], now=now)
    assert found == "time-taken"
    propose(first, home, now, near + HOUR)


@pytest.mark.feature("Leagues", "An organiser sets an hour")
def test_an_organiser_sets_the_hour_in_the_round_or_out_of_it(now: datetime) -> None:
    league = a_league(now)
    match, organiser = fixture(league, 1), organiser_of(league)
    propose(match, players(match)[0], now, match.scheduled_at + HOUR)
    at = match.scheduled_at + 5 * WEEK
    schedule.set_time(match_id=match.pk, actor=organiser, at=at, reason="corte de luz", now=now)
    match.refresh_from_db()
    assert match.scheduled_at == at
    assert not match.proposals.open(now).exists()
    event = AuditEvent.objects.get(match=match, act=AuditEvent.Act.SET_TIME)
    assert (event.actor, event.reason, event.after) == (
        organiser,
        "corte de luz",
        {"scheduled_at": at.isoformat()},
    )


def test_who_may_set_the_hour_and_when(now: datetime) -> None:
    league = a_league(now)
    match, organiser = fixture(league, 1), organiser_of(league)
    at = match.scheduled_at + HOUR
    how = {"match_id": match.pk, "at": at, "reason": "lluvia", "now": now, "actor": organiser}
    assert refusal(schedule.set_time, **how | {"actor": an_organiser()}) == "not-organiser"
    assert refusal(schedule.set_time, **how | {"actor": players(match)[0]}) == "not-organiser"
    assert refusal(schedule.set_time, **how | {"reason": " "}) == "reason-missing"
    assert refusal(schedule.set_time, **how | {"at": now - HOUR}) == "time-past"
    assert refusal(schedule.set_time, **how | {"at": now + 400 * DAY}) == "time-past"
    matches.call_match(match_id=match.pk, now=match.scheduled_at)
    assert refusal(schedule.set_time, **how) == "match-not-open"


def test_a_league_without_dates_has_nothing_to_agree_on(now: datetime) -> None:
    match = fixture(a_league(now, round_days=None), 1)
    found = refusal(
        schedule.propose_times,
        match_id=match.pk,
        user=players(match)[0],
        times=[now + DAY],
        now=now,
    )
    assert found == "match-not-open"


def test_a_proposal_that_never_was_cannot_be_accepted(now: datetime) -> None:
    found = refusal(schedule.accept_time, proposal_id=2**40, user=a_person(), now=now)
    assert found == "proposal-closed"


def test_an_agreed_table_opens_at_its_new_hour(now: datetime) -> None:
    match = fixture(a_league(now), 1)
    home, away = players(match)
    at = now + HOUR
    schedule.set_time(
        match_id=match.pk,
        actor=organiser_of(match.round.group.stage.competition),
        at=at,
        reason="hoy pueden",
        now=now,
    )
    assert not matches.call_match(match_id=match.pk, now=at - HOUR / 2)
    assert matches.call_match(match_id=match.pk, now=at)
    assert {home, away} == set(
        User.objects.filter(seats__game__match_game__match=match, seats__sat_at=None)
    )
