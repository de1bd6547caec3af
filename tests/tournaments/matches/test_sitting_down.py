"""Called matches: the time to sit down, and the results of absences."""

from datetime import datetime, timedelta

import pytest
from pytest_django.fixtures import Settings

from accounts.common.errors import RefusedError
from games.models import Game, Heartbeat
from games.play import outages
from games.play.outages import CLOCK
from tests.games.tables import a_person
from tests.tournaments.cups import (
    SECOND,
    WINDOW,
    a_cup,
    a_running_cup,
    an_organiser,
    call,
    enter,
    everybody_sits,
    match_at,
    players_of,
    sit,
    table_of,
    win,
)
from tournaments.draw import services as draw
from tournaments.entries import services as entries
from tournaments.entries.rosters import NamedPlayer
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches
from tournaments.matches import tables
from tournaments.models import Competition, Match
from tournaments.regular_events.robots import robot_player

pytestmark = pytest.mark.django_db
State = Match.State


def close(match: Match, now: datetime) -> bool:
    closed = matches.end_sit_down_window(match_id=match.pk, now=now)
    match.refresh_from_db()
    return closed


@pytest.mark.feature("Competitions", "Matches are called and have a window to sit down")
def test_a_called_match_has_a_table_with_its_players_and_a_window(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2, per_side=2, turn_seconds=45)
    match = match_at(cup, 1, 1)
    game = call(match, now)
    assert (match.state, match.called_at, match.sit_by) == (State.CALLED, now, now + WINDOW)
    seated = [seat.user for seat in game.seats.select_related("user").order_by("number")]
    first, second = players_of(match, 0), players_of(match, 1)
    assert seated == [first[0], second[0], first[1], second[1]]
    assert (game.status, game.competitive, game.turn_seconds) == ("waiting", True, 45)
    assert game.page == f"/matches/{match.pk}/"


def test_a_table_shows_until_when_its_players_are_awaited(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now, entries=2)
    match = match_at(cup, 1, 1)
    game = call(match, now)
    assert game.act_by == match.sit_by
    until = tables.extend_sit_down(match_id=match.pk, actor=organiser, now=now)
    assert announced_deadline(game) == until
    lifecycle.pause(competition_id=cup.pk, actor=organiser, now=now)
    assert announced_deadline(game) is None
    later = now + timedelta(hours=1)
    lifecycle.resume(competition_id=cup.pk, actor=organiser, now=later)
    match.refresh_from_db()
    assert announced_deadline(game) == match.sit_by == later + WINDOW
    sit(game, *players_of(match, 0), now=later)
    assert announced_deadline(game) == match.sit_by
    sit(game, *players_of(match, 1), now=later)
    assert game.status == Game.Status.LIVE
    assert announced_deadline(game) != match.sit_by


def announced_deadline(game: Game) -> datetime | None:
    """The deadline of a table, of which whoever watches has heard."""
    version = game.version
    game.refresh_from_db()
    assert game.version >= version
    return game.act_by


def test_a_match_is_called_once(now: datetime) -> None:
    match = match_at(a_running_cup(an_organiser(), now), 1, 1)
    call(match, now)
    assert not matches.call_match(match_id=match.pk, now=now)
    assert match.games.count() == 1


def test_a_match_that_waits_for_another_is_not_called(now: datetime) -> None:
    final = match_at(a_running_cup(an_organiser(), now), 2, 1)
    assert not matches.call_match(match_id=final.pk, now=now)


def test_the_window_counts_from_the_start_before_the_announced_hour(now: datetime) -> None:
    """An early start confirms that all players are present, so no text mentions a wait of hours."""
    starts = now + timedelta(hours=5)
    match = match_at(a_running_cup(an_organiser(), now, starts_at=starts), 1, 1)
    call(match, now)
    assert match.sit_by == now + WINDOW


def test_an_outage_does_not_bring_the_announced_hour_back(now: datetime) -> None:
    starts = now + timedelta(hours=5)
    match = match_at(a_running_cup(an_organiser(), now, starts_at=starts), 1, 1)
    call(match, now)
    Heartbeat.objects.create(name=CLOCK, at=now)
    assert outages.credit_outage(now=now + timedelta(minutes=2))
    match.refresh_from_db()
    assert match.sit_by == now + WINDOW + timedelta(minutes=2)


def test_the_table_starts_as_soon_as_everybody_sits(now: datetime) -> None:
    match = match_at(a_running_cup(an_organiser(), now), 1, 1)
    call(match, now)
    assert everybody_sits(match, now).status == Game.Status.LIVE
    assert Match.objects.live().get() == match
    assert not close(match, now + WINDOW)


def test_before_its_end_a_window_is_not_closed(now: datetime) -> None:
    match = match_at(a_running_cup(an_organiser(), now), 1, 1)
    call(match, now)
    assert not close(match, now + WINDOW - SECOND)
    assert match.state == State.CALLED


