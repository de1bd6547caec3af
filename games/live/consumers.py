"""The sockets: each admits a reader, subscribes them to the hub, and handles their messages."""

import json
import logging
import time
from abc import abstractmethod
from collections.abc import Hashable
from contextlib import suppress
from typing import Any, cast
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from accounts.access.network import address_key, client_address
from accounts.values.languages import spoken
from games.live import admission
from games.live.acting import acted
from games.live.admission import Viewpoint
from games.live.hub import hub
from games.live.incoming import FaultyError, Said, Strikes, read
from games.live.render import TABLES
from games.live.sources import Topic
from games.live.subscribers import Audience, Line, Subscriber
from games.live.threads import in_thread
from games.services.play import Actor
from games.services.tables.presence import arrive, leave, name_of_socket
from truco_site.operation.security import note

logger = logging.getLogger(__name__)

NOT_YOURS, TOO_MANY = 4403, 4429  # close codes of our own
NOT_TEXT, RUDE, AGAIN = 1003, 1008, 1013  # and of RFC 6455


class WatchConsumer(AsyncWebsocketConsumer):
    """One reader of one watched thing; it has no channel of its own and keeps nothing but ids."""

    channel_layer_alias = "none"

    name = ""  # of a socket that takes a seat
    ticket: str | None = None
    topic: Topic | None = None
    seat: int | None = None
    may_come = True  # to a free seat
    found: Hashable = None  # the version of what is watched, where `find` has read it
    subscriber: Subscriber | None = None
    has_ended = False  # closed from either side: nothing may be sent any more

    @abstractmethod
    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Return what the address names and the reader's seat there; None if it is not theirs.

        A reader with a seat to take takes it now, before anything is shown.
        """

    async def connect(self) -> None:
        """Let the reader in, or close with the code that says why not."""
        await self.accept()
        self.strikes = Strikes()
        user_id = self._user_id
        self.ticket = admission.enter(user_id, client_address(self.scope), self.scope["path"])
        if self.ticket is None:
            await self.close(TOO_MANY)
            return
        found = await self.find(user_id)
        if found is None:
            await self.close(NOT_YOURS)
            return
        self.topic, self.seat = found
        session_key = self.scope["session"].session_key if user_id else None
        audience = Audience(self.seat, self._language(), self.may_come)
        self.subscriber = Subscriber(
            audience,
            self._push,
            self.close,
            line=cast(Line | None, (self.scope.get("extensions") or {}).get("truco.line")),
            name=self.name,
            user_id=user_id,
            session_key=session_key,
            found=self.found,
        )
        hub().join(self.topic, self.subscriber)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket; however that ends, `connect` is undone."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._let_go()

    async def dispatch(self, message: Any) -> None:
        """Handle what came; the threads that touch the database see to their connections."""
        await getattr(self, get_handler_name(message))(message)

    async def disconnect(self, code: int) -> None:
        """Undo whatever `connect` did."""
        self._let_go()

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Close, once: the reader, the hub and a rude message may each be the reason."""
        if self.has_ended:
            return
        self.has_ended = True
        with suppress(OSError):  # the reader has left; `disconnect` follows
            await super().close(code, reason)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Do what was said, or refuse it; shut out who goes on saying nothing.

        What came before the end is not heard; bytes mean nothing here (RFC 6455, 7.4.1).
        """
        if self.has_ended:
            return
        if bytes_data is not None:
            await self.close(NOT_TEXT)
            return
        try:
            await self.heard(read(text_data))
        except FaultyError as error:
            await self._refuse(error.code)

    async def heard(self, said: Said) -> None:
        """Do an act; most things that are watched know none."""
        raise FaultyError("unknown_action")

    async def _refuse(self, code: str) -> None:
        with suppress(OSError):  # the reader has left; `disconnect` follows
            await self._push(json.dumps({"error": code}))
        if self.strikes.add(time.monotonic()):
            await in_thread(note, "rude-socket", user=self._user_id)
            await self.close(RUDE)

    @property
    def _user_id(self) -> int | None:
        user = self.scope["user"]
        return user.pk if user else None

    def _language(self) -> str:
        asked = parse_qs(self.scope["query_string"].decode("latin-1")).get("language", [""])[0]
        return spoken(asked) or settings.LANGUAGE_CODE

    async def _push(self, frame: str) -> None:
        if not self.has_ended:
            await self.send(text_data=frame)

    def _let_go(self) -> None:
        self.has_ended = True
        if self.ticket:
            admission.depart(self.ticket)
        if self.topic and self.subscriber:
            hub().leave(self.topic, self.subscriber)
        self.ticket = self.subscriber = None


class TableConsumer(WatchConsumer):
    """A reader of a table; a seated reader is present as long as the socket is open."""

    async def connect(self) -> None:
        """Let the reader in under a name that says when they came."""
        self.name = name_of_socket(time.time_ns())
        await super().connect()

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Find the table, if it is public or one's own, and take one's seat at it."""
        game_id = self.scope["url_route"]["kwargs"]["pk"]
        viewpoint = await in_thread(self._come, game_id, user_id)
        if viewpoint is None:
            return None
        self.found, self.may_come = viewpoint.version, viewpoint.may_come
        return (TABLES, game_id), viewpoint.seat

    def _come(self, game_id: int, user_id: int | None) -> Viewpoint | None:
        """Look what one is at the table; the newest of a person's sockets holds their seat.

        All in one visit to the threads: a whole hall may come back at once.
        """
        invited = self.scope["session"].get(admission.INVITED, ())
        viewpoint = admission.viewpoint_at(game_id, user_id, invited)
        if viewpoint is not None and viewpoint.seat is not None and user_id is not None:
            presence = self._presence(game_id)
            arrive(**presence, seat=viewpoint.seat, user_id=user_id)
        return viewpoint

    async def heard(self, said: Said) -> None:
        """Act from the reader's seat and acknowledge; close if the outcome is unknown.

        The browser sends the same act again once it has reconnected.
        """
        try:
            answer = await in_thread(self._act, said)
        except DatabaseError:
            logger.warning("an act at %s has to come again", self.topic, exc_info=True)
            await self.close(AGAIN)
        else:
            with suppress(OSError):
                await self._push(answer)

    def _act(self, said: Said) -> str:
        """Do an act in the seat of this socket, and draw the answer."""
        assert self.topic is not None
        address = address_key(client_address(self.scope))
        actor = Actor(self._user_id, self.name) if self.seat is not None else None
        return acted(
            said,
            game_id=self.topic[1],
            seat=self.seat,
            actor=actor,
            address=address,
            language=self._language(),
        )

    async def disconnect(self, code: int) -> None:
        """Undo `connect`."""
        await super().disconnect(code)
        if self.topic is not None and self.seat is not None:
            await in_thread(leave, **self._presence(self.topic[1]))

    def _presence(self, game_id: int) -> dict[str, Any]:
        return {"game_id": game_id, "socket": self.name, "now": timezone.now()}
