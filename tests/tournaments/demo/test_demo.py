"""The demo club: always a cup under way, a short history, and nothing of anybody else's."""

from datetime import datetime, timedelta
from random import Random

import pytest
from django.db.models import QuerySet

from accounts.models import Club
from games.models import Game
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser
from tournaments.demo.club import (
    ENTRIES,
    KEPT,
    NAMES,
    PAST_ENTRIES,
    demo_club,
    found_club,
    keep_playing,
    play_past_cups,
)
from tournaments.demo.competitions import KEPT as KEPT_SEASONS
from tournaments.demo.competitions import found_league, keep_league, leagues
from tournaments.lifecycle import services as lifecycle
from tournaments.matches import services as matches_services
from tournaments.models import Competition, Match, PlayerStanding
from tournaments.series.queries import read_table
from tournaments.tasks import demo_keeper, heal_rankings
from tournaments.verification import violations

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def cups(club: Club) -> QuerySet[Competition]:
    """Its cups, without the league."""
    return club.competitions.exclude(stages__format="league")


def keep(now: datetime) -> Competition:
    """One round of the keeper; the cup under way after it."""
    club = found_club()
    keep_playing(club, chance=Random(1), now=now)
    return cups(club).exclude(state__in=Competition.OVER).get()


def end(cup: Competition, now: datetime) -> None:
    host = cup.club.members.get(memberships__role="owner")
    lifecycle.cancel(competition_id=cup.pk, actor=host, reason="prueba", now=now)


def test_a_site_without_a_demo_club_is_left_alone() -> None:
    demo_keeper()
    assert not Competition.objects.exists()
    assert demo_club() is None


def test_the_demo_club_has_its_players_and_is_founded_once() -> None:
    club = found_club()
    assert found_club() == club
    assert club.members.count() == len(NAMES) + 1
    assert not club.members.filter(is_robot=False).exists()


@pytest.mark.feature("Operation", "The demo club")
def test_a_cup_is_under_way_on_live_tables(now: datetime) -> None:
    cup = keep(now)
    assert (cup.state, cup.entries.count()) == (Competition.State.RUNNING, ENTRIES)
    assert Game.objects.filter(status=Game.Status.LIVE, public=True).count() == ENTRIES // 2
    assert keep(now + DAY) == cup


@pytest.mark.sampled
def test_past_cups_add_up_to_one_table(now: datetime) -> None:
    club = found_club()
    play_past_cups(club, chance=Random(1), now=now)
    running = keep(now)
    heal_rankings()
    table = read_table(club.series.get(), now)
    assert len(table.events) == 2
    assert list(table.coming) == [running]
    assert len(table.lines) >= PAST_ENTRIES
    assert all(line.player.username for line in table.lines)


def test_a_finished_cup_is_followed_by_one_of_the_other_kind(now: datetime) -> None:
    first = keep(now)
    end(first, now)
    second = keep(now)
    assert {first.players_per_side, second.players_per_side} == {1, 2}
    assert first.name != second.name


@pytest.mark.sampled
def test_old_cups_go_with_their_games(now: datetime) -> None:
    for day in range(KEPT + 2):
        end(keep(now + day * DAY), now + day * DAY)
    keep(now + 10 * DAY)
    over = Competition.objects.filter(state__in=Competition.OVER)
    assert over.count() == KEPT
    assert not Game.objects.filter(match_game__isnull=True).exists()
    assert list(violations(live=False)) == []


def test_cups_of_other_clubs_stay(now: datetime) -> None:
    organiser = an_organiser()
    for _ in range(KEPT + 2):
        cup = a_running_cup(organiser, now, entries=2)
        lifecycle.cancel(competition_id=cup.pk, actor=organiser, reason="prueba", now=now)
    keep(now)
    assert organiser.clubs.get().competitions.count() == KEPT + 2


def test_a_new_demo_club_gets_a_history_once(now: datetime) -> None:
    club = found_club()
    for _ in range(2):
        play_past_cups(club, past=(DAY,), chance=Random(1), now=now)
    cup = cups(club).get()
    assert cup.state == Competition.State.FINISHED
    assert cup.finished_at < now
    assert PlayerStanding.objects.count() == PAST_ENTRIES
    assert list(violations(live=False)) == []


def test_a_person_who_has_a_robots_name_keeps_it(now: datetime) -> None:
    person = a_person("tato.pereyra")
    cup = keep(now)
    person.refresh_from_db()
    assert not person.is_robot
    assert cup.club.members.filter(display_name="Tato Pereyra").get() != person


@pytest.mark.sampled
def test_a_person_who_joined_the_demo_club_is_not_entered(now: datetime) -> None:
    guest = a_person()
    found_club().memberships.create(user=guest)
    for day in range(3):
        cup = keep(now + day * DAY)
        assert not cup.entries.filter(roster__user=guest).exists()
        end(cup, now + day * DAY)


def test_the_league_has_two_divisions_results_and_an_agreed_hour(now: datetime) -> None:
    found_league(found_club(), rank=lambda pk: None, chance=Random(1), now=now)
    (league,) = leagues(found_club())
    assert league.stages.count() == 2
    matches = Match.objects.of(league.pk)
    assert matches.filter(state=Match.State.COMPLETED).count() == 4
    assert matches.filter(state=Match.State.READY, scheduled_at__gt=now).count() == 8
    agreed, offered = league.audit.filter(act="agree-time"), league.audit.filter(act="propose-time")
    assert (agreed.count(), offered.count()) == (1, 2)
    found_league(found_club(), rank=lambda pk: None, chance=Random(1), now=now)
    assert leagues(found_club()) == [league]


@pytest.mark.sampled
def test_a_season_follows_a_finished_one_and_the_oldest_go(now: datetime) -> None:
    club = found_club()
    found_league(club, rank=lambda pk: None, chance=Random(1), now=now)
    host = club.members.get(memberships__role="owner")
    for _ in range(4):
        for match in Match.objects.of(leagues(club)[0].pk).undecided():
            matches_services.give_walkover(
                match_id=match.pk, winner=0, actor=host, reason="prueba", now=now
            )
        keep_league(club, now=now)
    seasons = leagues(club)
    assert len(seasons) == KEPT_SEASONS + 1
    assert [season.season for season in seasons] == ["Primera 5", "Primera 4", "Primera 3"]
    assert seasons[0].state == Competition.State.RUNNING
