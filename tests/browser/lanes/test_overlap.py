"""The table in lanes: no box lies over another, nothing is cut, nothing moves when a seat speaks.

Tables drawn on the server are put into the page of a real one, all in one browser, and measured.
"""

import os
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from playwright.sync_api import Page, Route

from games.chat.queries import sign_buttons
from games.engine import make_rules
from games.table_view.felt import card_order
from tests.browser.lanes.states import Scene, missed_turn, scenes
from tests.games.table_view.boards import a_game
from tests.runner.days import pick_today

pytestmark = pytest.mark.browser

STATES = int(os.environ.get("STATES", "12"))  # at play; `make soak PART=overlap` asks for more
SIZES = ((320, 568), (360, 640), (390, 780), (780, 390), (820, 1180), (1280, 800))
PROBE = (Path(__file__).parent / "probe.js").read_text()
ADDRESS = "http://table.test"


def the_page() -> str:
    """Return the page of a table, whose table is to be put in."""
    rules = make_rules("uruguayo-online", {"seats": "4"})
    game = a_game(rules, title="Mesa de Ana Belén Altamirano")
    more = {"order": card_order(rules), "signs": sign_buttons(rules), "clauses": ()}
    return render_to_string(
        "games/table_page/table.html",
        {"game": game, "fragment": mark_safe('<main id="table"></main>'), **more},
    )


@pytest.fixture
def laid_table(page: Page) -> Page:
    """The page with its sheet and deck, without its scripts."""
    html = the_page()

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        if path == "/":
            route.fulfill(body=html, content_type="text/html")
        elif path.endswith((".css", ".svg")):
            route.fulfill(path=Path(settings.BASE_DIR) / path.lstrip("/"))
        else:
            route.abort()

    page.route("**/*", answer)
    page.goto(f"{ADDRESS}/")
    return page


def measured(page: Page, tables: list[Scene], size: tuple[int, int], least: int = 10) -> list[str]:
    """Return what is wrong with tables on a screen; each shows more than `least` boxes."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    found = page.evaluate(PROBE, [{"name": one.name, "html": one.html} for one in tables])
    assert all(one["boxes"] > least for one in found)
    return [f"{one['name']} {size}: {fault}" for one in found for fault in one["faults"]]


@pytest.mark.feature(
    "Playing", "Nothing on the table overlaps, at six screen sizes, with two, four and six seats"
)
@pytest.mark.parametrize("language", ["es-ar", "en"])
def test_nothing_lies_over_anything_and_nothing_is_cut(laid_table: Page, language: str) -> None:
    """Each language on a third of the screens at least, by the day."""
    tables = scenes(STATES, language)
    sizes = [size for _, size in pick_today([(language, size) for size in SIZES], share=3)]
    assert [fault for size in sizes for fault in measured(laid_table, tables, size)] == []


@pytest.mark.parametrize("language", ["es-ar", "en", "es-es", "ca-valencia"])
def test_a_missed_turn_is_told_beside_the_clock(laid_table: Page, language: str) -> None:
    tables = [missed_turn(language)]
    assert [fault for size in SIZES for fault in measured(laid_table, tables, size)] == []


@pytest.mark.django_db
@pytest.mark.sampled
def test_words_that_are_longer_are_not_cut_on_the_smallest_phone(
    laid_table: Page, longer_language: str
) -> None:
    assert measured(laid_table, scenes(STATES, longer_language), SIZES[0]) == []


def test_no_phone_zooms_into_the_field_of_a_name(laid_table: Page) -> None:
    """Safari zooms into a focused field whose text is smaller than 16px."""
    form = render_to_string("games/table_page/_naming.html")
    laid_table.evaluate("form => document.body.insertAdjacentHTML('beforeend', form)", form)
    size = laid_table.locator("#naming-name").evaluate(
        "e => parseFloat(getComputedStyle(e).fontSize)"
    )
    assert size >= 16
