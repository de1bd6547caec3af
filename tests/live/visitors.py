"""People at the other end of the line: they ask for pages, post actions and listen to sockets."""

import re
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPMessage
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.test import Client
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from accounts.models import User
from games.models import Game
from tests.live.site import HOST, Site

TOKEN = "c" * 32  # a CSRF token: the cookie and the header have to agree
PATIENCE = 10.0  # seconds to wait for what has to come
CUT = 1006  # a line that ended without a close frame
VERSION = re.compile(r'<div id="say"[^>]* data-version="(\d+)"')
PULSE = '<i id="pulse"'
PIECE = re.compile(r'<\w+ id="([\w-]+)"([^>]*)>')
PLACE = re.compile(r"<!--([\w-]+)-->")


@dataclass(frozen=True)
class Answer:
    """An HTTP response."""

    status: int
    headers: HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        """The body, read."""
        return self.body.decode()

    @property
    def notice(self) -> str:
        """The refusal that the fragment explains, in words."""
        found = re.search(r' data-notice="([^"]*)"', self.text)
        return found[1] if found else ""


def version_in(text: str) -> int | None:
    """Return the version of the table in a page, a fragment or a frame, if there is one."""
    found = VERSION.search(text)
    return int(found[1]) if found else None


def placed(page: str, frame: str) -> str:
    """Put the pieces of a frame where they belong in what a browser shows; what is new comes last.

    A frame has a line for each piece, or for what differs of it (`games.live.fragments`).
    """
    for line in frame.splitlines():
        named = PIECE.match(line)
        page = _apply_line(page, line, named[1], bool(named[2])) if named else page + line
    return page


def _apply_line(page: str, line: str, name: str, has_attributes: bool) -> str:
    filled = PLACE.sub(lambda place: _element(page, place[1]) or place[0], line)
    old, place = _element(page, name), f"<!--{name}-->"
    if not old:
        return page.replace(place, filled) if place in page else page + filled
    tag, _, content = old.partition(">")
    if "</" not in line:
        return page.replace(old, line + content)
    if not has_attributes and line.startswith(tag.partition(" ")[0] + " "):
        return page.replace(old, f"{tag}>" + filled.partition(">")[2])
    return page.replace(old, filled)


def _element(page: str, name: str) -> str:
    """Return an element as it stands in a page; "" if it is not there."""
    begun = re.search(rf'<(\w+) id="{name}"', page)
    depth = 0
    for mark in re.finditer(rf"<(/?){begun[1]}\b", page[begun.start() :]) if begun else ():
        depth += -1 if mark[1] else 1
        if begun and not depth:
            return page[begun.start() : page.index(">", begun.start() + mark.end()) + 1]
    return ""


def session_of(person: User) -> str:
    """Sign a user in; return the session key of their cookie."""
    browser = Client()
    browser.force_login(person)
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


class Listener:
    """An open socket, everything heard through it, and what its page has come to show."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[str] = []
        self.shown = ""

    def next(self) -> str:
        """Wait for the next frame of any kind."""
        return self.wait_for(lambda frame: True)

    def table(self, version: int = 0) -> str:
        """Wait for the table at this version or a later one; return all that is shown of it."""
        self.wait_for(lambda frame: (version_in(frame) or -1) >= version)
        while PLACE.search(self.shown):
            self.next()
        return self.shown

    def wait_for(self, wanted: Callable[[str], bool]) -> str:
        """Wait for a frame of a certain kind; the pulse alone does not make it come."""
        deadline = time.monotonic() + PATIENCE
        while True:
            frame = self.socket.recv(max(0.0, deadline - time.monotonic()))
            assert isinstance(frame, str), "frames are text"
            self.heard.append(frame)
            if not frame.startswith(PULSE):
                self.shown = placed(self.shown, frame)
            if wanted(frame):
                return frame

    def close_code(self) -> int:
        """Wait for the server to close; return its code."""
        try:
            self.wait_for(lambda frame: False)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else CUT
        raise AssertionError("nothing is waited for but the end")


class Visitor:
    """Somebody with a browser: cookies, a CSRF token, an origin; a stranger without an account."""

    def __init__(self, site: Site, person: User | None = None, *, language: str = "es-ar") -> None:
        self.site = site
        self.language = language
        self.cookies = {settings.CSRF_COOKIE_NAME: TOKEN}
        if person is not None:
            self.cookies[settings.SESSION_COOKIE_NAME] = session_of(person)
        self._sockets = ExitStack()

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page."""
        return self.ask("GET", path, "", headers)

    def post(self, path: str, values: dict[str, object] | None = None, **headers: str) -> Answer:
        """Post a form as htmx does; `X_CSRFToken=""` leaves the token out."""
        posted = {"X-CSRFToken": TOKEN, "HX-Request": "true", **headers}
        posted["Content-Type"] = "application/x-www-form-urlencoded"
        return self.ask("POST", path, urlencode(values or {}), posted)

    def play(self, game: Game, token: str, **other: object) -> Answer:
        """Post an action on the current table."""
        values = {"token": token, "seen_version": game.version, "action_id": uuid4().hex}
        return self.post(f"/tables/{game.pk}/play/", {**values, **other})

    def watch(self, game: Game) -> Listener:
        """Listen to a table."""
        return self.listen(f"/ws/tables/{game.pk}/?language={self.language}")

    def listen(self, path: str, *origins: str, **others: str) -> Listener:
        """Open a socket, by default from a page of the site, with other headers."""
        headers = [("Cookie", self._cookie), *others.items()]
        headers += [("Origin", origin) for origin in origins or (self.site.url,)]
        return Listener(self._open(path, headers))

    def listen_without_origin(self, path: str) -> Listener:
        """Open a socket as no browser does."""
        return Listener(self._open(path, [("Cookie", self._cookie)]))

    def leave(self) -> None:
        """Close every socket."""
        self._sockets.close()

    @property
    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def _open(self, path: str, headers: list[tuple[str, str]]) -> ClientConnection:
        line = connect(
            f"ws://{self.site.authority}{path}",
            additional_headers=headers,
            compression=None,
            open_timeout=PATIENCE,
            close_timeout=PATIENCE,
            ping_interval=None,
            max_size=None,
            max_queue=None,  # what a test does not read holds no closing up
            proxy=None,
        )
        return self._sockets.enter_context(line)

    def ask(self, method: str, path: str, body: str | bytes, headers: Mapping[str, str]) -> Answer:
        """Send a raw request, with the client's own cookies unless others are given."""
        sent = {"Cookie": self._cookie, "Accept-Language": self.language, **headers}
        line = HTTPConnection(HOST, self.site.port, timeout=PATIENCE)
        try:
            line.request(method, path, body or None, sent)
            response = line.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            line.close()
