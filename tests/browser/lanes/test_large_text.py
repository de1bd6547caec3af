"""Text of twice the size, and four times the zoom: nothing is cut or covered (WCAG 1.4.4)."""

import pytest
from playwright.sync_api import Page

from tests.browser.lanes.states import Scene, scenes
from tests.browser.lanes.test_overlap import laid_table, measured
from tests.runner.days import pick_today

__all__ = ["laid_table"]
pytestmark = pytest.mark.browser

SEEN = 3  # boxes at least: much has to be scrolled to
PLAYED = 24  # tables at play: six, four and two seats, each in every family
SMALL = ((320, 640), (320, 1500), (360, 640), (390, 844))  # 1,500: with all that is scrolled to


def enlarge(page: Page, percent: int) -> None:
    page.evaluate("size => { document.documentElement.style.fontSize = size }", f"{percent}%")


@pytest.fixture(params=["es-ar", "en", "ca-valencia", "pt-br"])
def tables(request) -> list[Scene]:
    drawn = scenes(PLAYED, request.param)
    return [*drawn[:PLAYED], *drawn[PLAYED::8]]  # of those where no game runs, some of each kind


@pytest.mark.feature("Playing", "Text of 200 % is cut nowhere on a phone of 320 pixels")
def test_text_of_twice_the_size_is_neither_cut_nor_covered(
    laid_table: Page, tables: list[Scene]
) -> None:
    enlarge(laid_table, 200)
    sizes = pick_today([("large", size) for size in SMALL], share=2)
    faults = [fault for _, size in sizes for fault in measured(laid_table, tables, size, SEEN)]
    assert faults == []


@pytest.mark.parametrize(("size", "percent"), [((390, 844), 150), ((780, 390), 200)])
def test_text_of_other_sizes_is_neither_cut_nor_covered(
    laid_table: Page, tables: list[Scene], size: tuple[int, int], percent: int
) -> None:
    enlarge(laid_table, percent)
    assert measured(laid_table, tables[:PLAYED], size, SEEN) == []


def test_four_times_the_zoom_scrolls_one_way_only(laid_table: Page, tables: list[Scene]) -> None:
    """1280 by 800 pixels at 400 %."""
    laid_table.set_viewport_size({"width": 320, "height": 200})
    for scene in tables[:6]:
        width, height = laid_table.evaluate(
            "html => { document.getElementById('table').outerHTML = html;"
            " return [document.body.scrollWidth, document.body.scrollHeight] }",
            scene.html,
        )
        assert (width, height > 200) == (320, True), scene.name
