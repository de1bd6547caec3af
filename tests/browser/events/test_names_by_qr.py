"""A cup of names on eight phones of one hall, over plain HTTP: from the question to a champion."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import APIResponse, Route, expect

from tests.browser.conftest import HALL
from tests.browser.players import Player, play_to_the_end
from tests.browser.screens import Screen
from tests.browser.taps import Counts, Taps
from tests.browser.test_accessibility import violations
from tests.browser.test_wall import MEASURED
from tests.tournaments.cups import an_organiser, match_at
from tests.tournaments.events import award
from tests.tournaments.names import PAIRS, an_event_of_names, claims, named
from tournaments.draw import services as draw
from tournaments.models import Competition, Match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TO_ASK_AND_BEGIN = Counts(taps=4, fields=0, pages=4)
TO_SIT = Counts(taps=3, fields=0, pages=3)  # from the scanned code to the table
AWAITED = 60_000  # milliseconds: calling is a task of the site, and eight phones keep it busy
GIVES_UP = ("mazo",)


def a_cup_of_names() -> Competition:
    """Create a cup of four named pairs, drawn, before the question of how they play."""
    organiser, now = an_organiser(), timezone.now()
    cup = an_event_of_names(organiser, now, PAIRS, by_qr=False, cap=4, turn_seconds=120)
    draw.draw(competition_id=cup.pk, actor=organiser, seed="semilla", now=now)
    return cup


def takes(screen: Screen, name: str) -> Taps:
    """A phone that has scanned the QR: the name, and a yes."""
    taps = Taps(screen)
    taps.follow(screen.page.get_by_role("link", name=f"{name} con"))
    taps.follow(screen.page.get_by_role("button", name=f"Sí, soy {name}"))
    expect(screen.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    return taps


def sits_down(screen: Screen, taps: Taps) -> None:
    sit = screen.page.get_by_role("link", name="Sentarme")
    sit.wait_for(timeout=AWAITED)  # on the page of the names, without a tap
    taps.follow(sit)
    assert taps.counts == TO_SIT


@pytest.mark.feature("Entries", "Names are claimed by QR and confirmed by the partner or staff")
@pytest.mark.long
def test_eight_phones_take_their_names_play_and_there_is_a_champion(open_screen, settings):
    settings.ALLOWED_HOSTS = [HALL, "127.0.0.1"]
    cup = a_cup_of_names()
    organiser = cup.club.members.get()
    desk = open_screen(f"/competitions/{cup.pk}/manage/", organiser, desk=True)
    taps = Taps(desk)
    taps.follow(desk.page.get_by_role("button", name="Dar comienzo"))
    expect(desk.page.get_by_text("4 de 4 parejas no tienen cuenta.")).to_be_visible()
    taps.follow(desk.page.get_by_role("button", name="Mostrar el QR"))

    people = [name for pair in PAIRS for name in pair]
    phones = {name: open_screen(f"/c/{cup.code}/", host=HALL) for name in people}
    last = phones[people[-1]].page
    counted = {}
    for name, phone in phones.items():
        counted[name] = takes(phone, name)
    expect(last.get_by_text("… falta confirmar")).to_have_count(8)  # one hall, one network
    taps.follow(desk.page.get_by_role("button", name="Confirmar los 8"))
    expect(last.get_by_text("✓ ya está")).to_have_count(8)
    expect(desk.page.get_by_text("8 de 8 ya están")).to_be_visible()
    taps.follow(desk.page.get_by_role("button", name="Dar comienzo"))
    assert taps.counts == TO_ASK_AND_BEGIN

    for name, phone in phones.items():
        sits_down(phone, counted[name])
    one_match_is_played(cup, phones)
    other = Match.objects.of(cup.pk).get(round__number=1, state__in=Match.PLAYABLE)
    assert other.games.get().game.seats.filter(sat_at__isnull=True).count() == 0
    award(other, 0, timezone.now())
    award(match_at(cup, 2, 1), 0, timezone.now())
    cup.refresh_from_db()
    winner = phones[cup.champion.roster.get(number=1).name]
    winner.open(f"/competitions/{cup.pk}/")
    expect(winner.page.locator("#podium")).to_contain_text(str(cup.champion))


def test_news_that_overtake_an_answer_are_asked_for_once_more(open_screen):
    cup = a_cup_of_names()
    Competition.objects.filter(pk=cup.pk).update(names_by_qr=True)
    page = open_screen(f"/c/{cup.code}/", routed=True).page
    page.wait_for_selector("#changed[data-version]", state="attached")
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        held.append((route, route.fetch()))  # as it was then

    page.route(re.compile(r"/names/\?"), hold, times=1)
    claims(cup, "Ana", timezone.now())
    while not held:
        page.wait_for_function("() => document.querySelector('#names.htmx-request')")
    claims(cup, "Beto", timezone.now())
    page.wait_for_function("() => document.querySelector('#names[data-news]')")
    ((route, answer),) = held
    route.fulfill(response=answer)
    expect(page.get_by_text("✓ ya está")).to_have_count(2)


def test_a_search_of_names_stays_when_news_come(open_screen):
    cup = a_cup_of_names()
    Competition.objects.filter(pk=cup.pk).update(names_by_qr=True)
    page = open_screen(f"/c/{cup.code}/").page
    page.wait_for_selector("#changed[data-version]", state="attached")
    page.get_by_label("Buscá o tocá tu nombre").fill("Ana")
    expect(page.locator("#list > li")).to_have_count(2)  # Ana, and Beto with her
    page.locator("h1").tap()
    claims(cup, "Ana", timezone.now())
    expect(page.locator("#list .there")).to_have_count(1)
    expect(page.locator("#list > li")).to_have_count(2)
    expect(page.get_by_label("Buscá o tocá tu nombre")).to_have_value("Ana")


def test_a_search_that_begins_before_news_have_come_stays(open_screen):
    cup = a_cup_of_names()
    Competition.objects.filter(pk=cup.pk).update(names_by_qr=True)
    page = open_screen(f"/c/{cup.code}/", routed=True).page
    page.wait_for_selector("#changed[data-version]", state="attached")
    held: list[Route] = []
    page.route(re.compile(r"/names/\?q=$"), lambda route: held.append(route), times=1)
    claims(cup, "Ana", timezone.now())
    while not held:
        page.wait_for_function("() => document.querySelector('#names.htmx-request')")
    page.get_by_label("Buscá o tocá tu nombre").fill("Ana")
    with page.expect_event("requestfinished", lambda request: request.url.endswith("?q=")):
        held[0].continue_()
    expect(page.locator("#list > li")).to_have_count(2)
    expect(page.get_by_label("Buscá o tocá tu nombre")).to_have_value("Ana")


def one_match_is_played(cup: Competition, phones: dict[str, Screen]) -> None:
    """Play one match: the second side of the first table folds every hand."""
    game = match_at(cup, 1, 1).games.get().game
    players = [
        Player(phones[str(seat.user)], wishes=GIVES_UP if seat.team else ())
        for seat in game.seats.order_by("number")
    ]
    play_to_the_end(*players)
    match = match_at(cup, 1, 1)
    assert (match.state, match.winner) == (Match.State.COMPLETED, 0)


@pytest.mark.sampled
def test_the_pages_of_names_have_no_faults_and_fit_a_small_phone(open_screen):
    cup = a_cup_of_names()
    organiser, now = cup.club.members.get(), timezone.now()
    Competition.objects.filter(pk=cup.pk).update(names_by_qr=True)
    cup.refresh_from_db()
    claims(cup, "Ana", now)
    event = f"/competitions/{cup.pk}"
    staff = open_screen(f"{event}/how/", organiser)
    assert violations(staff, (f"{event}/how/", f"{event}/claims/")) == []
    wall = open_screen(f"{event}/wall/", organiser, desk=True).page
    wall.set_viewport_size({"width": 1280, "height": 720})
    expect(wall.get_by_text("Abrí la cámara, apuntá acá y tocá tu nombre.")).to_be_visible()
    assert wall.evaluate(MEASURED)["cut"] == []
    phone = open_screen(f"{event}/names/")
    one = f"{event}/names/{named(cup, 'Beto').pk}/"
    assert violations(phone, (f"{event}/names/", one)) == []
    for screen, paths in ((staff, ("how/", "claims/")), (phone, ("names/",))):
        screen.page.set_viewport_size({"width": 320, "height": 640})
        for path in paths:
            screen.open(f"{event}/{path}")
            assert screen.page.evaluate("document.documentElement.scrollWidth") <= 320
