"""Leagues on the front page and at the organiser's desk."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.games.tables import a_person
from tests.tournaments.browsers import a_browser, text_of
from tests.tournaments.cups import a_cup, enter, players_of
from tests.tournaments.events import award, organiser_of
from tests.tournaments.league_factories import DAY, a_league, fixture
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Draft, Match, Round
from tournaments.schedule import services as schedule
from tournaments.withdrawals import services as withdrawals

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def test_the_front_page_tells_of_the_next_match_with_its_day() -> None:
    now = timezone.now()
    match = fixture(a_league(now, starts_at=now + 10 * DAY), 1)
    home, away = (players_of(match, side)[0] for side in (0, 1))
    page = text_of(a_browser(home).get("/"))
    assert "Tu próximo partido" in page
    assert str(away) in page
    assert "la mesa se abre sola" in page
    assert f"/matches/{match.pk}/" in page
    assert "Tenés partido" not in page  # ten days are far


def test_a_second_match_within_two_days_is_told_of_above() -> None:
    now = timezone.now()
    league = a_league(now, entries=2, cycles=2, starts_at=now + HOUR, round_days=1)
    second = fixture(league, 2)
    home, away = (players_of(second, side)[0] for side in (0, 1))
    page = text_of(a_browser(home).get("/"))
    assert "Tenés partido" in page
    assert f"/matches/{second.pk}/" in page
    assert str(away) in page


def test_hours_that_await_an_answer_are_told_to_the_other_side_alone() -> None:
    now = timezone.now()
    match = fixture(a_league(now, starts_at=now + 10 * DAY), 1)
    home, away = (players_of(match, side)[0] for side in (0, 1))
    at = match.scheduled_at + HOUR / 2
    schedule.propose_times(match_id=match.pk, user=home, times=[at], now=now)
    assert "falta tu respuesta" in text_of(a_browser(away).get("/"))
    assert "falta tu respuesta" not in text_of(a_browser(home).get("/"))
    schedule.decline_times(match_id=match.pk, user=away, now=now)
    assert "falta tu respuesta" not in text_of(a_browser(away).get("/"))


def test_the_desk_of_a_league_shows_what_is_late_and_counts_what_is_to_come() -> None:
    now = timezone.now()
    league = a_league(now)
    late, stuck = fixture(league, 1), fixture(league, 2)
    Round.objects.filter(pk=late.round_id).update(deadline_at=now - HOUR)
    Match.objects.filter(pk=stuck.pk).update(scheduled_at=None)
    desk = f"/competitions/{league.pk}/manage/"
    browser = a_browser(organiser_of(league))
    assert "3 partidos se quedaron sin su hora" in text_of(browser.get(desk))
    page = text_of(browser.get(f"{desk}?s=standings"))
    assert "Se les pasó la fecha" in page
    assert "Sin hora, o no se pudieron abrir" in page
    assert "5 partidos esperan su hora" in page


def test_whoever_leaves_a_league_loses_all_that_is_to_come() -> None:
    now = timezone.now()
    league = a_league(now)
    award(fixture(league, 1), 0, now)
    entry = fixture(league, 1).slots.get(side=0).entry
    withdrawals.withdraw(
        entry_id=entry.pk, actor=organiser_of(league), now=now, reason="se mudó de ciudad"
    )
    assert not Match.objects.undecided().filter(slots__entry=entry).exists()
    assert Match.objects.undecided().filter(round__group__stage__competition=league).count() == 3


def test_a_draft_of_a_league_asks_for_its_first_day_and_is_then_drawn(organiser, now) -> None:
    shape = FormatOptions(format="league", cycles=1)
    league = a_cup(organiser, now, shape=shape, round_days=7, publishes_alone=False)
    for _ in range(4):
        enter(league, organiser, now, a_person())
    browser, page = a_browser(organiser), f"/competitions/{league.pk}/draw/"
    asked = text_of(browser.post(page, {"draft": "1"}))
    assert '<input type="hidden" name="draft" value="1">' in asked
    assert not Draft.objects.exists()
    start = timezone.now() + 10 * DAY
    drawn = browser.post(page, {"draft": "1", "starts_at": f"{start:%Y-%m-%dT20:00}"})
    assert drawn.url == f"/competitions/{league.pk}/draft/"
    Competition.objects.filter(pk=league.pk).update(starts_at=None)
    seen = {"seen": Draft.objects.get().mark}
    refused = text_of(browser.post(f"/competitions/{league.pk}/draft/publish/", seen))
    assert f"/competitions/{league.pk}/edit/#id_starts_at" in refused
