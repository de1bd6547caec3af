"""Web vitals of chosen pages on a phone: `python -m bench.pages --browser [--json]`.

A Chromium with an empty cache, as slow as a cheap phone (a quarter of this machine's speed), on a
slow 4G line, opens the served site: largest contentful paint (LCP), first contentful paint (FCP),
cumulative layout shift (CLS). The network profile is that of Chromium's developer tools. Other work
on the machine lengthens every number, so the load is listed too.
"""

import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

RUNS = 3
SLOWER = 4  # times
LINE = {
    "offline": False,
    "latency": 562.5,  # ms of each request
    "downloadThroughput": 1.44e6 / 8,  # bytes a second
    "uploadThroughput": 0.675e6 / 8,
}
PHONE = {"viewport": {"width": 390, "height": 780}, "is_mobile": True, "device_scale_factor": 2}
WATCHED = 2500  # ms after the load
ENTRIES, ROUNDS, PLAYED = 32, 5, 2  # of the measured Swiss competition
PATIENCE = 60  # seconds for the site to answer
WORKLOAD = f"cold, {SLOWER}x CPU, slow 4G, 390x780; median of {RUNS}"
OBSERVED = """(watched) => new Promise((tell) => {
  let lcp = 0, cls = 0;
  const see = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each))
    .observe({ type, buffered: true });
  see("largest-contentful-paint", (entry) => { lcp = entry.startTime; });
  see("layout-shift", (entry) => { if (!entry.hadRecentInput) cls += entry.value; });
  setTimeout(() => {
    const files = performance.getEntriesByType("resource");
    const [page] = performance.getEntriesByType("navigation");
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    tell({
      lcp_ms: lcp, cls, fcp_ms: painted.startTime, requests: files.length + 1,
      kb: files.reduce((sum, file) => sum + file.transferSize, page.transferSize) / 1024,
    });
  }, watched);
})"""


def rows(home: Path, only: str) -> list[dict[str, object]]:
    """Create the pages in a folder, serve them, and measure those with `only` in their name."""
    os.environ |= {"VAR_DIR": str(home), "DJANGO_SETTINGS_MODULE": "truco_site.settings"}
    os.environ |= {"ALARM": "0", "SWEEP": "0", "DEMO": "0"}
    pages = {page: path for page, path in _furnished().items() if only in page}
    with served() as site:
        return list(_looked_at(site, pages))


def _furnished() -> Mapping[str, str]:
    """Create a club with a Swiss competition in play; return the pages by content."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.urls import reverse

    call_command("migrate", verbosity=0)
    pk = _swiss()
    return {
        "home": reverse("home"),
        "new competition": reverse("competitions:setup"),
        f"swiss of {ENTRIES}": reverse("competitions:competition", args=[pk]),
        "sign up": reverse("account_signup"),
        "lobby": reverse("tables:lobby"),
    }


def _swiss() -> int:
    """Play some rounds of a Swiss competition by walkovers."""
    from django.utils import timezone

    from accounts.models import User
    from games.engine import make_rules
    from tournaments.competitions.settings import CompetitionSettings as Terms
    from tournaments.draw import services as drawing
    from tournaments.entries import services as by_hand
    from tournaments.entries.rosters import NamedPlayer
    from tournaments.formats.options import FormatOptions as Shape
    from tournaments.lifecycle import services as lifecycle
    from tournaments.lifecycle.set_up import NewClub, set_up
    from tournaments.matches import services as deciding
    from tournaments.models import Match

    now, owner = timezone.now(), User.objects.create_user("bench")
    rules = make_rules("argentino", {"seats": "4", "target": "30"})
    shape = Shape(format="swiss", swiss_rounds=ROUNDS)
    terms = Terms(name="Suizo", rules=rules, shape=shape, cap=ENTRIES, with_cards=True)
    home = NewClub(name="La Yunta", stem="", zone="America/Montevideo")
    swiss = set_up(actor=owner, home=home, terms=terms, now=now)
    for number in range(ENTRIES):
        pair = [NamedPlayer(f"Ana {number}"), NamedPlayer(f"Beto {number}")]
        by_hand.add_entry(competition_id=swiss.pk, actor=owner, players=pair, now=now)
    drawing.draw(competition_id=swiss.pk, actor=owner, seed="bench", now=now)
    lifecycle.start(competition_id=swiss.pk, actor=owner, now=now)
    for _ in range(PLAYED):
        for match in Match.objects.of(swiss.pk).filter(state=Match.State.READY):
            deciding.give_walkover(
                match_id=match.pk, winner=match.pk % 2, actor=owner, reason="bench", now=now
            )
    return swiss.pk


@contextmanager
def served() -> Iterator[str]:
    """Serve the site in a separate process, as `manage.py serve` does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "manage.py", "serve", "--port", str(port)]
    server = subprocess.Popen(command, cwd=Path(__file__).parents[1], stdout=subprocess.DEVNULL)
    try:
        yield _answering(f"http://127.0.0.1:{port}")
    finally:
        server.terminate()
        server.wait()


def _answering(site: str) -> str:
    """Return the site once it answers."""
    latest = time.monotonic() + PATIENCE
    while True:
        try:
            urlopen(site).close()
        except URLError:
            assert time.monotonic() < latest, "the site does not answer"
        else:
            return site


def _looked_at(site: str, pages: Mapping[str, str]) -> Iterator[dict[str, object]]:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium is not None, "Chromium is not installed"
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        browser = playwright.chromium.launch(executable_path=chromium, args=flags)
        for page, path in pages.items():
            urlopen(site + path).close()  # do not measure the first response of a process
            measurements = [_measure_page(browser, site + path) for _ in range(RUNS)]
            yield {"page": page, **_median(measurements), "load": round(os.getloadavg()[0], 1)}
        browser.close()


def _measure_page(browser: object, address: str) -> Mapping[str, float]:
    context = browser.new_context(**PHONE)
    page = context.new_page()
    tools = context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.setCacheDisabled", {"cacheDisabled": True})
    tools.send("Network.emulateNetworkConditions", LINE)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address, wait_until="load")
    vitals: Mapping[str, float] = page.evaluate(OBSERVED, WATCHED)
    context.close()
    return vitals


def _median(measurements: Sequence[Mapping[str, float]]) -> dict[str, float]:
    digits = {"lcp_ms": None, "fcp_ms": None, "requests": None, "kb": 1, "cls": 4}
    return {
        name: round(statistics.median(each[name] for each in measurements), digits.get(name))
        for name in measurements[0]
    }
