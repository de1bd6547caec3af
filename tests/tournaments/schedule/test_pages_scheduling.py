"""The page of a league match: offering hours, answering, setting one; and the fixture."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import User
from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import players_of
from tests.tournaments.events import an_event, award, organiser_of
from tests.tournaments.league_factories import DAY, a_league, fixture
from tournaments.models import Match
from tournaments.schedule import services as schedule
from tournaments.schedule.emails import Reach, reach_of

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def match() -> Match:
    """A match in ten days' time: pages look at the clock."""
    start = timezone.now().replace(hour=20, minute=0, second=0, microsecond=0) + 10 * DAY
    return fixture(a_league(timezone.now(), starts_at=start), 1)


def player(match: Match, side: int, zone: str = "America/Argentina/Buenos_Aires") -> User:
    """Somebody who plays, with a clock."""
    found = players_of(match, side)[0]
    User.objects.filter(pk=found.pk).update(zone=zone)
    found.refresh_from_db()
    return found


def wall(at: datetime, zone: str) -> str:
    """An instant as somebody writes it who lives in a zone."""
    return at.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%dT%H:%M")


def test_an_hour_is_written_on_the_readers_clock_and_accepted_on_anothers(match: Match) -> None:
    home, away = player(match, 0, "Europe/Madrid"), player(match, 1, "America/Montevideo")
    at, page = match.scheduled_at + 2 * HOUR, f"/matches/{match.pk}/"
    browser = a_browser(home)
    assert "hora de Madrid" in text_of(browser.get(page))
    answer = browser.post(f"{page}times/", {"first": wall(at, "Europe/Madrid")}, follow=True)
    assert "sin respuesta" in text_of(answer)
    other = a_browser(away)
    shown = text_of(other.get(page))
    assert f"{at.astimezone(ZoneInfo('America/Montevideo')):%H:%M}" in shown
    number = re.search(r'name="proposal" value="(\d+)"', shown).group(1)
    answer = other.post(f"{page}times/accept/", {"proposal": number}, follow=True)
    assert "Quedó acordado" in text_of(answer)
    match.refresh_from_db()
    assert match.scheduled_at == at


def test_none_of_the_hours_may_suit(match: Match) -> None:
    home, away = player(match, 0), player(match, 1)
    schedule.propose_times(
        match_id=match.pk, user=home, times=[match.scheduled_at + HOUR], now=timezone.now()
    )
    answer = a_browser(away).post(f"/matches/{match.pk}/times/decline/", follow=True)
    assert "sigue a su hora" in text_of(answer)
    assert not match.proposals.open(timezone.now()).exists()


def test_the_page_names_the_readers_zone_and_the_clubs(match: Match) -> None:
    madrid = player(match, 0, "Europe/Madrid")
    page = text_of(a_browser(madrid).get(f"/matches/{match.pk}/"))
    assert "hora de Madrid" in page
    assert "en Buenos Aires" in page


def test_who_does_not_play_sees_the_hour_and_offers_nothing(match: Match) -> None:
    for browser in (a_browser(), a_browser(a_person())):
        page = text_of(browser.get(f"/matches/{match.pk}/"))
        assert "Cuándo se juega" in page
        assert "Proponer" not in page
        assert "Fijar la hora" not in page


@pytest.mark.parametrize(
    "written",
    [
        {},
        {"first": ""},
        {"first": "mañana"},
        {"first": "9999-12-31T23:59"},
        {"first": "0001-01-01T00:00"},
        {"first": "2026-11-30T21:00+03:00"},
        {"first": "2026-11-30T21\x00:00"},
        {"first": "9" * 5000},
    ],
)
def test_an_hour_that_is_none_is_refused_in_words(match: Match, written: dict[str, str]) -> None:
    answer = a_browser(player(match, 0)).post(f"/matches/{match.pk}/times/", written)
    assert answer.status_code == 422
    assert 'class="errors' in text_of(answer) or "error" in text_of(answer)
    assert not match.proposals.exists()


@pytest.mark.parametrize(("written", "why"), [(2020, "ya pasó"), (2100, "dentro del año")])
def test_an_hour_that_is_far_away_is_told_from_one_long_past(match, written, why) -> None:
    hour = {"first": f"{written}-01-01T20:00"}
    answer = a_browser(player(match, 0)).post(f"/matches/{match.pk}/times/", hour)
    assert why in text_of(answer)


def test_an_hour_outside_the_round_is_a_conflict(match: Match) -> None:
    zone = "Europe/Madrid"
    browser = a_browser(player(match, 0, zone))
    late = wall(match.round.deadline_at + HOUR, zone)
    answer = browser.post(f"/matches/{match.pk}/times/", {"first": late})
    assert answer.status_code == 409
    assert "los días de la fecha" in text_of(answer)


