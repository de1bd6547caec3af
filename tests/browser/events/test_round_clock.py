"""The clock of a timed round in a browser: the organiser minds it, everybody sees it count."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Route, expect

from tests.games.tables import a_person
from tests.tournaments.cups import an_organiser, match_at
from tests.tournaments.timed import a_timed_cup
from tournaments.matches import services as matches
from tournaments.models import RoundClock
from tournaments.round_clock import services as round_clock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RUNNING = re.compile(r"^quedan 4[45]:\d\d$")
GIVEN_MORE = re.compile(r"^quedan (49|50):\d\d$")
STOPPED = re.compile(r"Reloj parado, quedan 4[45]:\d\d")


@pytest.mark.feature(
    "Competitions", "One round clock: started, stopped and extended, live for everybody"
)
def test_an_organiser_starts_stops_and_prolongs_a_round_and_others_see_it(open_screen):
    organiser = an_organiser()
    cup = a_timed_cup(organiser, timezone.now(), with_cards=True)
    follower = open_screen(f"/competitions/{cup.pk}/", a_person()).page
    desk = open_screen(f"/competitions/{cup.pk}/manage/", organiser).page
    follower.wait_for_selector("#clock", state="attached")
    desk.locator("#next").get_by_role("button", name="Empezar el reloj").click()
    expect(desk.locator("#clocks time[data-bell]")).to_have_text(RUNNING)
    expect(follower.locator("#clock time")).to_have_text(RUNNING)
    desk.get_by_role("button", name="Parar el reloj").click()
    expect(follower.locator("#clock")).to_contain_text(STOPPED)
    desk.get_by_role("button", name="Seguir").click()
    expect(follower.locator("#clock time")).to_have_text(RUNNING)
    desk.get_by_role("button", name="+5 min").click()
    expect(follower.locator("#clock time")).to_have_text(GIVEN_MORE)
    RoundClock.objects.update(bell_at=timezone.now())
    for page in (desk, follower):
        expect(page.locator(".round-clock")).to_contain_text("Sonó la campana")


def test_a_page_from_a_cache_counts_by_the_time_of_now(open_screen):
    organiser, now = an_organiser(), timezone.now()
    cup = a_timed_cup(organiser, now, with_cards=True)
    round_clock.start_clock(round_id=match_at(cup, 1, 1).round_id, actor=organiser, now=now)

    def age(route: Route) -> None:
        answer, then = route.fetch(), (now - timedelta(minutes=10)).timestamp()
        aged = re.sub(r'data-now="[\d.]+"', f'data-now="{then}"', answer.text())
        route.fulfill(response=answer, body=aged)

    page = open_screen("about:blank", routed=True).page
    page.context.grant_permissions(["local-network-access"])  # of a page that was rewritten
    page.route(re.compile(rf"/competitions/{cup.pk}/$"), age)
    page.goto(f"/competitions/{cup.pk}/")
    expect(page.locator("#clock time")).to_have_text(RUNNING)


@pytest.mark.feature("Real cards", "A scorer closes a sheet at the bell")
def test_at_the_bell_a_scorer_is_asked_whether_the_last_hand_is_over(open_screen):
    organiser, now = an_organiser(), timezone.now()
    match = match_at(a_timed_cup(organiser, now, with_cards=True), 1, 1)
    matches.call_match(match_id=match.pk, now=now)
    clock = round_clock.start_clock(round_id=match.round_id, actor=organiser, now=now)
    page = open_screen(f"/matches/{match.pk}/score/", organiser).page
    expect(page.locator("time[data-bell]")).to_have_text(RUNNING)
    page.locator("#plus-01").tap()
    expect(page.locator("#time")).to_have_count(0)
    clock.bell_at = timezone.now()
    clock.save()
    page.locator("#time").tap()
    expect(page.get_by_text("su resultado está anotado")).to_be_visible()
    match.refresh_from_db()
    assert (match.winner, match.by_time) == (0, True)
