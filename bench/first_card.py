"""From a tap on the home page to the first card: `python -m bench.first_card [--runs N] [--json]`.

A Chromium with an empty cache opens the home page of a served site on the line and at the speed of
`bench.web_vitals`, waits until it is still, and taps what starts a game against a robot. Measured:
milliseconds from the tap until three cards are in the hand and their drawings are there, and the KB
that came since the tap (pages, files and frames of the socket; cached files count nothing).
"""

import argparse
import json
import os
import shutil
import statistics
import tempfile
from collections.abc import Mapping
from typing import Any

from bench.web_vitals import LINE, PHONE, SLOWER, served

LANGUAGE = "es-AR"
BUDGET_MS = 2_000
PATIENCE = 20_000  # ms until the cards are there, the timers of the table included
START = 'form[action="/tables/practice/"] button, form[action="/tables/now/"] button'
DEALT = """() => {
  const drawn = performance.getEntriesByType("resource").some(
    (file) => /deck[^/]*\\.svg/.test(file.name) && file.responseEnd > 0);
  return drawn && document.querySelectorAll("#hand use").length >= 3;
}"""


def rows(runs: int) -> list[dict[str, float]]:
    """Serve an empty site and measure it."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"VAR_DIR": home, "DEMO": "0", "ALARM": "0", "SWEEP": "0"}
        with served() as site, sync_playwright() as playwright:
            flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=flags
            )
            _measure(browser, site)  # do not measure the first responses of a process
            return [_measure(browser, site) for _ in range(runs)]


def _measure(browser: Any, site: str) -> dict[str, float]:
    context = browser.new_context(**PHONE, locale=LANGUAGE, service_workers="block")
    page = context.new_page()
    page.goto(site, wait_until="networkidle")
    tools = context.new_cdp_session(page)
    received = [0.0]

    def add(told: Mapping[str, Any]) -> None:
        received[0] += told.get("encodedDataLength", 0)
        received[0] += len(told.get("response", {}).get("payloadData", "").encode())

    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", LINE)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    tools.on("Network.loadingFinished", add)
    tools.on("Network.webSocketFrameReceived", add)
    page.evaluate("sessionStorage.setItem('tap', Date.now() + '')")
    page.locator(START).first.click(no_wait_after=True)
    page.wait_for_function(DEALT, timeout=PATIENCE, polling="raf")
    waited = page.evaluate("Date.now() - Number(sessionStorage.getItem('tap'))")
    context.close()
    return {"ms": waited, "kb": round(received[0] / 1024, 1)}


def main() -> None:
    """Parse the options, measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", action="store_true", help="one object on standard output")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    seen = rows(options.runs)
    if options.json:
        print(json.dumps({"workload": "home page, then the first card", "rows": seen}))
        return
    for row in seen:
        print(row)
    median = {name: statistics.median(row[name] for row in seen) for name in seen[0]}
    load = round(os.getloadavg()[0], 1)
    print(f"median {median}, budget {BUDGET_MS} ms, load {load}")


if __name__ == "__main__":
    main()
