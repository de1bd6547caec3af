"""Hidden tabs: no timers run, messages still arrive, and the page continues when shown."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import expect

from tests.games.tables import a_person, a_table, act, may_fold, whoever_acts

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

COUNT_TIMERS = """
  window.timers = new Set();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = window;
  window.setTimeout = (act, ...rest) => {
    const done = (...given) => { window.timers.delete(timer); act(...given); };
    const timer = setTimeout(done, ...rest);
    window.timers.add(timer);
    return timer;
  };
  window.setInterval = (...given) => {
    const timer = setInterval(...given);
    window.timers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => { window.timers.delete(timer); clearTimeout(timer); };
  window.clearInterval = (timer) => { window.timers.delete(timer); clearInterval(timer); };
"""
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
IS_AT_REST = "() => window.timers.size === 0"
IS_AT_WORK = "() => window.timers.size > 0"


@pytest.mark.feature("Playing", "A hidden tab has no timers")
def test_a_hidden_table_has_no_timers_and_still_hears_what_happens(open_screen):
    game = a_table(timezone.now(), turn_seconds=120, dealt=may_fold)
    screen = open_screen("about:blank", whoever_acts(game).user)
    screen.page.context.add_init_script(COUNT_TIMERS)
    with screen.page.expect_websocket() as line:
        screen.open(f"/tables/{game.pk}/")
    line.value.wait_for_event("framereceived")
    screen.page.wait_for_function(IS_AT_WORK)
    screen.page.evaluate(HIDE, True)
    screen.page.wait_for_function(IS_AT_REST)
    with line.value.expect_event("framereceived"):
        act(game, "mazo", timezone.now())
    expect(screen.page.locator("#log")).to_contain_text("mazo")
    screen.page.wait_for_function(IS_AT_REST)
    screen.page.evaluate(HIDE, False)
    screen.page.wait_for_function(IS_AT_WORK)


@pytest.mark.parametrize("path", ["/", "/tables/"])
def test_pages_that_follow_something_have_no_timers_in_a_hidden_tab(open_screen, path):
    screen = open_screen("about:blank", a_person())
    screen.page.context.add_init_script(COUNT_TIMERS)
    screen.open(path)
    screen.page.wait_for_function(IS_AT_WORK)
    screen.page.evaluate(HIDE, True)
    screen.page.wait_for_function(IS_AT_REST)


def test_only_what_stops_with_the_tab_repeats():
    folder = Path(settings.BASE_DIR) / "static" / "js"
    texts = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.js")}
    assert {name for name, text in texts.items() if re.search(r"\bsetInterval\b", text)} == {
        "connection.js"
    }
