"""An organiser pastes a list as it came: odd lines are mended in place, good ones go in at once."""

import re
from datetime import datetime

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone
from playwright.sync_api import Locator, Page, Route, expect

from accounts.models import User
from tests.browser.screens import Screen
from tests.browser.taps import Taps
from tests.tournaments.cups import a_cup, an_organiser
from tournaments.entry_import.services import enter_pasted
from tournaments.entry_import.warnings import ImportDraft
from tournaments.models import Competition, Entry

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WAYS = (
    "{} y {}",
    "{} / {}",
    "{} - {}",
    "{}, {}",
    "{} + {} ✔",
    "{}\t{}\t11 5555-2233",
    "✅ {} & {}",
)
SIXTEEN = "*Truco viernes 21/11*\n" + "\n".join(
    f"{number}. " + WAYS[number % len(WAYS)].format(f"Ana {sign}ruiz", f"Beto {sign}sosa")
    for number, sign in enumerate("ABCDEFGHIJKLMNOP", start=1)
)
ODD = """1. Ana Ruiz y Beto Sosa ✔
6. Gabi Mora y Hugo
7. Mara
8. Kika Solis y Leo Funes
9. Kika Solís / Leo Funes
10. Tito Puente
confirmo mañana!!
Mesa para cuatro!!"""
PASTE = """([field, text]) => {
  field.focus();
  field.value = text;
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
}"""


def paste(page: Page, text: str) -> None:
    field = page.get_by_label("La lista, una pareja por renglón")
    page.evaluate(PASTE, [field.element_handle(), text])


def remember(organiser: User, now: datetime, text: str) -> None:
    """An evening of the club, long ago."""
    past = a_cup(organiser, now, per_side=2)
    enter_pasted(competition_id=past.pk, actor=organiser, pasted=ImportDraft(text), now=now)


def a_cup_of_pairs(organiser: User, now: datetime) -> Competition:
    return a_cup(organiser, now, per_side=2, cap=16)


def text_in(page: Page) -> str:
    return page.locator("#list").input_value()


def row(page: Page, words: str) -> Locator:
    return page.locator(".read.odd").filter(has_text=words)


def mends_all(page: Page) -> None:
    """Each odd row by another way: out, a person of the club, typed, alone."""
    expect(row(page, "ya está en la competencia")).to_have_count(1)
    row(page, "Kika").get_by_role("button", name="Quitar de la lista").tap()
    expect(row(page, "Kika")).to_have_count(0)
    row(page, "Gabi").get_by_role("button", name=re.compile("Hugo Pinto.*jugó con")).tap()
    expect(row(page, "Gabi")).to_have_count(0)
    assert "Gabi Mora / Hugo Pinto" in text_in(page)

    partner = page.get_by_label("Compañero de 7. Mara")
    partner.fill("Zoe Paz")
    partner.press("Enter")
    expect(row(page, "Mara")).to_have_count(0)
    assert "7. Mara / Zoe Paz" in text_in(page)
    row(page, "Tito").get_by_role("button", name="Busca pareja").tap()
    expect(page.locator(".read.odd")).to_have_count(0)


@pytest.mark.usefixtures("site")
def test_a_list_pasted_before_the_scripts_are_there_is_read(open_screen):
    organiser = an_organiser()
    page: Page = open_screen("/", organiser, routed=True).page
    cup = a_cup_of_pairs(organiser, timezone.now())
    held: list[Route] = []
    page.route(re.compile("/htmx"), lambda route: held.append(route))
    page.goto(f"/competitions/{cup.pk}/paste/", wait_until="commit")
    expect(page.get_by_role("heading", name="Pegar una lista")).to_be_visible()
    paste(page, SIXTEEN)
    for route in held:
        route.continue_()
    expect(page.get_by_role("heading", name="Entendimos 16 renglones")).to_be_visible()


@pytest.mark.feature("Entries", "Sixteen pairs entered by one paste and two taps")
@pytest.mark.usefixtures("site")
def test_sixteen_pairs_are_in_after_one_paste_and_two_taps(open_screen):
    organiser = an_organiser()
    cup = a_cup_of_pairs(organiser, timezone.now())
    screen = open_screen(f"/competitions/{cup.pk}/", organiser)
    taps = Taps(screen)
    page: Page = screen.page
    taps.on(page.get_by_role("link", name="Pegar una lista"))
    expect(page.get_by_role("heading", name="Pegar una lista")).to_be_visible()
    paste(page, SIXTEEN)
    expect(page.get_by_role("heading", name="Entendimos 16 renglones")).to_be_visible()
    expect(page.get_by_text("1 renglón sin leer")).to_be_visible()
    taps.on(page.get_by_role("button", name="Anotar 16"))
    expect(page.get_by_role("heading", name="Organizar")).to_be_visible()
    assert taps.number <= 3
    entries = cup.entries.filter(state=Entry.State.CONFIRMED).order_by("pk")
    assert entries.count() == 16
    assert entries[0].name == "Ana Aruiz y Beto Asosa"


