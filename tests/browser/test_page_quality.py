"""Checks like those of Lighthouse on ten public pages, as a phone opens them first.

Accessibility (axe) and search engines (`tests/truco_site/findable`) have checks of their own; here
it is weight, requests, what holds the first paint up, movement, and good practice. Times depend on
the machine: `python -m bench.pages --browser` measures them.
"""

import gzip
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Response

from tests.browser.moves import shift_of, watch
from tests.browser.screens import Screen
from tests.truco_site.findable.public_site import public_paths

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = 10
MOST_REQUESTS = 30
MOST_KB = 120  # of the page and all it loads, compressed as the served site does
MOST_NODES = 1500  # as Lighthouse advises
MOST_SHIFT = 0.1  # "good" in the sense of Core Web Vitals
SMALLEST_TARGET = 24  # pixels, WCAG 2.2, 2.5.8
SEEN = """(smallest) => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const start = (node) => node.outerHTML.slice(0, 120);
  const style = (node) => getComputedStyle(node);
  const shown = (node) => node.getClientRects().length && style(node).visibility !== "hidden";
  const box = (node) => node.getBoundingClientRect();
  const images = all("img").filter(shown);
  const sized = (node) => node.hasAttribute("width") && node.hasAttribute("height");
  const loaded = ["resource", "navigation"].flatMap((type) => performance.getEntriesByType(type));
  const root = document.documentElement;
  return {
    requests: loaded.length,
    nodes: all("*").length,
    doctype: document.doctype?.name ?? "",
    charset: document.characterSet,
    viewport: document.querySelector("meta[name=viewport]")?.content ?? "",
    blocking: all("head script[src]:not([defer], [async], [type=module])").map(start),
    unsized: images.filter((node) => !sized(node) && style(node).aspectRatio === "auto").map(start),
    broken: images.filter((node) => node.complete && !node.naturalWidth).map(start),
    foreign: loaded.map(({ name }) => name).filter((name) => !name.startsWith(location.origin)),
    wide: root.scrollWidth - root.clientWidth,
    small: all("button, a.button, a.tap, input:not([type=hidden]), select")
      .filter((node) => shown(node) && !node.closest("label"))
      .filter((node) => Math.min(box(node).width, box(node).height) < smallest).map(start),
  };
}"""


def kilobytes(answers: list[Response]) -> float:
    """Return what the answers weigh, each compressed."""
    return sum(len(gzip.compress(each.body())) for each in answers if each.status == 200) / 1024


def problems_of(seen: dict[str, Any], shift: float, headers: dict[str, str]) -> list[str]:
    """Return what a check of one page finds wrong, each with its figure."""
    wrong = [
        f"{name}: {seen[name]}"
        for name in ("blocking", "unsized", "broken", "foreign", "small")
        if seen[name]
    ]
    limits = {"requests": MOST_REQUESTS, "kb": MOST_KB, "nodes": MOST_NODES, "wide": 0}
    wrong += [f"{name}: {seen[name]}" for name, most in limits.items() if seen[name] > most]
    wrong += [f"shift: {shift:.3f}"] * (shift > MOST_SHIFT)
    if (seen["doctype"], seen["charset"]) != ("html", "UTF-8"):
        wrong.append(f"document: {seen['doctype']} {seen['charset']}")
    if "width=device-width" not in seen["viewport"] or "user-scalable=no" in seen["viewport"]:
        wrong.append(f"viewport: {seen['viewport']}")
    needed = ("content-security-policy", "x-content-type-options", "referrer-policy")
    return wrong + [f"no {name}" for name in needed if name not in headers]


def files_without_cache(answers: list[Response]) -> list[str]:
    """Return the static files that no browser is told to keep."""
    files = [each for each in answers if "/static/" in each.url and each.status == 200]
    return [each.url for each in files if "max-age" not in each.headers.get("cache-control", "")]


@pytest.mark.feature("Operation", "Public pages are light and hold no first paint up")
@pytest.mark.sampled
def test_public_pages_are_light_and_well_made(open_screen: Callable[..., Screen]) -> None:
    paths = public_paths(timezone.now())
    chosen = [path for path in paths if path.count("/") <= 3][:PAGES]
    assert len(chosen) == PAGES
    page = open_screen("/offline/", routed=True).page
    watch(page)
    found: dict[str, list[str]] = {}
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    for path in chosen:
        page.goto("about:blank")  # the page before asks for no more: its answers have no body then
        answers.clear()
        answer = page.goto(path, wait_until="load")
        assert answer is not None
        assert answer.status == 200
        seen = page.evaluate(SEEN, SMALLEST_TARGET) | {"kb": kilobytes(answers)}
        wrong = problems_of(seen, shift_of(page), answer.headers)
        wrong += [f"not kept: {url}" for url in files_without_cache(answers)]
        found |= {path: wrong} if wrong else {}
    assert found == {}
