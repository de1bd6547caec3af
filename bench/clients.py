"""Clients of tables: a socket that watches, one that plays, and those of one table together."""

import re
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection

CSRF = "b" * 32

VERSION = re.compile(r'data-version="(\d+)"')
ACTION_ID = re.compile(r'name="action_id" value="([^"]+)"')
HAND = '<ul id="hand"'
BUTTON = re.compile(r'<button[^>]*name="token" value="([^"]+)"([^>]*)>')


@dataclass
class Watcher:
    """One socket: what it was sent of the table's pieces, and when each version first arrived."""

    say: str = ""
    act: str = ""
    hand: str = ""
    arrived: dict[int, float] = field(default_factory=dict)

    async def follow(self, line: ClientConnection) -> None:
        """Keep every frame's arrival."""
        async for frame in line:
            if 'id="say"' in frame:
                self.arrived.setdefault(int(VERSION.search(frame)[1]), time.perf_counter())
                for piece in str(frame).split("\n"):
                    self._take(piece)

    def _take(self, piece: str) -> None:
        """Keep what is clicked on; the whole table, sent first, has all of it in one."""
        if 'id="table"' in piece:
            self.hand = ""
        if 'id="say"' in piece:
            self.say = piece
        if 'id="act"' in piece:
            self.act = piece.split(HAND)[0]
        if HAND in piece:
            self.hand = piece.split(HAND)[1]


@dataclass
class Player(Watcher):
    """A socket with a seat; each click opens a connection of its own, as after a pause."""

    session: str = ""
    game: int = 0
    port: int = 0

    def choices(self) -> list[str]:
        """The actions its table offers; nobody folds here, so hands last."""
        found = BUTTON.findall(self.act + self.hand)
        return [token for token, rest in found if "aria-disabled" not in rest and token != "mazo"]

    def click(self, token: str) -> int:
        """Send an action; returns the HTTP status."""
        body = urlencode(
            {
                "token": token,
                "seen_version": VERSION.search(self.say)[1],
                "action_id": ACTION_ID.search(self.say)[1],
            }
        )
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"session={self.session}; csrf={CSRF}",
            "X-CSRFToken": CSRF,
            "HX-Request": "true",
            "Prefer": "return=minimal",
        }
        line = HTTPConnection("127.0.0.1", self.port)
        line.request("POST", f"/tables/{self.game}/play/", body, headers)
        answer = line.getresponse()
        answer.read()
        line.close()
        return answer.status


@dataclass
class Table:
    """A game's players and its spectators."""

    game: int
    players: list[Player]
    spectators: list[Watcher]

    @property
    def sockets(self) -> list[Watcher]:
        """Every socket of the table."""
        return [*self.players, *self.spectators]
