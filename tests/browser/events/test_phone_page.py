"""An event's page on a phone: the reader's table, results and round come first, and fit."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.screens import PHONE
from tests.tournaments.cups import a_running_cup, an_organiser, call, everybody_sits, match_at
from tests.tournaments.events import award, ready
from tournaments.formats.options import FormatOptions
from tournaments.models import Competition, Entry, Match, RosterPlayer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAME = "Ramón Díaz y José María Paz"
TOP = "selector => document.querySelector(selector).getBoundingClientRect().top"
BLANK = """() => document.querySelector(".stages").getBoundingClientRect().top
  - document.querySelector(".find-own").getBoundingClientRect().bottom"""
TALLEST = """() => Math.max(...[...document.querySelectorAll(".step")]
  .map(step => step.getBoundingClientRect().height))"""
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
OVERFLOW = """selector => [...document.querySelectorAll(selector)]
  .map(one => one.scrollWidth - one.clientWidth)"""

HEIGHTS = """selector => [...document.querySelectorAll(selector)]
  .map(one => one.getBoundingClientRect().height)"""


@pytest.fixture
def event(transactional_db) -> Competition:
    """A Swiss of pairs with real cards whose second round is played; the first has a result."""
    shape = FormatOptions(format="swiss", swiss_rounds=3)
    event = a_running_cup(
        an_organiser(), timezone.now(), entries=9, per_side=2, with_cards=True, shape=shape
    )
    event.entries.update(name=NAME)
    first = Match.objects.of(event.pk).filter(round__number=1)
    for match in first.filter(state__in=Match.PLAYABLE):
        award(match, 0, timezone.now())
    return event


def a_player(event: Competition) -> User:
    last = Match.objects.of(event.pk).filter(state__in=Match.PLAYABLE).last()
    player = RosterPlayer.objects.filter(entry__in=last.slots.values("entry")).first()
    return player.user


def test_the_round_comes_first_and_in_it_ones_own_match(event, open_screen):
    path, player = f"/competitions/{event.pk}/", a_player(event)
    page = open_screen(path, player).page
    assert page.evaluate(TOP, ".fixtures") < page.evaluate(TOP, ".standings")
    own = page.locator(".match.called:has([data-mine])").bounding_box()
    others = page.locator(".match.called:not(:has([data-mine]))").all()
    assert own["y"] < min(other.bounding_box()["y"] for other in others)
    desk = open_screen(path, player, desk=True).page
    assert desk.evaluate(TOP, ".standings") < desk.evaluate(TOP, ".fixtures")


@pytest.mark.parametrize("width", [320, 390])
def test_ones_way_is_in_lines_that_are_read(width, event, open_screen):
    page = open_screen("/rules/", a_player(event)).page
    page.set_viewport_size({**PHONE["viewport"], "width": width})
    page.goto(f"/competitions/{event.pk}/")
    assert page.evaluate(TALLEST) < 100


def test_a_strangers_page_has_no_blank_band_and_whole_standings(event, open_screen):
    page = open_screen(f"/competitions/{event.pk}/").page
    assert page.evaluate(BLANK) <= 48
    assert set(page.evaluate(OVERFLOW, ".standings, .scroll-x")) == {0}


def test_each_player_has_one_line_of_the_standings(transactional_db, open_screen):
    shape = FormatOptions(format="swiss", swiss_rounds=4)
    event = a_running_cup(an_organiser(), timezone.now(), entries=22, cap=32, shape=shape)
    usual = ("Ramón Díaz", "Marta Etcheverry", "José María Paz")
    for number, entry in enumerate(event.entries.all()):
        Entry.objects.filter(pk=entry.pk).update(name=f"{usual[number % 3]} {number}")
    for match in ready(event):
        award(match, 0, timezone.now())
    page = open_screen(f"/competitions/{event.pk}/").page
    page.set_viewport_size(PHONE["viewport"])
    heights = page.evaluate(HEIGHTS, ".standings tbody tr")
    assert len(heights) == 22
    assert max(heights) <= 48


@pytest.mark.parametrize("width", [320, 390])
def test_a_stranger_taps_a_pair_and_is_kept_shown_its_match(width, event, open_screen):
    screen = open_screen(f"/c/{event.code}/")
    page = screen.page
    page.set_viewport_size({**PHONE["viewport"], "width": width})
    playing = Match.objects.of(event.pk).filter(state__in=Match.PLAYABLE).last()
    page.locator(f"button[value='{playing.slots.get(side=0).entry_id}']").tap()
    own = page.get_by_label("Tu lugar")
    expect(own).to_contain_text(f"Partido {playing.number}")
    assert page.evaluate(TOO_WIDE) == 0
    award(playing, 0, timezone.now())
    expect(own).to_contain_text("Por ahora no le toca otro partido.")


def test_a_card_that_ends_keeps_its_place(transactional_db, open_screen):
    now = timezone.now()
    cup = a_running_cup(an_organiser(), now, entries=4)
    match = match_at(cup, 1, 1)
    call(match, now)
    everybody_sits(match, now)
    page = open_screen(f"/competitions/{cup.pk}/").page
    expect(page.locator("#tables > li")).to_contain_text("en vivo")
    before = page.evaluate(TOP, ".stages")
    award(match, 0, timezone.now())
    expect(page.locator("#tables > li")).to_contain_text("terminó")
    assert page.evaluate(TOP, ".stages") == before
