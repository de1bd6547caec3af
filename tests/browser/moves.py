"""Layout shifts of a page in Chromium since a test began to observe it."""

from playwright.sync_api import Page

MOST_SHIFT = 0.02  # where a reader opens something
WATCH = """
window.moves = [];
window.arrived = NaN; // the end of the first frame with the whole page
document.addEventListener("readystatechange", () => requestAnimationFrame(
  () => requestAnimationFrame(() => { arrived = performance.now(); })), { once: true });
const note = (entries) => entries.forEach((entry) => moves.push({
  value: entry.value,
  at: entry.startTime,
  nodes: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 90) ?? "gone"),
}));
window.observer = new PerformanceObserver((list) => note(list.getEntries()));
observer.observe({ type: "layout-shift", buffered: true });
window.moved = () => { note(observer.takeRecords()); return moves; };
"""
MOVED = """() => new Promise((resolve) => requestAnimationFrame(
  () => requestAnimationFrame(() => resolve(window.moved()))))"""
MOVED_AFTER_ARRIVAL = f"() => ({MOVED})().then((all) => all.filter(({{ at }}) => !(at <= arrived)))"


def watch(page: Page) -> None:
    """Note what moves on every page that it goes to from now on."""
    page.add_init_script(WATCH)


def shift_of(page: Page) -> float:
    """Return how much has moved so far, as the sum of Chromium's scores."""
    return float(sum(move["value"] for move in page.evaluate(MOVED)))


def stands_still(page: Page) -> None:
    """Assert that nothing has moved since the page had come whole.

    A busy browser may paint half of a page. What comes then moves some of it: two cards of a hand
    make room for the third.
    """
    moves = page.evaluate(MOVED_AFTER_ARRIVAL)
    assert not moves, moves