def test_strangers_and_foreign_numbers_change_nothing(match: Match) -> None:
    home = player(match, 0)
    at = wall(match.scheduled_at + HOUR, home.zone)
    page = f"/matches/{match.pk}/times/"
    assert a_browser(a_person()).post(page, {"first": at}).status_code == 403
    assert a_browser().post(page, {"first": at}).status_code == 302
    for number, status in ((str(2**63 - 1), 404), (str(2**70), 422), ("x", 422), ("", 422)):
        answer = a_browser(home).post(f"{page}accept/", {"proposal": number})
        assert answer.status_code == status
    assert a_browser(home).get(page).status_code == 405
    assert not match.proposals.exists()


def test_an_offer_is_accepted_on_the_page_of_its_own_match(match: Match) -> None:
    home, away = player(match, 0), player(match, 1)
    schedule.propose_times(
        match_id=match.pk, user=home, times=[match.scheduled_at + HOUR], now=timezone.now()
    )
    league = match.round.group.stage.competition
    other = fixture(league, 1, 2)
    number = match.proposals.get().pk
    answer = a_browser(away).post(f"/matches/{other.pk}/times/accept/", {"proposal": number})
    assert answer.status_code == 404


def test_an_organiser_sets_the_hour_with_a_reason(match: Match) -> None:
    organiser = organiser_of(match.round.group.stage.competition)
    at = match.scheduled_at + 30 * DAY
    browser, page = a_browser(organiser), f"/matches/{match.pk}/"
    written = {"at": wall(at, organiser.zone)}
    assert browser.post(f"{page}hour/", written).status_code == 422
    answer = browser.post(f"{page}hour/", {**written, "reason": "se cortó la luz"}, follow=True)
    text = text_of(answer)
    assert "fijó el horario" in text
    assert "se cortó la luz" in text
    assert "avisamos a todos" in text
    match.refresh_from_db()
    assert match.scheduled_at == at


def test_who_is_told_of_a_new_hour_is_said_truly(match: Match) -> None:
    entry = match.slots.get(side=0).entry
    entry.roster.update(user=None)
    assert reach_of(match) is Reach.SOME
    match.slots.get(side=1).entry.roster.update(user=None)
    assert reach_of(match) is Reach.NOBODY
    organiser = organiser_of(match.round.group.stage.competition)
    written = {"at": wall(match.scheduled_at + DAY, organiser.zone), "reason": "llueve"}
    answer = a_browser(organiser).post(f"/matches/{match.pk}/hour/", written, follow=True)
    assert "avisamos" not in text_of(answer)


@pytest.mark.feature("Leagues", "The fixture by rounds")
def test_the_fixture_shows_a_round_of_all_divisions_and_ones_own_matches() -> None:
    now = timezone.now()
    league = a_league(now, entries=8, divisions=2, starts_at=now + DAY)
    match = fixture(league, 1, tier=2)
    page = text_of(a_browser(player(match, 0)).get(f"/competitions/{league.pk}/fixture/"))
    assert [f"{tier}.ª división" in page for tier in (1, 2)] == [True, True]
    assert "Fecha 1" in page
    assert page.count("data-mine") == 1 + 3  # in the round, and all of the season
    second = text_of(a_browser().get(f"/competitions/{league.pk}/fixture/?round=2"))
    assert "Fecha 2" in second
    assert "data-mine" not in second


@pytest.mark.parametrize("asked", ["0", "99", "x", "-1", "²", "\x00", "9" * 500])
def test_a_round_that_is_none_shows_the_one_being_played(asked: str) -> None:
    now = timezone.now()
    league = a_league(now, starts_at=now + DAY)
    answer = a_browser().get(f"/competitions/{league.pk}/fixture/", {"round": asked})
    assert answer.status_code == 200
    assert "Fecha 1" in text_of(answer)


def test_without_dates_the_round_is_the_first_that_is_not_over() -> None:
    now = timezone.now()
    league = a_league(now, round_days=None)
    for position in (1, 2):
        award(fixture(league, 1, position), 0, now)
    assert "Fecha 2" in text_of(a_browser().get(f"/competitions/{league.pk}/fixture/"))


def test_a_cup_has_no_fixture(now: datetime) -> None:
    cup = an_event(now, "single", 4)
    assert a_browser().get(f"/competitions/{cup.pk}/fixture/").status_code == 404
    hidden = a_league(now, public=False)
    assert a_browser().get(f"/competitions/{hidden.pk}/fixture/").status_code == 404
