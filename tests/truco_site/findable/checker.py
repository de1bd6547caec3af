"""A checker of public pages, as a search engine reads them.

`Checker(browser).problems_of(path, code)` reads the page in a language by its own address, and
follows what the head and the links name, the page in each other language among them.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

import html5lib
from django.conf import settings
from django.test import Client

from accounts.common.page_meta import LONGEST_TEXT, LONGEST_TITLE, hreflang

SHORTEST_TEXT: Final = 50
ORIGIN: Final = "http://testserver"
REQUIRED: Final[Mapping[str, tuple[str, ...]]] = {
    "WebSite": ("name", "url"),
    "Organization": ("name", "url", "logo"),
    "SportsOrganization": ("name", "url", "sport"),
    "SportsTeam": ("name", "url", "sport"),
    "SportsEvent": ("name", "startDate", "location", "url", "eventStatus", "organizer"),
}


@dataclass
class Page:
    """What a search engine takes from a page."""

    title: str = ""
    language: str = ""
    metas: dict[str, str] = field(default_factory=dict)
    canonical: list[str] = field(default_factory=list)
    alternates: dict[str, str] = field(default_factory=dict)
    headings: int = 0
    links: list[str] = field(default_factory=list)
    data: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Page()
        self._into = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        match tag:
            case "html":
                self.page.language = given.get("lang", "")
            case "meta":
                name = given.get("name") or given.get("property", "")
                self.page.metas[name] = given.get("content", "")
            case "link" if given.get("rel") == "canonical":
                self.page.canonical.append(given["href"])
            case "link" if given.get("rel") == "alternate" and "hreflang" in given:
                self.page.alternates[given["hreflang"]] = given["href"]
            case "h1" if "hidden" not in given:
                self.page.headings += 1
            case "a" if "href" in given:
                self.page.links.append(given["href"])
            case "title":
                self._into = "title"
            case "script" if given.get("type") == "application/ld+json":
                self._into = "data"
                self.page.data.append("")

    def handle_endtag(self, tag: str) -> None:
        self._into = ""

    def handle_data(self, data: str) -> None:
        if self._into == "title":
            self.page.title += data
        elif self._into == "data":
            self.page.data[-1] += data


def read_page(text: str) -> Page:
    """Return the head, headings and links of a page."""
    reader = _Reader()
    reader.feed(text)
    return reader.page


class Checker:
    """Reads pages with one browser; each address that they name is asked for once."""

    def __init__(self, browser: Client) -> None:
        self._browser = browser
        self._answers: dict[str, tuple[int, str, bytes]] = {}
        self._pages: dict[str, Page] = {}

    def problems_of(self, path: str, code: str) -> list[str]:
        """Return what is wrong with a public page in a language."""
        return [f"{path} ({code}): {problem}" for problem in self._problems_in(path, code)]

    def _get(self, path: str) -> tuple[int, str, bytes]:
        """Return status, content type and body of an address."""
        if path not in self._answers:
            answer = self._browser.get(path)
            body = b"".join(answer) if answer.streaming else answer.content
            kind = answer.headers.get("Content-Type", "")
            self._answers[path] = answer.status_code, kind, body
        return self._answers[path]

    def _page(self, path: str) -> Page:
        """Return what an address answers, read once."""
        if path not in self._pages:
            self._pages[path] = read_page(self._get(path)[2].decode())
        return self._pages[path]

    def _problems_in(self, path: str, code: str) -> Iterator[str]:
        status, _kind, body = self._get(f"{path}?language={code}")
        if status != 200:
            yield f"status {status}"
            return
        page = self._page(f"{path}?language={code}")
        if page.language != code:
            yield f"written in {page.language}"
        if page.headings != 1:
            yield f"{page.headings} h1"
        if not 0 < len(page.title.strip()) <= LONGEST_TITLE:
            yield f"title of {len(page.title)}: {page.title!r}"
        described = page.metas.get("description", "")
        if not SHORTEST_TEXT <= len(described) <= LONGEST_TEXT:
            yield f"description of {len(described)}: {described!r}"
        if "robots" in page.metas:
            yield f"robots: {page.metas['robots']}"
        yield from self._address_problems(page, path, code)
        yield from self._picture_problems(page)
        yield from _data_problems(page)
        yield from self._link_problems(page, path)
        yield from validity_problems(body.decode())

    def _address_problems(self, page: Page, path: str, code: str) -> Iterator[str]:
        is_source = code == settings.LANGUAGE_CODE
        expected = f"{ORIGIN}{path}" if is_source else f"{ORIGIN}{path}?language={code}"
        if page.canonical != [expected]:
            yield f"canonical {page.canonical}, not {expected}"
        if page.metas.get("og:url") != expected:
            yield f"og:url {page.metas.get('og:url')}"
        if page.alternates.get(hreflang(code)) != expected:
            yield f"no hreflang for itself: {page.alternates}"
        if page.alternates.get("x-default") != f"{ORIGIN}{path}":
            yield "no x-default"
        for language, address in page.alternates.items():
            status, _kind, _body = self._get(_path_of(address))
            if status != 200:
                yield f"hreflang {language}: {address} answers {status}"
            elif self._page(_path_of(address)).alternates != page.alternates:
                yield f"hreflang {language} does not lead back"

    def _picture_problems(self, page: Page) -> Iterator[str]:
        picture = page.metas.get("og:image", "")
        for name in ("og:title", "og:description", "og:type", "og:site_name", "twitter:card"):
            if not page.metas.get(name):
                yield f"no {name}"
        if not picture.startswith(f"{ORIGIN}/"):
            yield f"og:image {picture!r}"
            return
        status, kind, _body = self._get(_path_of(picture))
        if status != 200 or kind != "image/png":
            yield f"og:image {picture} answers {status}"

    def _link_problems(self, page: Page, path: str) -> Iterator[str]:
        for link in sorted({*page.links}):
            parts = urlsplit(urljoin(f"{ORIGIN}{path}", link))
            if parts.scheme not in ("http", "https") or parts.netloc != urlsplit(ORIGIN).netloc:
                continue
            query = f"?{parts.query}" if parts.query else ""
            status, _kind, _body = self._get(f"{parts.path}{query}")
            if status >= 400:
                yield f"broken link {link}: {status}"


def _data_problems(page: Page) -> Iterator[str]:
    for text in page.data:
        try:
            block: dict[str, Any] = json.loads(text)
        except ValueError:
            yield f"JSON-LD cannot be read: {text[:80]}"
            continue
        if block.get("@context") != "https://schema.org":
            yield "JSON-LD without its context"
        kind = block.get("@type", "")
        missing = [name for name in REQUIRED.get(kind, ()) if not block.get(name)]
        if kind not in REQUIRED or missing:
            yield f"JSON-LD {kind!r} lacks {missing}"
        if not str(block.get("url", "")).startswith(f"{ORIGIN}/"):
            yield f"JSON-LD {kind}: url {block.get('url')}"


def validity_problems(text: str) -> list[str]:
    """Return the parse errors of HTML5, each with its line."""
    parser = html5lib.HTMLParser()
    parser.parse(text)
    lines = [" ".join(line.split())[:100] for line in text.splitlines()]
    return [f"html: {kind} {told} at {lines[at[0] - 1]}" for at, kind, told in parser.errors]


def _path_of(address: str) -> str:
    return address.removeprefix(ORIGIN)