@pytest.mark.feature("Entries", "Odd lines of a pasted list are repaired while the good ones enter")
@pytest.mark.usefixtures("site")
def test_odd_rows_are_mended_in_place_and_the_good_ones_do_not_wait(open_screen):
    organiser, now = an_organiser(), timezone.now()
    remember(organiser, now, "Gabi Mora y Hugo Pinto\nHugo Lima y Nico Rey\nTano Gil y Uri Katz")
    cup = a_cup_of_pairs(organiser, now)
    page: Page = open_screen(f"/competitions/{cup.pk}/paste/", organiser, desk=True).page
    paste(page, ODD)
    expect(page.get_by_text("4 por mirar")).to_be_visible()

    page.get_by_role("button", name="Anotar 2").tap()
    expect(page.get_by_text("2 inscripciones entraron.")).to_be_visible()
    assert cup.entries.count() == 2
    assert "6. Gabi Mora y Hugo" in text_in(page)
    assert "Ana Ruiz" not in text_in(page)

    mends_all(page)
    page.get_by_text("sin leer").tap()
    page.get_by_role("button", name=re.compile("Es un nombre.*Mesa")).tap()
    expect(row(page, "Mesa para cuatro")).to_be_visible()
    row(page, "Mesa").get_by_role("button", name="Quitar de la lista").tap()
    expect(page.locator(".read.odd")).to_have_count(0)
    page.get_by_role("button", name="+ Tano Gil y Uri Katz").tap()
    expect(page.get_by_role("heading", name="Entendimos 4 renglones")).to_be_visible()
    page.get_by_role("button", name="Anotar 4").tap()
    expect(page.get_by_role("heading", name="Organizar")).to_be_visible()
    names = set(cup.entries.values_list("name", flat=True))
    assert names == {"Ana Ruiz y Beto Sosa", "Kika Solis y Leo Funes"} | {
        "Gabi Mora y Hugo Pinto",
        "Mara y Zoe Paz",
        "Tito Puente",
        "Tano Gil y Uri Katz",
    }


@pytest.mark.usefixtures("site")
def test_rows_to_look_at_are_there_again_for_who_comes_back(open_screen):
    organiser = an_organiser()
    cup = a_cup_of_pairs(organiser, timezone.now())
    screen: Screen = open_screen(f"/competitions/{cup.pk}/paste/", organiser, desk=True)
    page = screen.page
    paste(page, ODD)
    page.get_by_role("button", name=re.compile(r"Anotar \d")).tap()
    expect(page.get_by_text("inscripciones entraron")).to_be_visible()
    left = text_in(page)
    assert "7. Mara" in left
    screen.open(f"/competitions/{cup.pk}/manage/")
    screen.open(f"/competitions/{cup.pk}/paste/")
    expect(row(page, "7. Mara")).to_be_visible()
    assert text_in(page) == left
    paste(page, "Zoe Paz y Uma Rey")
    page.get_by_role("button", name="Anotar 1").tap()
    expect(page.get_by_role("heading", name="Organizar")).to_be_visible()
    screen.open(f"/competitions/{cup.pk}/paste/")
    assert text_in(page) == ""


@pytest.mark.usefixtures("site")
def test_a_list_whose_last_tap_failed_is_there_again(open_screen):
    organiser = an_organiser()
    cup = a_cup_of_pairs(organiser, timezone.now())
    path = f"/competitions/{cup.pk}/paste/"
    screen: Screen = open_screen(path, organiser, desk=True, routed=True)
    page = screen.page
    paste(page, ODD)
    expect(row(page, "7. Mara")).to_be_visible()
    page.route(re.compile(path), lambda route: route.abort("connectionfailed"))
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name=re.compile(r"Anotar \d")).tap()
    page.unroute(re.compile(path))
    screen.open(path)
    expect(row(page, "7. Mara")).to_be_visible()
    assert text_in(page) == ODD
    page.get_by_role("button", name=re.compile(r"Anotar \d")).tap()
    expect(page.get_by_text("inscripciones entraron")).to_be_visible()
    assert "Ana Ruiz" not in text_in(page)
    screen.faults.clear()  # the console names the failed request


TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.sampled
def test_odd_rows_are_accessible_and_no_name_is_wider_than_a_phone(open_screen, scheme):
    organiser, now = an_organiser(), timezone.now()
    remember(organiser, now, f"Gabi Mora y Hugo Pinto\nHugo {'M' * 55} y {'W' * 60}")
    cup = a_cup_of_pairs(organiser, now)
    for is_desk, widths in ((True, (1280,)), (False, (320, 390))):
        screen = open_screen(f"/competitions/{cup.pk}/paste/", organiser, desk=is_desk)
        page: Page = screen.page
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        paste(page, f"{ODD}\n{'W' * 60} y {'M' * 60}\n{'W' * 70} y Ana\nAna, Beto, {'W' * 60}")
        expect(row(page, "Gabi")).to_be_visible()
        for width in widths:
            page.set_viewport_size({"width": width, "height": 780})
            assert page.evaluate(TOO_WIDE) == 0, width
        found = Axe().run(page).response["violations"]
        assert [(rule["id"], node["html"][:120]) for rule in found for node in rule["nodes"]] == []


@pytest.mark.feature("Entries", "Adding entries by keyboard")
@pytest.mark.usefixtures("site")
def test_adding_by_hand_keeps_place_and_focus_and_enter_adds(open_screen):
    organiser = an_organiser()
    cup = a_cup_of_pairs(organiser, timezone.now())
    screen: Screen = open_screen(f"/competitions/{cup.pk}/manage/?s=entries", organiser)
    page = screen.page
    for number, pair in enumerate(("Ana,Beto", "Caro,Dani"), start=1):
        first, second = page.get_by_label("Jugador 1"), page.get_by_label("Jugador 2")
        first.fill(pair.split(",")[0])
        second.fill(pair.split(",")[1])
        height = page.evaluate("scrollY - document.getElementById('by-hand').offsetTop")
        second.press("Enter")
        expect(page.locator("#entries-panel .managed > li")).to_have_count(number)
        expect(first).to_be_focused()
        expect(first).to_have_value("")
        moved = page.evaluate("scrollY - document.getElementById('by-hand').offsetTop") - height
        assert abs(moved) <= 1, "the form stays where it was on the screen"
    assert cup.entries.count() == 2
