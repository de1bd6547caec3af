"""Scoring without a line: marks stay in the browser and are sent once each, in their order."""

import re
from contextlib import suppress
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.conftest import HALL
from tests.games.tables import a_person
from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tests.tournaments.events import organiser_of
from tournaments.formats.errors import FormatError
from tournaments.formats.score_sheet import (
    Correct,
    Deduction,
    Fine,
    Forfeit,
    LostDeal,
    LostHand,
    Point,
    Sheet,
    Shift,
    write,
)
from tournaments.formats.series import MatchUnit
from tournaments.judging.officials import appoint_official
from tournaments.matches import services as matches
from tournaments.models import HeldMarks, Match, Official
from tournaments.score_sheets import services as score_sheets
from tournaments.scorer_page.forms import read_mark
from tournaments.staff_links import services as staff_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOLD = """async ([address, cases]) => {
  const { isDecided, read, standing } = await import(address);
  return cases.map(({ measure, marks }) => {
    const sheet = read(measure, marks), { points, chicos, dealer } = sheet;
    const decided = isDecided(measure, sheet);
    return { points, chicos, dealer, decided, ...standing(measure, sheet) };
  });
}"""
JUDGED = {
    "f0+2": Fine(0, 2),
    "s1+3": Shift(1, 3),
    "m0+1": Deduction(0, 1),
    "h1+1+2": LostHand(1, 1, 2),
    "p0+1": LostDeal(0, 1),
    "l0": Forfeit(0),
    "c3-2": Correct((3, 2)),
}
PULSE = """() => document.dispatchEvent(new CustomEvent(
  "htmx:wsBeforeMessage", { detail: { message: '<i id="pulse"></i>' }, cancelable: true }
))"""
TEN_MINUTES = 10 * 60 * 1000


@pytest.fixture
def match(settings) -> Match:
    """A match with real cards, called."""
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, HALL]
    now = timezone.now()
    called = match_at(a_running_cup(an_organiser(), now, with_cards=True), 1, 1)
    matches.call_match(match_id=called.pk, now=now)
    return called


def a_scorer(match: Match) -> User:
    """Whoever opens a link."""
    link, _ = staff_links.make_link(
        competition_id=match.competition.pk,
        actor=organiser_of(match.competition),
        label="Anotador patio",
        role=Official.Role.SCORER,
        now=timezone.now(),
    )
    return link.user


def figures(page: Page) -> list[str]:
    return page.locator(".figure b").all_inner_texts()


def acts(match: Match) -> list[str]:
    return [f"{mark.act}{mark.side}{mark.points}" for mark in match.marks.order_by("seq")]


def somebody_else_scores(match: Match, points: int) -> None:
    score_sheets.keep_score(
        match_id=match.pk,
        mark=Point(1, points),
        seen_version=match.marks.count(),
        action_id=f"elsewhere-{points}",
        actor=organiser_of(match.competition),
        now=timezone.now(),
    )


@pytest.mark.feature("Judging", "A scorer without signal loses no mark and sends none twice")
def test_ten_minutes_without_a_line_lose_nothing_and_send_nothing_twice(open_screen, match):
    """In the room: plain HTTP, so no worker; the page stays open, and survives a reload after."""
    screen = open_screen(f"/matches/{match.pk}/score/", a_scorer(match), host=HALL)
    page = screen.page
    assert not page.evaluate("isSecureContext")
    page.clock.install()
    page.locator("#plus-01").tap()
    expect(page.locator("#sheet")).to_have_attribute("data-version", "1")
    with screen.without_network():
        for button in ("#plus-12", "#plus-01", "#plus-11"):
            page.locator(button).tap()
        expect(page.locator("#line")).to_have_text("Sin conexión: 3 sin enviar")
        page.locator("#undo").tap()
        page.clock.run_for(TEN_MINUTES)
        expect(page.locator("#line")).to_have_text("Sin conexión: 4 sin enviar")
        assert figures(page) == ["2", "2"]
        assert acts(match) == ["point01"]
    page.clock.run_for(5000)
    expect(page.locator("#line")).to_be_hidden()
    expect(page.locator("#sheet")).to_have_attribute("data-version", "5")
    assert acts(match) == ["point01", "point12", "point01", "point11", "undoNoneNone"]
    assert {str(mark.by) for mark in match.marks.all()} == {"Anotador patio"}


def test_what_waits_survives_a_reload(open_screen, match):
    screen = open_screen(f"/matches/{match.pk}/score/", a_scorer(match), host=HALL)
    page = screen.page
    page.route("**/score/mark/", lambda route: route.abort())
    for _ in range(3):
        page.locator("#plus-01").tap()
    expect(page.locator("#line")).to_have_text("Sin conexión: 3 sin enviar")
    page.reload()
    expect(page.locator("#line")).to_have_text("Sin conexión: 3 sin enviar")
    assert figures(page) == ["3", "0"]
    assert not match.marks.exists()
    page.unroute("**/score/mark/")
    page.reload()
    expect(page.locator("#sheet")).to_have_attribute("data-version", "3")
    expect(page.locator("#line")).to_be_hidden()
    assert acts(match) == ["point01"] * 3
    screen.faults.clear()


