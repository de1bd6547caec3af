"""Messages from a browser through the socket: actions at a table and nothing else.

A malformed message is rejected with the code of its error frame, and repeated ones close the
socket. An action that the table refuses gets a message and is not counted as an error
(`games.table_page.consumers` counts the acts of spectators).
"""

import json
import logging
import re
import time
from abc import abstractmethod
from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import DatabaseError, OperationalError

from accounts.common.client_address import client_address
from accounts.common.security_log import log_security_event
from accounts.i18n.languages import supported_or_default
from games.live import admission
from games.live.close_codes import (
    AGAIN,
    NOT_TEXT,
    NOT_YOURS,
    TOO_MANY_ERRORS,
    TOO_MANY_SOCKETS,
)
from games.live.handshakes import ADMITTED
from games.live.hub import hub
from games.live.sources import Topic
from games.live.subscribers import RenderKey, Subscriber, Transport
from games.live.threads import in_thread

logger = logging.getLogger(__name__)
STRIKES = 3
PERIOD = 10.0  # seconds in which that many strikes close the socket
LONGEST_TOKEN = 24  # letters
ACTION_ID = r"[A-Za-z0-9_-]{8,64}"
VERSIONS, SEATS = range(2_000_000_001), range(6)


class InvalidMessageError(Exception):
    """A malformed message; `code` names the error."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class ClientMessage:
    """An action sent by a browser: its token, its version, and its idempotency key.

    `who` is the acting seat on a shared device.
    """

    token: str
    version: int
    action_id: str
    who: int | None = None


def parse_message(text: str | None) -> ClientMessage:
    """Parse a message; raises InvalidMessageError."""
    message = _parsed(text)
    if not isinstance(message, dict):
        raise InvalidMessageError("bad_shape")
    if "act" not in message:
        raise InvalidMessageError("unknown_action")
    match message:
        case {"act": str(token), "version": int(version), "id": str(action_id), **rest} if (
            len(token) <= LONGEST_TOKEN
            and _is_one_of(version, VERSIONS)
            and re.fullmatch(ACTION_ID, action_id)
        ):
            who = rest.pop("who", None)
            if not rest and (who is None or _is_one_of(who, SEATS)):
                return ClientMessage(token, version, action_id, who)
    raise InvalidMessageError("bad_act")


class ErrorBudget:
    """Counter of one socket's errors within the last seconds."""

    __slots__ = ("_most", "_times")

    def __init__(self, most: int = STRIKES) -> None:
        self._most = most
        self._times: Sequence[float] = ()

    def add(self, at: float) -> bool:
        """Count one error at a monotonic time; return whether the limit is exceeded."""
        self._times = [time for time in self._times if time > at - PERIOD] + [at]
        return len(self._times) >= self._most


class _DuplicateKeyError(ValueError):
    pass


def _parsed(text: str | None) -> Any:
    if text is None:
        raise InvalidMessageError("bad_shape")
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except _DuplicateKeyError:
        raise InvalidMessageError("duplicate_key") from None
    except (ValueError, RecursionError):
        raise InvalidMessageError("bad_json") from None


def _is_one_of(number: object, numbers: range) -> bool:
    return type(number) is int and number in numbers  # True is not a number here


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise _DuplicateKeyError
    return values


