"""A page with the browser's rules of the game, without a site."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

ROOT = Path(__file__).parents[3]
ORIGIN = "http://rules.test"
ADAPTER = "/tests/browser/offline/adapter.mjs"


@pytest.fixture(scope="module")
def rules_page(browser: Browser) -> Iterator[Page]:
    """A page that imports the files of this working copy; `ask` is there as a global."""
    context = browser.new_context()
    page = context.new_page()

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path == "/":
            route.fulfill(body="<!doctype html>", content_type="text/html")
        else:
            route.fulfill(body=(ROOT / path[1:]).read_text(), content_type="text/javascript")

    page.route(f"{ORIGIN}/**", serve)
    page.goto(f"{ORIGIN}/")
    page.evaluate(f"async () => {{ window.rules = await import('{ADAPTER}'); }}")
    yield page
    context.close()


def call(page: Page, name: str, asked: Any) -> Any:
    """Call a function of the adapter."""
    return page.evaluate(f"asked => window.rules.{name}(asked)", asked)
