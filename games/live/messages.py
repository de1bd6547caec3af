"""What a browser says through the socket: what it does at a table, and nothing else.

What is badly written is refused by name, and shuts out who goes on; the codes are those of the
error frame. What a table refuses is answered in words, and is nobody's fault.
"""

import json
import re
import time
from abc import abstractmethod
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from accounts.common.rate_limit import client_address
from accounts.common.security_log import note
from accounts.i18n.languages import supported_or_default
from games.live import admission
from games.live.connections import in_thread
from games.live.hub import hub
from games.live.sources import Topic
from games.live.subscribers import RenderKey, Subscriber, Transport

STRIKES = 3
PERIOD = 10.0  # seconds in which that many strikes close the socket
LONGEST = 24  # letters of a token
IDS = re.compile(r"[\w-]{8,64}", re.ASCII)
VERSIONS, SEATS = range(2_000_000_001), range(6)


class InvalidMessageError(Exception):
    """A message that says nothing; `code` is what is wrong with it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True)
class ClientMessage:
    """An act as its browser sends it: what, at which version, and the id that makes it one.

    `who` acts where two share a device.
    """

    token: str
    version: int
    action_id: str
    who: int | None = None


def parse_message(text: str | None) -> ClientMessage:
    """Read a message; FaultyError if it is no act."""
    message = _parsed(text)
    if not isinstance(message, dict):
        raise InvalidMessageError("bad_shape")
    if "act" not in message:
        raise InvalidMessageError("unknown_action")
    match message:
        case {"act": str(token), "version": int(version), "id": str(action_id), **rest} if (
            len(token) <= LONGEST and _is_one_of(version, VERSIONS) and IDS.fullmatch(action_id)
        ):
            who = rest.pop("who", None)
            if not rest and (who is None or _is_one_of(who, SEATS)):
                return ClientMessage(token, version, action_id, who)
    raise InvalidMessageError("bad_act")


class ErrorBudget:
    """Counts one socket's faults within the last seconds."""

    def __init__(self) -> None:
        self._times: list[float] = []

    def add(self, at: float) -> bool:
        """Count one at a monotonic instant; return whether that is too many."""
        self._times = [time for time in self._times if time > at - PERIOD] + [at]
        return len(self._times) >= STRIKES


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
    return type(number) is int and number in numbers  # True is no number here


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _DuplicateKeyError
    return found


NOT_YOURS, TOO_MANY = 4403, 4429  # close codes of our own
NOT_YOURS, TOO_MANY = 4403, 4429  # close codes of our own
NOT_TEXT, RUDE, AGAIN = 1003, 1008, 1013  # and of RFC 6455
NOT_TEXT, RUDE, AGAIN = 1003, 1008, 1013  # and of RFC 6455
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
        self.strikes = ErrorBudget()
        user_id = self._user_id
        self.ticket = admission.open_connection(
            user_id, client_address(self.scope), self.scope["path"]
        )
        if self.ticket is None:
            await self.close(TOO_MANY)
            return
        found = await self.find(user_id)
        if found is None:
            await self.close(NOT_YOURS)
            return
        self.topic, self.seat = found
        session_key = self.scope["session"].session_key if user_id else None
        audience = RenderKey(self.seat, self._language(), self.may_come)
        self.subscriber = Subscriber(
            audience,
            self._push,
            self.close,
            line=cast(Transport | None, (self.scope.get("extensions") or {}).get("truco.line")),
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
            await self.heard(parse_message(text_data))
        except InvalidMessageError as error:
            await self._refuse(error.code)

    async def heard(self, said: ClientMessage) -> None:
        """Do an act; most things that are watched know none."""
        raise InvalidMessageError("unknown_action")

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
        return supported_or_default(asked) or settings.LANGUAGE_CODE

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
