"""Leagues with two at once: real threads on a real database, many rounds, exactly one effect."""

from datetime import datetime, timedelta
from functools import partial

import pytest

from tests.games.races import ROUNDS
from tests.tournaments.cups import players_of
from tests.tournaments.events import award_all, organiser_of
from tests.tournaments.league_factories import a_league, fixture
from tests.tournaments.refusals import at_once
from tournaments.leagues import services as leagues
from tournaments.matches import services as matches
from tournaments.models import Competition, Match, TimeProposal
from tournaments.ranking import services as ranking
from tournaments.schedule import services as schedule

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]
HOUR = timedelta(hours=1)


def test_a_season_that_two_close_at_once_has_one_next_season(now: datetime) -> None:
    league = a_league(now, entries=2)
    award_all(league, now)
    organiser = organiser_of(league)
    close = partial(leagues.close_season, competition_id=league.pk, actor=organiser, now=now)
    for _ in range(ROUNDS):
        first, second = at_once(close, close)
        assert first == second
        following = Competition.objects.get(previous=league)
        assert following == first
        assert following.entries.count() == 2
        ranking.forget_competition(competition_id=following.pk)


def test_of_two_hours_that_are_accepted_at_once_one_counts(now: datetime) -> None:
    match = fixture(a_league(now, entries=2), 1)
    home, away = (players_of(match, side)[0] for side in (0, 1))
    default = match.scheduled_at
    for _ in range(ROUNDS):
        match.proposals.all().delete()
        Match.objects.filter(pk=match.pk).update(scheduled_at=default)
        offers = [
            match.proposals.create(
                side=side, at=default + (side + 1) * HOUR, proposed_by=user, proposed_at=now
            )
            for side, user in enumerate((home, away))
        ]
        outcomes = at_once(
            partial(schedule.accept_time, proposal_id=offers[0].pk, user=away, now=now),
            partial(schedule.accept_time, proposal_id=offers[1].pk, user=home, now=now),
        )
        assert sorted(outcomes, key=str) == [None, "proposal-closed"]
        (accepted,) = match.proposals.filter(answer=TimeProposal.Answer.ACCEPTED)
        match.refresh_from_db()
        assert match.scheduled_at == accepted.at


def test_an_entry_that_is_called_twice_at_once_sits_at_one_table(now: datetime) -> None:
    league = a_league(now, entries=2, cycles=2)
    organiser = organiser_of(league)
    first, second = fixture(league, 1), fixture(league, 2)
    at = second.scheduled_at
    for _ in range(ROUNDS):  # a table is opened and voided in each
        calls = [
            partial(matches.call_match, match_id=match.pk, now=at) for match in (first, second)
        ]
        assert sorted(map(bool, at_once(*calls))) == [False, True]
        (called,) = Match.objects.filter(state=Match.State.CALLED)
        matches.annul_match(match_id=called.pk, actor=organiser, reason="otra vez", now=at)