class WatchConsumer(AsyncWebsocketConsumer):
    """One reader of one watched object; it has no channel and stores only ids.

    It is open for hours, so its scope is empty once it is connected.
    """

    name = ""  # of a socket that takes a seat
    ticket: admission.Ticket | None = None
    topic: Topic | None = None
    seat: int | None = None
    may_come = True  # to a free seat
    version: Hashable = None  # the object's version, if `find` has read it
    subscriber: Subscriber | None = None
    address = ""  # of the client
    language = ""
    user_id: int | None = None
    has_ended = False  # closed by either side: nothing can be sent

    @abstractmethod
    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Return the object named by the URL and the reader's seat; None if they have no access.

        A reader who has a seat takes it now, before anything is shown.
        """

    async def websocket_connect(self, message: Any) -> None:
        """Connect, let the next socket in, and forget the handshake."""
        try:
            await super().websocket_connect(message)
        finally:
            scope = cast(dict[str, Any], self.scope)
            if (admitted := scope.get(ADMITTED)) is not None:
                admitted()
            if isinstance(headers := scope["headers"], list):
                headers.clear()  # a kilobyte and more, which the server has, too
            scope.clear()

    async def connect(self) -> None:
        """Accept the reader, or close with the code of the reason."""
        await self.accept()
        self.strikes = ErrorBudget()
        user = self.scope["user"]
        self.user_id, self.address = user.pk if user else None, client_address(self.scope)
        self.language = self._language()
        self.ticket = admission.open_connection(self.user_id, self.address, self.path)
        if self.ticket is None:
            await self.close(TOO_MANY_SOCKETS)
            return
        target = await self.find(self.user_id)
        if target is None:
            await self.close(NOT_YOURS)
            return
        self.topic, self.seat = target
        session_key = self.scope["session"].session_key if self.user_id else None
        audience = RenderKey(self.seat, self.language, self.may_come)
        self.subscriber = Subscriber(
            audience,
            self._push,
            self.close,
            line=cast(Transport | None, (self.scope.get("extensions") or {}).get("truco.line")),
            name=self.name,
            user_id=self.user_id,
            session_key=session_key,
            version=self.version,
        )
        hub().join(self.topic, self.subscriber)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket; always undo `connect` at the end.

        Channels' own loop listens to a channel as well, with a second task for each socket (3 KB).
        """
        self.scope, self.base_send, self.path = scope, send, scope["path"]
        try:
            with suppress(StopConsumer):
                while True:
                    await self.dispatch(await receive())
        finally:
            self._let_go()

    async def dispatch(self, message: Any) -> None:
        """Handle a message; the database threads manage their own connections.

        If the database fails, or its disk is full, close with AGAIN: the browser reconnects.
        """
        try:
            await getattr(self, get_handler_name(message))(message)
        except DatabaseError as error:
            is_bug = not isinstance(error, OperationalError)
            words = "a socket of %s has to come again: %s"
            logger.warning(words, self.path, error, exc_info=is_bug)
            await self.close(AGAIN)
            if message["type"] == "websocket.disconnect":
                raise StopConsumer from error

    async def disconnect(self, code: int) -> None:
        self._let_go()

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Close once: the reader, the hub and a malformed message can each cause it."""
        if self.has_ended:
            return
        self.has_ended = True
        with suppress(OSError):  # the reader has left; `disconnect` follows
            await super().close(code, reason)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle a message, or refuse it; close after repeated errors.

        Messages after the close are ignored; binary messages have no meaning here (RFC 6455,
        7.4.1).
        """
        if self.has_ended:
            return
        if bytes_data is not None:
            await self.close(NOT_TEXT)
            return
        try:
            await self.handle_message(parse_message(text_data))
        except InvalidMessageError as error:
            await self._refuse(error.code)

    async def handle_message(self, message: ClientMessage) -> None:
        """Do an action; most watched objects have none."""
        raise InvalidMessageError("unknown_action")

    async def _refuse(self, code: str) -> None:
        with suppress(OSError):  # the reader has left; `disconnect` follows
            await self._push(json.dumps({"error": code}))
        await self._count(self.strikes)

    async def _count(self, budget: ErrorBudget) -> None:
        """Count an error, or a refusal; close at the limit."""
        if budget.add(time.monotonic()):
            await in_thread(log_security_event, "rude-socket", user=self.user_id)
            await self.close(TOO_MANY_ERRORS)

    def _language(self) -> str:
        code = parse_qs(self.scope["query_string"].decode("latin-1")).get("language", [""])[0]
        return supported_or_default(code) or settings.LANGUAGE_CODE

    async def _push(self, frame: str) -> None:
        if not self.has_ended:
            await self.send(text_data=frame)

    def _let_go(self) -> None:
        self.has_ended = True
        if self.ticket:
            admission.close_connection(self.ticket)
        if self.topic and self.subscriber:
            hub().leave(self.topic, self.subscriber)
        self.ticket = self.subscriber = None
