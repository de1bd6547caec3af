"""Play a game against a robot over HTTPS, as a browser without scripts would: no library is needed.

python3 play.py https://club.example:8443 root.crt
"""

import re
import ssl
import sys
import time
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPSHandler, Request, build_opener
from uuid import uuid4

PATIENCE = 600  # seconds for the whole game
LEGAL = re.compile(r'<ul id="may"[^>]*>\s*<li>([^<]+)</li>')
VERSION = re.compile(r'id="say"[^>]*data-version="(\d+)"')
EAGER = ("falta", "quiero", "vale", "retruco", "truco")  # what ends a game soon


class Browser:
    """A browser that keeps cookies and trusts one authority."""

    def __init__(self, site: str, authority: str) -> None:
        self._site, self._cookies = site, CookieJar()
        tls = HTTPSHandler(context=ssl.create_default_context(cafile=authority))
        self._opener = build_opener(tls, HTTPCookieProcessor(self._cookies))

    def get(self, path: str) -> tuple[str, str]:
        """Return the address at which a page was found, and the page."""
        with self._opener.open(self._site + path, timeout=30) as answer:
            return answer.url, answer.read().decode()

    def post(self, path: str, **values: str) -> str:
        """Send a form; return the address that answered, or "" if it was refused."""
        (csrf,) = [each.value for each in self._cookies if each.name.endswith("csrf")]
        headers = {"X-CSRFToken": csrf or "", "Referer": f"{self._site}/"}
        asked = Request(self._site + path, urlencode(values).encode(), headers)
        try:
            with self._opener.open(asked, timeout=30) as answer:
                return str(answer.url)
        except HTTPError as error:
            if error.code >= 500:
                raise
            return ""


def choose(tokens: list[str]) -> str:
    """Choose the call that ends the game soonest, else a card."""
    for word in EAGER:
        for token in tokens:
            if token.startswith(word):
                return token
    cards = [token for token in tokens if token[0].isdigit()]
    return (cards or tokens)[0]


def main(site: str, authority: str) -> None:
    """Open a table with a robot and play until it is over."""
    browser, began, acts = Browser(site, authority), time.monotonic(), 0
    browser.get("/tables/")
    opened = browser.post("/tables/practice/", target="15", seats="2")
    path = re.sub(r".*(/tables/\d+/).*", r"\1", opened)
    browser.post(f"{path}sit/")  # without a corte, as where there are no scripts
    while time.monotonic() - began < PATIENCE:
        _, page = browser.get(path)
        if re.search(r'id="table"[^>]*class="[^"]*\bover\b', page):
            print(f"{path} is over after {acts} acts, {time.monotonic() - began:.0f} s")
            return
        legal, version = LEGAL.search(page), VERSION.search(page)
        if legal and version:
            told = {
                "token": choose(legal[1].split()),
                "seen_version": version[1],
                "action_id": uuid4().hex,
            }
            acts += bool(browser.post(f"{path}play/", **told))
        else:
            time.sleep(0.5)
    sys.exit(f"{path} was not over after {PATIENCE} s.")


if __name__ == "__main__":
    main(*sys.argv[1:])
