"""Clients of tables: a socket that watches, one that plays, and those of one table together."""

import json
import re
from dataclasses import dataclass, field
from uuid import uuid4

from bench.raw_sockets import Line, opened

SAY = b'id="say"'
VERSION = re.compile(rb'data-version="(\d+)"')
# of a line: the attributes are empty if they stay, the content if it stays
PIECE = re.compile(r'<\w+ id="([\w-]+)"([^>]*)>(.*)')
ROW = re.compile(r"calls\d+")
CHILD = re.compile(r"<!--(calls[\d-]+)-->")
CALL = re.compile(r' name="token" value="([^"]+)"')
HELD = re.compile(r"<!--held([^>]+)-->")
# of `may`: a title gives the reason against the tokens
GROUP = re.compile(r'<li( title="[^"]*")?>([^<]*)</li>')
ANSWER = b'<i id="acted"'
EARLY = {"mazo", "falta"}


@dataclass
class Watcher:
    """One socket, and the arrival time of each version."""

    game: int
    port: int
    session: str = ""
    version: int = 0
    arrived: dict[int, float] = field(default_factory=dict)
    line: Line | None = None

    async def open(self) -> None:
        """Connect to the table."""
        self.line = await opened(self.game, self.session, self.port, self.take)

    def take(self, frame: bytes, at: float) -> None:
        """Record the version of a table that arrives."""
        place = frame.find(SAY)
        if place >= 0 and (match := VERSION.search(frame, place)):
            self.version = int(match[1])
            self.arrived.setdefault(self.version, at)


@dataclass
class Player(Watcher):
    """A socket with a seat."""

    may: str = ""
    rows: list[str] = field(default_factory=list)
    buttons: dict[str, list[str]] = field(default_factory=dict)  # of each row
    calls: dict[str, str] = field(default_factory=dict)  # the token of each; "" if not allowed
    held: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    done: set[str] = field(default_factory=set)

    def take(self, frame: bytes, at: float) -> None:
        """Record the available actions, and the outcome of the last one; each line is a piece."""
        if frame.startswith(ANSWER):
            self._answered(frame.decode())
            return
        super().take(frame, at)
        for line in frame.decode().split("\n"):
            if piece := PIECE.match(line):
                self._update(*piece.groups())

    def _update(self, name: str, attributes: str, content: str) -> None:
        if name.startswith("calls") and not ROW.fullmatch(name):
            if attributes:
                token = CALL.search(attributes)
                self.calls[name] = token[1] if token else ""
        elif content and name == "may":
            self.may = content
        elif content and name == "hand":
            self.held = HELD.findall(content)
        elif content and name == "act":
            self.rows = CHILD.findall(content)
        elif content and ROW.fullmatch(name):
            self.buttons[name] = CHILD.findall(content)

    def choices(self) -> list[str]:
        """Return the actions that the table offers, but what ends hands or games early."""
        groups = GROUP.findall(self.may)
        allowed = {token for why, tokens in groups if not why for token in tokens.split()}
        blocked = {token for why, tokens in groups if why for token in tokens.split()} | EARLY
        buttons = {button for row in self.rows for button in self.buttons[row]}
        calls = {self.calls[button] for button in buttons} - {""}
        offered = (calls | set(self.held)) - blocked
        return sorted(offered & allowed if any(not tokens for _, tokens in groups) else offered)

    def click(self, token: str) -> str:
        """Send an action through the socket; return its id."""
        action_id = uuid4().hex
        self.send_action(token, self.version, action_id)
        return action_id

    def send_action(self, token: str, version: int, action_id: str) -> None:
        """Send an action, perhaps again: the server counts an id once."""
        assert self.line is not None
        self.line.send(json.dumps({"act": token, "version": version, "id": action_id}))

    def _answered(self, answer: str) -> None:
        action_id = answer.split('"')[3]
        if "data-notice" in answer:
            self.refused.append(answer)
        else:
            self.done.add(action_id)


@dataclass
class Table:
    """A game's players and its spectators."""

    game: int
    players: list[Player]
    spectators: list[Watcher]

    @property
    def sockets(self) -> list[Watcher]:
        """The sockets of its players, then those of its spectators."""
        return [*self.players, *self.spectators]
