"""The grid of results while others write: rounds, bells, conflicts; nothing moves at a tap."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tests.tournaments.timed import a_timed_cup
from tournaments.judging.officials import appoint_official
from tournaments.matches import services as matches
from tournaments.models import Competition, HeldMarks, Match, Official, ResultSubmission, RoundClock
from tournaments.results.services import save_row
from tournaments.round_clock import services as round_clock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAMES = [(5, 2)]


@pytest.fixture
def organiser():
    return an_organiser()


@pytest.fixture
def cup(organiser) -> Competition:
    return a_running_cup(organiser, timezone.now(), with_cards=True)


def page_of(cup: Competition) -> str:
    return f"/competitions/{cup.pk}/results/"


def row(page: Page, match: Match):
    return page.locator(f"#m{match.pk}")


def key(page: Page, points: int):
    return page.locator("#pad").get_by_role("button", name=str(points), exact=True)


def saved_elsewhere(match: Match, organiser) -> None:
    now = timezone.now()
    save_row(match_id=match.pk, games=GAMES, seen=0, actor=organiser, now=now, reason="")


def test_a_result_that_came_under_the_finger_is_not_typed_over(open_screen, organiser, cup):
    match, other = (match_at(cup, 1, position) for position in (1, 2))
    scorer, role, now = a_person(), Official.Role.SCORER, timezone.now()
    appoint_official(competition_id=cup.pk, actor=organiser, user=scorer, role=role, now=now)
    screen = open_screen(page_of(cup), organiser)
    page = screen.page
    expect(row(page, match)).to_have_class(re.compile("active"))
    saved_elsewhere(match, scorer)
    expect(row(page, match)).to_have_class(re.compile("saved"))
    expect(row(page, other)).to_have_class(re.compile("active"))
    row(page, match).locator(".side1").tap()
    key(page, 3).tap()
    expect(row(page, match)).to_contain_text("Lo tuyo: 3–5")
    assert ResultSubmission.objects.get().chicos == [[[5, 2]]]
    assert HeldMarks.objects.get().games == [(3, 5)]
    row(page, match).locator(".side1").tap()  # who has read it corrects it in one act
    key(page, 4).tap()
    expect(page.locator("#said")).to_contain_text("4–5. ✓")
    screen.faults.clear()  # the console names the refusal


def test_what_somebody_else_saved_is_taken_instead_of_what_is_typed(open_screen, organiser, cup):
    match = match_at(cup, 1, 1)
    page = open_screen(page_of(cup), organiser).page
    row(page, match).locator(".side1").tap()
    saved_elsewhere(match, organiser)
    row(page, match).get_by_role("link", name="Tomar lo anotado").tap()
    expect(row(page, match)).to_have_class(re.compile("saved"))
    for side, points in enumerate(GAMES[0]):
        expect(row(page, match).locator(f"input[name=game1-{side}]")).to_have_value(str(points))
    page.goto(f"{page_of(cup)}?show=all")
    expect(row(page, match)).to_have_class(re.compile("saved"))  # nothing typed is put back


def test_the_next_round_takes_the_place_of_the_last(open_screen, organiser, cup):
    first, second, final = match_at(cup, 1, 1), match_at(cup, 1, 2), match_at(cup, 2, 1)
    page = open_screen(page_of(cup), organiser).page
    for match in (first, second):
        expect(row(page, match)).to_be_visible()
        saved_elsewhere(match, organiser)
    expect(row(page, final)).to_have_class(re.compile("active"))
    expect(page.locator(".result-row")).to_have_count(1)
    expect(page.locator("#asks")).to_contain_text(f"Partido {final.number}: tocá a quien ganó")
    saved_elsewhere(final, organiser)
    expect(page.locator("#asks")).to_have_text("No falta ningún resultado.")


def test_what_is_being_typed_stays_when_the_next_round_comes(open_screen, organiser, cup):
    first, second, final = match_at(cup, 1, 1), match_at(cup, 1, 2), match_at(cup, 2, 1)
    page = open_screen(page_of(cup), organiser).page
    row(page, first).locator(".side0").tap()
    for match in (first, second):
        saved_elsewhere(match, organiser)
    expect(row(page, final)).to_be_visible()
    expect(row(page, second)).to_have_count(0)
    expect(row(page, first).locator("input[name=game1-0]")).to_have_value("5")


def test_after_the_bell_the_pad_asks_for_both(open_screen, organiser):
    cup = a_timed_cup(organiser, timezone.now(), with_cards=True)
    match = match_at(cup, 1, 1)
    now = timezone.now()
    clock = round_clock.start_clock(round_id=match.round_id, actor=organiser, now=now)
    page = open_screen(page_of(cup), organiser).page
    expect(row(page, match)).to_have_attribute("data-rung", "no")
    RoundClock.objects.update(bell_at=now)
    round_clock.notify_round_time_up(clock_id=clock.pk, now=timezone.now())
    expect(row(page, match)).to_have_attribute("data-rung", "yes")
    row(page, match).locator(".side1").tap()
    expect(page.locator("#asks")).to_contain_text("¿Con cuántos?")
    key(page, 4).tap()
    expect(key(page, 4)).to_be_disabled()
    key(page, 2).tap()
    expect(row(page, match)).to_have_class(re.compile("saved"))
    assert ResultSubmission.objects.get().chicos == [[[2, 4]]]


def test_the_pad_does_not_move_from_the_first_row_to_the_last(open_screen, organiser):
    cup, now = a_running_cup(organiser, timezone.now(), entries=8, with_cards=True), timezone.now()
    scorer, role = a_person(), Official.Role.SCORER  # whose pages have a footer
    appoint_official(competition_id=cup.pk, actor=organiser, user=scorer, role=role, now=now)
    page = open_screen(page_of(cup), scorer).page
    tops = set()
    for _ in range(4):
        tops.add(round(page.locator("#pad").bounding_box()["y"]))
        page.locator(".result-row.active .side0").tap()
        tops.add(round(page.locator("#pad").bounding_box()["y"]))
        key(page, 1).tap()
    assert len(tops) == 1


def test_the_sections_of_the_desk_stay_where_they_are_without_a_clock(open_screen, organiser):
    cup, now = a_timed_cup(organiser, timezone.now(), with_cards=True), timezone.now()
    first, second = (match_at(cup, 1, position) for position in (1, 2))
    round_clock.start_clock(round_id=first.round_id, actor=organiser, now=now)
    page = open_screen(page_of(cup), organiser, desk=True).page
    expect(page.locator(".desk-head .bell time")).to_be_visible()
    before = page.locator(".rail").bounding_box()
    for match in (first, second):
        saved_elsewhere(match, organiser)
    expect(page.locator(".desk-head .bell time")).to_have_count(0)
    assert page.locator(".rail").bounding_box()["y"] == before["y"]


def test_the_sheet_of_a_match_whose_result_came_from_elsewhere_says_so(open_screen, organiser, cup):
    match = match_at(cup, 1, 1)
    matches.call_match(match_id=match.pk, now=timezone.now())
    page = open_screen(f"/matches/{match.pk}/score/", organiser).page
    page.wait_for_selector("#plus-01")
    saved_elsewhere(match, organiser)
    expect(page.get_by_text("su resultado está anotado")).to_contain_text("5–2")
