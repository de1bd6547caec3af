"""Clocks in a crowd: real threads on a real database; each act counts once, none deadlocks."""

from datetime import datetime
from functools import partial

import pytest

from accounts.models import User
from games.models import Game
from games.play import clock as play_clock
from tests.games.races import ROUNDS
from tests.tournaments.cups import call, everybody_sits, match_at, table_of
from tests.tournaments.refusals import at_once
from tests.tournaments.timed import LENGTH, SECOND, a_timed_cup, clock_of, fold_a_hand
from tournaments.matches import services as matches
from tournaments.models import AuditEvent, Match, RoundClock
from tournaments.round_clock import services as round_clock
from tournaments.verification import violations

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def a_match(organiser: User, now: datetime, **terms: object) -> Match:
    return match_at(a_timed_cup(organiser, now, entries=2, **terms), 1, 1)


def test_of_two_who_start_a_clock_one_does(organiser: User, now: datetime) -> None:
    for _ in range(ROUNDS):
        match = a_match(organiser, now, with_cards=True)
        start = partial(round_clock.start_clock, round_id=match.round_id, actor=organiser, now=now)
        outcomes = at_once(start, start)
        assert outcomes.count("clock-started") == 1
        assert RoundClock.objects.of(match.round).count() == 1


def test_a_clock_that_is_moved_while_its_table_opens_is_the_tables_too(
    organiser: User, now: datetime
) -> None:
    for _ in range(ROUNDS):
        match = a_match(organiser, now)
        who = {"round_id": match.round_id, "actor": organiser}
        round_clock.start_clock(**who, now=now)
        at_once(
            partial(matches.call_match, match_id=match.pk, now=now),
            partial(round_clock.add_time, **who, minutes=5, now=now),
            partial(round_clock.pause_clock, **who, now=now),
        )
        matches.call_match(match_id=match.pk, now=now)  # it does not wait for a lock
        clock, game = clock_of(match), table_of(match)
        assert (game.bell_at, game.bell_left) == (clock.bell_at, clock.left)
    assert AuditEvent.objects.filter(act=AuditEvent.Act.ADD_TIME).count() == ROUNDS
    assert not list(violations(live=False))


def test_the_bell_the_end_of_a_game_and_more_time_at_once_leave_one_truth(
    organiser: User, now: datetime
) -> None:
    late = now + LENGTH + SECOND
    for _ in range(ROUNDS):
        match = a_match(organiser, now)
        call(match, now)
        everybody_sits(match, now)
        started = round_clock.start_clock(round_id=match.round_id, actor=organiser, now=now)
        game = table_of(match)
        fold_a_hand(game, late, loser=1)
        game.refresh_from_db()
        more = {"round_id": match.round_id, "actor": organiser, "minutes": 5}
        at_once(
            partial(round_clock.notify_round_time_up, clock_id=started.pk, now=late),
            partial(
                play_clock.act_on_timeout,
                game_id=game.pk,
                seen_version=game.version,
                now=game.act_by,
            ),
            partial(round_clock.add_time, **more, now=late),
        )
        match.refresh_from_db()
        game.refresh_from_db()
        assert match.by_time == match.is_decided == (game.status == Game.Status.FINISHED)
    assert not [one for one in violations(live=False) if one.invariant != "I8"]
