"""From a tap on the home page to the first card: `python -m bench.first_card [--runs N] [--json]`.

A Chromium with an empty cache opens the home page of a served site on the line and at the speed of
`bench.web_vitals` (`--latency`, `--slower`: another one), waits until it is still, and taps what
starts a game against a robot. Measured: milliseconds from the finger until three cards are in the
hand and their drawings are there, and the KB that came since (pages, files and frames of the
socket; cached files count nothing). `--site` measures a site that is served already.
"""

import argparse
import json
import os
import shutil
import statistics
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from bench.web_vitals import LINE, PHONE, SLOWER, served

LANGUAGE = "es-AR"
BUDGET_MS = 2_000
PAUSE = 20  # ms between two looks for the socket
PATIENCE = 20_000  # ms until the cards are there, the timers of the table included
START = 'form[action="/tables/practice/"] button, form[action="/tables/now/"] button'
TAP = """() => addEventListener("click", ({ timeStamp }) => {
  sessionStorage.setItem("tap", String(performance.timeOrigin + timeStamp));
}, { capture: true })"""
DEALT = """() => {
  const drawn = performance.getEntriesByType("resource").some(
    (file) => /deck[^/]*\\.svg/.test(file.name) && file.responseEnd > 0);
  return drawn && document.querySelectorAll("#hand use").length >= 3;
}"""


@contextmanager
def _site(served_already: str) -> Iterator[str]:
    """Serve an empty site, if none is served already."""
    if served_already:
        yield served_already
        return
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"VAR_DIR": home, "DEMO": "0", "ALARM": "0", "SWEEP": "0"}
        with served() as site:
            yield site


def rows(options: argparse.Namespace) -> list[dict[str, float]]:
    """Measure a site as often as the options say."""
    from playwright.sync_api import sync_playwright

    line = {**LINE, "latency": options.latency}
    with _site(options.site) as site, sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=flags)
        _measure(browser, site, line, options.slower)  # not the first responses of a process
        return [_measure(browser, site, line, options.slower) for _ in range(options.runs)]


def _measure(
    browser: Any, site: str, line: Mapping[str, object], slower: float
) -> dict[str, float]:
    context = browser.new_context(**PHONE, locale=LANGUAGE, service_workers="block")
    page = context.new_page()
    page.goto(site, wait_until="networkidle")
    tools = context.new_cdp_session(page)
    received = [0.0]
    frames = [0]

    def add(event: Mapping[str, Any]) -> None:
        frame = event.get("response", {}).get("payloadData", "")
        received[0] += event.get("encodedDataLength", 0) + len(frame.encode())
        frames[0] += bool(frame)

    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", line)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    tools.on("Network.loadingFinished", add)
    tools.on("Network.webSocketFrameReceived", add)
    page.evaluate(TAP)
    page.locator(START).first.click(no_wait_after=True)
    page.wait_for_function(DEALT, timeout=PATIENCE, polling="raf")
    waited = page.evaluate("Date.now() - Number(sessionStorage.getItem('tap'))")
    row = {"ms": round(waited), "kb": round(received[0] / 1024, 1)}
    while not frames[0]:  # else nobody is seen to leave, and the next tap leads to this table
        page.wait_for_timeout(PAUSE)
    context.close()
    return row


def main() -> None:
    """Parse the options, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="one object on standard output")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--latency", type=float, default=LINE["latency"], help="ms of a request")
    parser.add_argument("--slower", type=float, default=SLOWER, help="times")
    parser.add_argument("--site", default="", help="the address of a site that is served")
    options = parser.parse_args()
    results = rows(options)
    if options.json:
        print(json.dumps({"workload": "home page, then the first card", "rows": results}))
        return
    for row in results:
        print(row)
    median = {name: statistics.median(row[name] for row in results) for name in results[0]}
    load = round(os.getloadavg()[0], 1)
    print(f"median {median}, budget {BUDGET_MS} ms, load {load}")


if __name__ == "__main__":
    main()
