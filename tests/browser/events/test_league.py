"""A league match: two captains agree on a time by phone, and its table opens then."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.browser.screens import Screen
from tests.tournaments.cups import players_of
from tests.tournaments.league_factories import DAY, a_league, fixture
from tournaments.models import Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def a_match_next_week() -> Match:
    """The two who play have a round of a week before them."""
    now = timezone.now()
    return fixture(a_league(now, entries=2, starts_at=now + 7 * DAY, presencial=True), 1)


def from_the_front_page(open_screen, match: Match, side: int) -> Screen:
    """Somebody's phone, at the page of their match."""
    screen = open_screen("/", players_of(match, side)[0])
    screen.follow(screen.page.get_by_role("link", name="Ver el partido o proponer otra hora"))
    return screen


def test_two_captains_agree_on_an_hour_and_the_table_opens(open_screen):
    match = a_match_next_week()
    default = match.scheduled_at
    home = from_the_front_page(open_screen, match, 0)
    proposes(home, match)
    expect(home.page.get_by_text("sin respuesta")).to_have_count(2)

    away = open_screen("/", players_of(match, 1)[0])
    away.follow(away.page.get_by_role("link", name="te propone otro horario"))
    expect(away.page.get_by_role("button", name="Aceptar")).to_have_count(2)
    away.follow(away.page.get_by_role("button", name="Aceptar").nth(1))
    expect(away.page.get_by_text("Quedó acordado")).to_be_visible()
    expect(away.page.get_by_role("button", name="Aceptar")).to_have_count(0)
    match.refresh_from_db()
    assert match.scheduled_at == default.replace(second=0, microsecond=0) + timedelta(hours=3)

    Match.objects.filter(pk=match.pk).update(scheduled_at=timezone.now())  # the hour has come
    for screen in (home, away):
        screen.open("/")
        sit = screen.page.get_by_role("link", name="Sentarme")
        screen.look_until(sit)
        screen.follow(sit)
    expect(home.page.locator(".held").first).to_be_visible()
    match.refresh_from_db()
    assert match.state == Match.State.CALLED


def proposes(screen: Screen, match: Match) -> None:
    """Two hours later, or three: written as the phone's own field takes them."""
    page = screen.page
    page.get_by_text("Proponer otro horario").tap()
    zone = timezone.zoneinfo.ZoneInfo(players_of(match, 0)[0].zone)
    for label, hours in (("Un horario", 2), ("Otro", 3)):
        at = match.scheduled_at.astimezone(zone) + timedelta(hours=hours)
        page.get_by_label(label, exact=False).first.fill(f"{at:%Y-%m-%dT%H:%M}")
    screen.follow(page.get_by_role("button", name="Proponer", exact=True))