@pytest.mark.feature("Competitions", "An absent side loses by walkover")
@pytest.mark.parametrize("side", [0, 1])
def test_the_side_that_sat_wins_by_walkover_and_goes_on(side: int, now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    match = match_at(cup, 1, 1)
    game = call(match, now)
    sit(game, *players_of(match, side), now=now)
    assert close(match, now + WINDOW)
    assert (match.state, match.winner, match.points_reason) == (State.WALKOVER, side, "walkover")
    game.refresh_from_db()
    assert game.status == Game.Status.ANNULLED
    assert game.revealed_seed
    assert match_at(cup, 2, 1).slots.get(side=0).entry == match.slots.get(side=side).entry


def test_where_nobody_sat_the_place_becomes_a_bye_that_propagates(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=8)
    for position in (1, 2):
        match = match_at(cup, 1, position)
        call(match, now)
        close(match, now + WINDOW)
        assert match.state == State.DOUBLE_WALKOVER
    empty = match_at(cup, 2, 1)
    assert (empty.state, empty.winner) == (State.BYE, None)
    assert match_at(cup, 3, 1).slots.get(side=0).bye


def test_a_cup_to_which_nobody_comes_has_no_champion(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2)
    match = match_at(cup, 1, 1)
    call(match, now)
    close(match, now + WINDOW)
    cup.refresh_from_db()
    assert (cup.state, cup.champion) == (Competition.State.FINISHED, None)


def test_a_side_with_one_partner_there_plays_and_the_other_is_on_automatic(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2, per_side=2)
    match = match_at(cup, 1, 1)
    game = call(match, now)
    sit(game, players_of(match, 0)[0], *players_of(match, 1), now=now)
    assert close(match, now + WINDOW)
    game.refresh_from_db()
    assert game.status == Game.Status.LIVE
    assert [seat.automatic for seat in game.seats.all()] == [False, False, True, False]


def test_robots_have_sat_from_the_start(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    robots = [robot_player(f"robot{number}", "") for number in (1, 2)]
    for robot in robots:
        enter(cup, organiser, now, robot)
    starting = {"competition_id": cup.pk, "actor": organiser, "now": now}
    draw.draw(**starting, seed="s")
    lifecycle.start(**starting)
    game = call(match_at(cup, 1, 1), now)
    assert game.status == Game.Status.LIVE
    assert list(game.seats.values_list("robot", "automatic")) == [(True, False)] * 2


def test_a_further_game_opens_at_once_and_is_played_even_by_those_who_left(
    now: datetime, settings: Settings
) -> None:
    cup = a_running_cup(an_organiser(), now, entries=2, best_of=3)
    match = match_at(cup, 1, 1)
    call(match, now)
    now = win(everybody_sits(match, now), 0, now)
    match.refresh_from_db()
    second = table_of(match)
    assert (match.state, second.status) == (State.CALLED, Game.Status.WAITING)
    assert match.sit_by == now + timedelta(seconds=settings.NEXT_GAME_WINDOW)
    assert close(match, match.sit_by)
    second.refresh_from_db()
    assert (match.state, second.status) == (State.CALLED, Game.Status.LIVE)
    assert all(seat.automatic for seat in second.seats.all())


def test_while_a_competition_is_paused_nobody_is_called_nor_walked_over(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_running_cup(organiser, now)
    called, ready = match_at(cup, 1, 1), match_at(cup, 1, 2)
    call(called, now)
    acting = {"competition_id": cup.pk, "actor": organiser}
    lifecycle.pause(**acting, now=now)
    assert not matches.call_match(match_id=ready.pk, now=now)
    later = now + 2 * WINDOW
    assert not close(called, later)
    lifecycle.resume(**acting, now=later)
    assert not close(called, later)
    assert called.sit_by == later + WINDOW
    assert matches.call_match(match_id=ready.pk, now=later)


def test_who_has_no_seat_at_a_match_cannot_sit_there(now: datetime) -> None:
    cup = a_running_cup(an_organiser(), now)
    first, other = match_at(cup, 1, 1), match_at(cup, 1, 2)
    game = call(first, now)
    with pytest.raises(RefusedError, match="no-seat"):
        sit(game, *players_of(other, 0), now=now)


def test_a_match_of_a_side_without_accounts_is_left_to_the_organiser(now: datetime) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now)
    enter(cup, organiser, now, a_person())
    entries.add_entry(
        competition_id=cup.pk, actor=organiser, players=[NamedPlayer("Don Cosme")], now=now
    )
    starting = {"competition_id": cup.pk, "actor": organiser, "now": now}
    draw.draw(**starting, seed="s")
    lifecycle.start(**starting)
    match = match_at(cup, 1, 1)
    assert not matches.call_match(match_id=match.pk, now=now)
    matches.give_walkover(
        match_id=match.pk, winner=1, actor=organiser, reason="ganó en el club", now=now
    )
    match.refresh_from_db()
    assert match.winner == 1


def test_a_robot_stands_in_for_a_partner_without_account_but_is_not_the_side(
    now: datetime,
) -> None:
    organiser = an_organiser()
    cup = a_cup(organiser, now, per_side=2)
    enter(cup, organiser, now, a_person(), a_person())
    partner = a_person()
    entries.add_entry(
        competition_id=cup.pk,
        actor=organiser,
        players=[NamedPlayer(str(partner), partner), NamedPlayer("Don Cosme")],
        now=now + SECOND,
    )
    starting = {"competition_id": cup.pk, "actor": organiser, "now": now}
    draw.draw(**starting, seed="s")
    lifecycle.start(**starting)
    match = match_at(cup, 1, 1)
    game = call(match, now)
    assert game.seats.filter(user__isnull=True, robot=True).count() == 1
    close(match, now + WINDOW)
    assert match.state == State.DOUBLE_WALKOVER
