"""Clients that click while the site dies, and then retry the very same click.

They do so by POST, or through a socket that they open anew when it breaks.
"""

import json
import re
from html import unescape
from http.client import HTTPException
from uuid import uuid4

from django.db import DatabaseError, connection
from websockets.exceptions import WebSocketException

from games.models import Action, Game
from tests.games.tables import state_of
from tests.live.kills.house import RunningSite
from tests.live.processes import Serving
from tests.live.scenes import a_card
from tests.live.visitors import Answer, Listener, Visitor
from tournaments.verification import violations

Served = Serving | RunningSite

AWAY = 503
IN_WORDS = "vuelve en segundos"  # the text that readers get while the database is away


class People:
    """Everybody at a table; whoever got no answer clicks the same again."""

    def __init__(self, game: Game, *, by_socket: bool = False) -> None:
        self.game = game
        self.by_socket = by_socket
        self.acknowledged: list[tuple[int, str, str]] = []
        self.repeated = 0  # clicks that were sent more than once
        self.refused = 0  # clicks that were answered, in words, by a site without its database
        self._unanswered: tuple[int, str, int, str] | None = None
        self._visitors: dict[int, Visitor] = {}
        self._lines: dict[int, Listener] = {}

    def click(self, site: Served, token: str = "") -> bool:
        """Do what is still unanswered, else something new; return whether it was answered."""
        self.repeated += self._unanswered is not None
        try:
            return self._clicked(site, token)
        except DatabaseError:  # what people see is not read while the database is away
            connection.close()
            return False

    def _clicked(self, site: Served, token: str) -> bool:
        if self._unanswered is None:
            state = state_of(self.game)
            chosen = token or a_card(state)
            self._unanswered = (state.to_act[0], chosen, self.game.version, uuid4().hex)
        seat, chosen, self.game.version, action_id = self._unanswered
        visitor = self._visitor(site, seat)
        tell = self._send_by_socket if self.by_socket else self._posted
        if not tell(visitor, seat, chosen, action_id):
            return False
        self.acknowledged.append((seat, chosen, action_id))
        self._unanswered = None
        return True

    def _visitor(self, site: Served, seat: int) -> Visitor:
        if self._visitors.get(seat) is None or self._visitors[seat].site is not site:
            self._visitors[seat] = Visitor(site, self.game.seats.get(number=seat).user)
            self._lines.pop(seat, None)
        return self._visitors[seat]

    def _posted(self, visitor: Visitor, seat: int, chosen: str, action_id: str) -> bool:
        try:
            answer = visitor.play(self.game, chosen, action_id=action_id)
        except (OSError, HTTPException):
            return False
        return not self._is_away(answer)

    def _is_away(self, answer: Answer) -> bool:
        if answer.status == AWAY:
            assert IN_WORDS in answer.text
            self.refused += 1
            return True
        assert answer.status == 200, answer.text
        return False

    def _send_by_socket(self, visitor: Visitor, seat: int, chosen: str, action_id: str) -> bool:
        act = {"act": chosen, "version": self.game.version, "id": action_id}
        answered = f'<i id="acted" data-id="{action_id}"'
        try:
            if seat not in self._lines:
                self._lines[seat] = visitor.watch(self.game)
            self._lines[seat].socket.send(json.dumps(act))
            frame = self._lines[seat].wait_for(lambda frame: frame.startswith(answered))
        except (OSError, WebSocketException):
            self._lines.pop(seat, None)
            visitor.leave()
            return False
        refusal = re.search(r' data-notice="([^"]*)"', frame)
        assert refusal is None, unescape(refusal[1])
        return True

    @property
    def is_waiting(self) -> bool:
        """Return whether a click is unanswered."""
        return self._unanswered is not None

    @property
    def may_click(self) -> bool:
        """Whether a card is awaited of anybody, or an answer."""
        return self.is_waiting or not state_of(self.game).over

    def play_the_hand(self, site: Served) -> bool:
        """Go on until the hand is over; return whether every click was answered."""
        while self.may_click:
            if not self.click(site):
                return False
        return True

    def leave(self) -> None:
        """Close every socket."""
        for visitor in self._visitors.values():
            visitor.leave()


def assert_all_is_well(*tables: People) -> None:
    """Every click was answered in the end, and is in its log once, in its order."""
    for people in tables:
        rows = people.game.actions.filter(by=Action.By.PERSON).order_by("seq")
        logged = list(rows.values_list("seat", "token", "action_id"))
        assert logged[-len(people.acknowledged) :] == people.acknowledged
        assert len({action_id for _, _, action_id in logged}) == len(logged)
    assert list(violations(live=False)) == []
