"""Pages that follow a competition: their line comes back by itself, whatever ended it."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.tournaments.cups import a_running_cup, an_organiser, match_at
from tests.tournaments.halls import write
from tournaments.models import Competition

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINE = re.compile(r"/ws/competitions/")
RESTART, BARRED, CROWDED = 1001, 4403, 4429  # close codes
SILENCE = 15_000  # milliseconds: longer than a line may be silent
LATER = 46_000  # the same before a crowded page asks again


@pytest.fixture
def cup(transactional_db) -> Competition:
    return a_running_cup(an_organiser(), timezone.now(), entries=2, with_cards=True)


def page_whose_first_line(open_screen, begins: Callable[[WebSocketRoute], object]) -> Page:
    """Return a page whose second line, and each after it, is one to the site."""
    page = open_screen("about:blank").page
    opened: list[WebSocketRoute] = []

    def take(line: WebSocketRoute) -> None:
        opened.append(line)
        if len(opened) == 1:
            begins(line)
        else:
            line.connect_to_server()

    page.route_web_socket(LINE, take)
    return page


def closed(code: int) -> Callable[[WebSocketRoute], object]:
    return lambda line: line.close(code=code)


def expect_news(page: Page, cup: Competition) -> None:
    """A result that is written now appears on the page."""
    write(match_at(cup, 1, 1), timezone.now())
    expect(page.get_by_role("button", name="Terminó: ver el podio")).to_be_visible()


@pytest.mark.feature("Competitions", "A page follows on after a restart and a silent connection")
def test_a_page_follows_on_after_a_proxy_has_closed_its_line(open_screen, cup):
    page = page_whose_first_line(open_screen, closed(RESTART))
    page.goto(f"/competitions/{cup.pk}/")
    expect_news(page, cup)


def test_a_page_whose_line_is_silent_opens_another(open_screen, cup):
    page = page_whose_first_line(open_screen, lambda line: None)
    page.clock.install()
    page.goto(f"/competitions/{cup.pk}/")
    page.wait_for_load_state("load")
    page.clock.run_for(SILENCE)
    expect_news(page, cup)


def test_a_crowded_page_asks_again_and_keeps_what_is_written(open_screen, cup):
    page = page_whose_first_line(open_screen, closed(CROWDED))
    page.clock.install()
    page.goto(f"/competitions/{cup.pk}/")
    page.evaluate("""() => {
      const form = document.createElement("form"), field = document.createElement("input");
      form.append(field);
      document.querySelector("main").append(form);
      field.value = "written";
    }""")
    page.clock.run_for(LATER)
    expect_news(page, cup)
    expect(page.locator("main > form > input")).to_have_value("written")


def test_a_page_that_may_not_be_followed_any_more_says_so(open_screen, cup):
    page = page_whose_first_line(open_screen, closed(BARRED))
    page.goto(f"/competitions/{cup.pk}/")
    stopped = page.get_by_role("alert")
    expect(stopped).to_contain_text("Esta página ya no se actualiza.")
    stopped.get_by_role("link").click()
    expect(stopped).to_have_count(0)
    expect_news(page, cup)
