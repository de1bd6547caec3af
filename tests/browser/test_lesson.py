"""A lesson in Chromium: by keyboard and screen reader, without scripts, on small screens."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.moves import MOST_SHIFT, shift_of, watch
from tests.browser.test_still_pages import TOO_WIDE

pytestmark = [
    pytest.mark.browser,
    pytest.mark.moving,
    pytest.mark.django_db(transaction=True),
]

HAND = "/learn/argentino/4/"
TABS = 40
FOCUSED = """() => {
  const focused = document.activeElement;
  return (focused.getAttribute("aria-label") || focused.textContent).trim();
}"""


def tab_to(page: Page, name: str) -> None:
    """Press Tab until what has the focus is read out by this name."""
    for _ in range(TABS):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED) == name:
            return
    raise AssertionError(f"Tab never comes to {name}")


def is_told(page: Page, words: str) -> None:
    """Wait until the lesson shows this text and announces it to screen readers."""
    expect(page.get_by_role("region", name="La lección")).to_contain_text(words)
    expect(page.get_by_role("alert").filter(has_text=words)).to_have_count(1)


@pytest.mark.feature("Learning", "A lesson by keyboard and screen reader alone")
def test_a_hand_by_keyboard_and_what_is_read_out_alone(open_screen):
    page = open_screen(HAND).page
    tab_to(page, "Envido")
    page.keyboard.press("Enter")
    is_told(page, "Ganaste el envido")
    tab_to(page, "seis de espadas, jugar")  # not what is taught
    page.keyboard.press("Enter")
    is_told(page, "Tu 7 de espadas casi no pierde")
    tab_to(page, "siete de espadas, jugar")
    page.keyboard.press("Enter")
    is_told(page, "te alcanza con una parda")
    tab_to(page, "seis de espadas, jugar")
    page.keyboard.press("Space")
    is_told(page, "Las figuras suman 0")
    tab_to(page, "Mano siguiente")
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/argentino/5/")
    tree = page.locator("main").aria_snapshot()
    assert "Te cantaron envido" in tree
    assert 'button "No quiero"' in tree
    assert re.search(r'button "as de bastos', tree)


def test_the_keys_of_the_table_hold_in_a_lesson(open_screen):
    page = open_screen(HAND).page
    page.keyboard.press("e")
    is_told(page, "Ganaste el envido")
    page.keyboard.press("1")
    is_told(page, "te alcanza con una parda")


def test_a_dead_button_says_why(open_screen):
    page = open_screen(HAND).page
    page.get_by_role("button", name="Quiero", exact=True).tap(force=True)  # it looks dead, and is
    expect(page.locator("#toast")).to_have_text("No hay nada que responder.")


@pytest.mark.feature("Learning", "A lesson without scripts")
def test_a_hand_without_scripts(site, new_context):
    context = new_context(base_url=site.url, java_script_enabled=False, locale="es-AR")
    page = context.new_page()
    page.goto(HAND)
    page.get_by_role("button", name="Envido", exact=True).click()
    page.get_by_role("button", name="siete de espadas").click()
    page.get_by_role("button", name="seis de espadas").click()
    page.get_by_role("link", name="Mano siguiente").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Quiero y no quiero")


@pytest.mark.sampled
@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 780), (780, 390), (1280, 800)])
def test_nothing_moves_and_nothing_is_too_wide(open_screen, width, height):
    page = open_screen("/learn/").page
    page.set_viewport_size({"width": width, "height": height})
    watch(page)
    page.goto(HAND)
    for key, words in (("1", "Primero cantá"), ("e", "Ganaste"), ("1", "una parda")):
        page.keyboard.press(key)
        is_told(page, words)
    assert page.evaluate(TOO_WIDE) == 0
    assert shift_of(page) <= MOST_SHIFT
    for path in ("/learn/", "/learn/truc/", "/rules/"):
        page.goto(path)
        assert page.evaluate(TOO_WIDE) == 0
