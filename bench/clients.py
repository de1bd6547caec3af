"""Clients of tables: a socket that watches, one that plays, and those of one table together."""

import re
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection
from urllib.parse import urlencode
from uuid import uuid4

from websockets.asyncio.client import ClientConnection

CSRF = "b" * 32

VERSION = re.compile(r'data-version="(\d+)"')
NAME = re.compile(r'<\w+ id="([\w-]+)"')
CALL = re.compile(r' name="token" value="([^"]+)"')
HELD = re.compile(r"<!--held([^>]+)-->")
GROUP = re.compile(r'<li( title="[^"]*")?>([^<]*)</li>')  # of `may`: a title says why not


@dataclass
class Watcher:
    """One socket: what it was sent of the table's pieces, and when each version first arrived."""

    say: str = ""
    may: str = ""
    calls: dict[str, str] = field(default_factory=dict)
    held: list[str] = field(default_factory=list)
    arrived: dict[int, float] = field(default_factory=dict)

    async def follow(self, line: ClientConnection) -> None:
        """Keep every frame's arrival."""
        async for frame in line:
            for line in str(frame).split("\n"):
                self._take(line)

    def _take(self, line: str) -> None:
        """Keep what is clicked on; each line is a piece, or what differs of it."""
        name = NAME.match(line)
        match name[1] if name else "":
            case "say" if said := VERSION.search(line):
                self.say = line
                self.arrived.setdefault(int(said[1]), time.perf_counter())
            case "may":
                self.may = line
            case "hand":
                self.held = HELD.findall(line)
            case call if call.startswith("calls") and (token := CALL.search(line)):
                self.calls[call] = token[1]


@dataclass
class Player(Watcher):
    """A socket with a seat; each click opens a connection of its own, as after a pause."""

    session: str = ""
    game: int = 0
    port: int = 0

    def choices(self) -> list[str]:
        """The actions its table offers; nobody folds here, so hands last."""
        groups = GROUP.findall(self.may)
        allowed = {token for why, tokens in groups if not why for token in tokens.split()}
        blocked = {token for why, tokens in groups if why for token in tokens.split()} | {"mazo"}
        offered = {*self.calls.values(), *self.held} - blocked
        return sorted(offered & allowed if any(not tokens for _, tokens in groups) else offered)

    def click(self, token: str) -> int:
        """Send an action; returns the HTTP status."""
        body = urlencode(
            {
                "token": token,
                "seen_version": VERSION.search(self.say)[1],
                "action_id": uuid4().hex,
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