def test_two_tabs_keep_the_marks_of_each_other(open_screen, match):
    screen = open_screen(f"/matches/{match.pk}/score/", a_scorer(match), routed=True)
    context, address = screen.page.context, screen.page.url
    context.route("**/score/mark/", lambda route: route.abort())
    tabs = [screen.page, context.new_page()]
    tabs[1].goto(address)
    for tab, button in zip(tabs, ("#plus-01", "#plus-12"), strict=True):
        tab.locator(button).tap()
        expect(tab.locator("#line")).to_have_text("Sin conexión: 1 sin enviar")
    third = context.new_page()
    for tab in tabs:
        tab.close()
    context.unroute("**/score/mark/")
    third.goto(address)
    expect(third.locator("#sheet")).to_have_attribute("data-version", "2")
    assert sorted(acts(match)) == ["point01", "point12"]
    screen.faults.clear()  # the console tells of the failed requests


def test_marks_wait_while_the_session_has_ended(open_screen, match):
    screen = open_screen(f"/matches/{match.pk}/score/", a_scorer(match))
    page = screen.page
    session = page.context.cookies()
    page.context.clear_cookies(name="session")
    page.locator("#plus-01").tap()
    expect(page.locator("#line")).to_contain_text("Se cerró tu sesión: 1 sin enviar")
    again = page.locator("#line").get_by_role("link", name="Volver a entrar")
    expect(again).to_have_attribute("href", re.compile(rf"next=/matches/{match.pk}/score/"))
    page.context.add_cookies(session)  # signed in again, in another tab
    expect(page.locator("#sheet")).to_have_attribute("data-version", "1")
    expect(page.locator("#line")).to_be_hidden()
    assert acts(match) == ["point01"]


def test_a_scorer_without_permission_is_told_and_asks_no_more(open_screen, match):
    scorer, now = a_person(), timezone.now()
    actor, role = organiser_of(match.competition), Official.Role.SCORER
    appoint_official(
        competition_id=match.competition.pk, actor=actor, user=scorer, role=role, now=now
    )
    screen = open_screen("about:blank", scorer)
    page, sent = screen.page, []
    page.clock.install()
    screen.open(f"/matches/{match.pk}/score/")
    Official.objects.all().delete()
    page.locator("#plus-01").tap()
    expect(page.locator("#line")).to_have_text("Sin permiso para anotar: 1 sin enviar")
    page.on("request", lambda request: sent.append(request.url))
    page.clock.run_for(TEN_MINUTES)
    page.evaluate(PULSE)
    assert [url for url in sent if url.endswith("/mark/")] == []
    screen.faults.clear()  # the console tells of the refusals


def test_an_answer_that_was_lost_does_not_count_the_tap_again(open_screen, match):
    screen = open_screen(f"/matches/{match.pk}/score/", a_scorer(match), routed=True)
    page = screen.page

    def lose(route):
        route.fetch()  # the server has it, the browser does not know
        route.abort()

    page.route("**/score/mark/", lose)
    page.locator("#plus-02").tap()
    expect(page.locator("#line")).to_have_text("Sin conexión: 1 sin enviar")
    page.unroute("**/score/mark/", lose)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#sheet")).to_have_attribute("data-version", "1")
    expect(page.locator("#line")).to_be_hidden()
    assert acts(match) == ["point02"]
    screen.faults.clear()


@pytest.mark.feature("Judging", "Conflicting marks go to the dashboard as a decision")
def test_what_others_wrote_meanwhile_is_not_mixed_in_and_goes_to_the_desk(open_screen, match):
    screen = open_screen(f"/matches/{match.pk}/score/", a_scorer(match))
    page = screen.page
    with screen.without_network():
        page.locator("#plus-02").tap()
        page.locator("#plus-01").tap()
        expect(page.locator("#line")).to_have_text("Sin conexión: 2 sin enviar")
        somebody_else_scores(match, 2)
    expect(page.get_by_text("Tus marcas no se mezclaron")).to_be_visible()
    assert figures(page) == ["0", "2"]
    expect(page.locator("#line")).to_be_hidden()
    assert acts(match) == ["point12"]
    held = HeldMarks.objects.get()
    assert [mark for _name, mark in held.values] == [Point(0, 2), Point(0, 1)]
    screen.faults.clear()  # a refused mark is a 409
    organiser = organiser_of(match.competition)
    desk = open_screen(f"/competitions/{match.competition.pk}/manage/", organiser).page
    card = desk.locator(f"#held-{held.pk}")
    expect(card).to_contain_text("la planilla dice 0–2")
    expect(card).to_contain_text("con esas marcas diría 3–2")
    card.get_by_text("Otra cosa").tap()
    card.get_by_role("button", name="Sumar esas marcas").tap()
    expect(desk.get_by_text("Las marcas cuentan.")).to_be_visible()
    expect(card).to_have_count(0)
    assert acts(match) == ["point12", "point02", "point01"]
    expect(page.locator("#sheet")).to_have_attribute("data-version", "3")


