"""Called matches: the players are notified on any page of the site, and no other users are."""

import re
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.live.subscribers import RenderKey
from tests.games.tables import a_person
from tests.tournaments.cups import (
    a_running_cup,
    an_organiser,
    call,
    everybody_sits,
    match_at,
    players_of,
)
from tests.tournaments.league_factories import a_league, fixture
from tournaments.lifecycle import services as lifecycle
from tournaments.live.match import NEXT_MATCHES
from tournaments.matches import services as matches
from tournaments.matches.tables import extend_sit_down
from tournaments.models import Match
from tournaments.schedule import services as schedule

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]

PATH = "/ws/next-match/"
NOT_YOURS = 4403


@pytest.fixture
def cup():
    return a_running_cup(an_organiser(), timezone.now())


@pytest.fixture
def match(cup):
    return match_at(cup, 1, 1)


def waiting(visit, person, language="es-ar"):
    """Somebody's open home page, which has shown what there was."""
    line = visit(person).listen(f"{PATH}?language={language}")
    line.wait_for(lambda frame: "data-now=" in frame)
    return line


def until(line) -> datetime:
    """The deadline that the last card counts down to."""
    found = re.search(r'data-until="([\d.]+)"', line.heard[-1])
    return datetime.fromtimestamp(float(found[1]), tz=timezone.get_default_timezone())


@pytest.mark.feature("Competitions", "Players are called to their next match on any page")
@pytest.mark.usefixtures("slow_pulse")
def test_both_players_hear_that_they_are_called_each_in_their_words(visit, match):
    home, away = (players_of(match, side)[0] for side in (0, 1))
    User.objects.filter(pk=away.pk).update(zone="Europe/Madrid")
    lines = waiting(visit, home), waiting(visit, away, "en")
    game = call(match, timezone.now())
    for line, rival, place in zip(lines, (away, home), ("Buenos Aires", "Madrid"), strict=True):
        card = line.wait_for(lambda frame: f'href="/tables/{game.pk}/#sit"' in frame)
        assert str(rival) in card
        assert place in card
        assert until(line) == match.sit_by
    assert "Sentarme" in lines[0].heard[-1]
    assert "Sit down" in lines[1].heard[-1]


@pytest.mark.usefixtures("slow_pulse")
def test_what_is_moved_begun_and_decided_is_told(visit, cup, match):
    line, organiser = waiting(visit, players_of(match, 0)[0]), cup.club.members.get()
    call(match, timezone.now())
    line.wait_for(lambda frame: "data-until" in frame)
    before = until(line)
    extend_sit_down(match_id=match.pk, actor=organiser, now=timezone.now())
    line.wait_for(lambda frame: "data-until" in frame and until(line) > before)
    everybody_sits(match, timezone.now())
    line.wait_for(lambda frame: "Volver a la mesa" in frame)
    matches.give_walkover(
        match_id=match.pk, winner=0, actor=organiser, reason="No vino", now=timezone.now()
    )
    line.wait_for(lambda frame: "Falta que termine el partido 2" in frame)
    lifecycle.cancel(
        competition_id=cup.pk, actor=organiser, now=timezone.now(), reason="Se cortó la luz"
    )
    line.wait_for(lambda frame: "next-match" not in frame)


@pytest.mark.usefixtures("slow_pulse")
def test_a_new_hour_is_told_to_both_sides(visit):
    league = a_league(timezone.now())
    match = fixture(league, 1)
    line = waiting(visit, players_of(match, 1)[0])
    at = match.scheduled_at.replace(hour=3, minute=7, second=0, microsecond=0)
    schedule.set_time(
        match_id=match.pk,
        actor=league.club.members.get(),
        at=at,
        reason="Se corre",
        now=timezone.now(),
    )
    line.wait_for(lambda frame: "a las 00:07" in frame)


@pytest.mark.usefixtures("slow_pulse")
def test_nobody_hears_of_a_match_that_is_not_theirs(visit, cup, match):
    other = match_at(cup, 1, 2)
    listener, stranger = waiting(visit, players_of(other, 0)[0]), waiting(visit, a_person())
    game = call(match, timezone.now())
    theirs = call(other, timezone.now())
    listener.wait_for(lambda frame: f"/tables/{theirs.pk}/" in frame)
    for line in (listener, stranger):
        assert not any(f"/tables/{game.pk}/" in frame for frame in line.heard)
        for player in (*players_of(match, 0), *players_of(match, 1)):
            assert not any(str(player) in frame for frame in line.heard)
    assert len(stranger.heard) == 1


def test_who_is_not_signed_in_is_shut_out(visit):
    assert visit().listen(PATH).close_code() == NOT_YOURS


@pytest.mark.usefixtures("quick_pulse")
def test_what_no_hint_told_is_healed_by_the_pulse(visit, match):
    call(match, timezone.now())
    line, later = waiting(visit, players_of(match, 0)[0]), match.sit_by + timedelta(minutes=3)
    assert until(line) == match.sit_by
    Match.objects.filter(pk=match.pk).update(sit_by=later)
    line.wait_for(lambda frame: "data-until" in frame and until(line) == later)


def test_a_full_house_that_waits_takes_few_queries(django_assert_max_num_queries):
    cup = a_running_cup(an_organiser(), timezone.now(), entries=32, cap=32)
    people = list(User.objects.filter(roster_places__competition=cup).values_list("pk", flat=True))
    nobody = a_person().pk
    with django_assert_max_num_queries(2):
        marks = NEXT_MATCHES.versions([*people, nobody])
    assert set(marks) == {*people, nobody}
    with django_assert_max_num_queries(9):
        NEXT_MATCHES.render(people[0], [RenderKey(None, "es-ar"), RenderKey(None, "en")])