def test_a_single_tap_on_an_old_page_is_tapped_again(open_screen, match):
    """Online no choice is needed: the scorer looks and taps again."""
    screen = open_screen(f"/matches/{match.pk}/score/", a_scorer(match), routed=True)
    page = screen.page
    page.route("**/matches/*/score/", lambda route: route.abort())  # no news
    somebody_else_scores(match, 2)
    page.locator("#plus-01").tap()
    expect(page.get_by_text("Otra persona anotó recién")).to_be_visible()
    assert figures(page) == ["0", "2"]
    assert not HeldMarks.objects.exists()
    screen.faults.clear()


def test_a_reload_without_a_line_shows_the_sheet_where_the_site_is_safe(open_screen, match):
    screen = open_screen(f"/matches/{match.pk}/score/", a_scorer(match))
    page = screen.page
    page.wait_for_function(
        "caches.open('sheets').then(async (one) => (await one.keys()).length > 3)"
    )
    page.locator("#plus-01").tap()
    expect(page.locator("#sheet")).to_have_attribute("data-version", "1")
    with screen.without_network():
        page.locator("#plus-12").tap()
        expect(page.locator("#line")).to_have_text("Sin conexión: 1 sin enviar")
        page.reload()
        expect(page.locator("#line")).to_have_text("Sin conexión: 1 sin enviar")
        assert figures(page) == ["1", "2"]
        page.locator("#plus-11").tap()
        expect(page.locator("#line")).to_have_text("Sin conexión: 2 sin enviar")
    expect(page.locator("#sheet")).to_have_attribute("data-version", "3")
    assert acts(match) == ["point01", "point12", "point11"]
    screen.faults.clear()  # a socket that cannot be opened is an error of the page's extension


def test_the_browser_adds_marks_up_as_the_server_does(open_screen, match):
    """Any marks: what the one refuses the other does, and what they come to is the same."""
    page = open_screen(f"/matches/{match.pk}/score/", a_scorer(match)).page
    address = page.locator('link[rel=modulepreload][href*="/score_marks."]').get_attribute("href")
    rng = Random(11)
    cases = [a_case(rng) for _ in range(400)]
    assert {case["told"]["decided"] for case in cases} == {True, False}
    answers = page.evaluate(FOLD, [address, cases])
    for case, answer in zip(cases, answers, strict=True):
        assert answer == case["told"], case


def a_case(rng: Random) -> dict[str, object]:
    """Some marks, and what the sheet is after those that can be; a judge's are all possible."""
    measure = MatchUnit(rng.choice((5, 9)), rng.choice((1, 2)), rng.choice((1, 3)))
    words = ["0+1", "1+1", "0+4", "1+4", "0+5", "1+5", "close", "close", "undo", "d0", "d1"]
    marks, sheet = [], Sheet(measure)
    for word in rng.choices([*words, *JUDGED], k=rng.randrange(30)):
        is_taken = False
        with suppress(FormatError):
            sheet = write(sheet, JUDGED.get(word) or read_mark(word))
            is_taken = True
        if is_taken or word not in JUDGED:
            marks.append(word)
    return {
        "marks": marks,
        "measure": {
            "target": measure.target,
            "legs": measure.legs_to_win,
            "bestOf": measure.best_of,
        },
        "told": {
            "points": list(sheet.points),
            "chicos": [list(chico) for chico in sheet.chicos],
            "dealer": sheet.dealer,
            "decided": sheet.is_decided,
            "games": list(sheet.wins),
            "legs": list(sheet.legs),
        },
    }


@pytest.mark.feature("Judging", "One tap a hand marks the dealer")
def test_one_tap_a_hand_says_who_deals(open_screen, match):
    first, second = (str(slot.entry) for slot in match.slots.order_by("side"))
    page = open_screen(f"/matches/{match.pk}/score/", a_scorer(match)).page
    watching = open_screen(f"/matches/{match.pk}/").page
    page.get_by_text("Elegir").tap()
    page.locator("#d1").tap()
    expect(page.locator("#deals")).to_have_text(f"Reparte {second}")
    page.locator("#next-hand").tap()
    expect(page.locator("#deals")).to_have_text(f"Reparte {first}")
    expect(page.locator("#undo")).to_have_text(f"Deshacer: reparte {first}")
    expect(watching.locator("#match-score")).to_contain_text(f"Reparte {first}")
    assert list(match.marks.order_by("seq").values_list("seat", flat=True)) == [1, 0]
