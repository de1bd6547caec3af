"""The socket consumer of a table: admits a reader, subscribes them, handles their messages."""

import time
from contextlib import suppress
from typing import Any

from django.utils import timezone

from accounts.common.client_address import address_key
from games.live import admission
from games.live.admission import Viewpoint
from games.live.messages import ClientMessage, ErrorBudget, WatchConsumer
from games.live.sources import Topic
from games.live.threads import in_thread, in_writer_thread
from games.play.actions import Actor
from games.play.presence import arrive, leave, name_of_socket
from games.table_page.live import TABLES
from games.table_page.socket_actions import acknowledge, handle_action, refused_before

MOST_REFUSED = 20  # acts of a spectator, or above the rate limit, that close the socket


class TableConsumer(WatchConsumer):
    """A reader of a table; a seated reader is present while the socket is open."""

    async def connect(self) -> None:
        """Accept the reader under a name that contains the time of connection."""
        self.name = name_of_socket(time.time_ns())
        self.refusals = ErrorBudget(MOST_REFUSED)
        await super().connect()

    async def find(self, user_id: int | None) -> tuple[Topic, int | None] | None:
        """Find the table, if it is public or the user plays there, and take the user's seat."""
        game_id = self.scope["url_route"]["kwargs"]["pk"]
        viewpoint = await in_thread(self._viewpoint, game_id, user_id)
        if viewpoint is None:
            return None
        if viewpoint.seat is not None and user_id is not None:
            presence = self._presence(game_id)
            await in_writer_thread(arrive, **presence, seat=viewpoint.seat, user_id=user_id)
        self.version, self.may_come = viewpoint.version, viewpoint.may_come
        return (TABLES, game_id), viewpoint.seat

    def _viewpoint(self, game_id: int, user_id: int | None) -> Viewpoint | None:
        invited = self.scope["session"].get(admission.INVITED, ())
        return admission.viewpoint_at(game_id, user_id, invited)

    async def handle_message(self, message: ClientMessage) -> None:
        """Act from the reader's seat and acknowledge.

        Spectators and acts above the rate limit are refused here: no thread works for them, and
        many of them close the socket. If the database fails, the outcome is unknown: the socket
        closes, and the browser sends the same action again after it has reconnected.
        """
        assert self.topic is not None
        game_id = self.topic[1]
        actor = Actor(self.user_id, self.name) if self.seat is not None else None
        code = refused_before(game_id, actor)
        if code or self.seat is None or actor is None:
            answer = acknowledge(message, code, "", self.language)
        else:
            address = address_key(self.address)
            answer = await in_writer_thread(
                handle_action,
                message,
                game_id=game_id,
                seat=self.seat,
                actor=actor,
                address=address,
                language=self.language,
            )
        with suppress(OSError):
            await self._push(answer)
        if code:
            await self._count(self.refusals)

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        if self.topic is not None and self.seat is not None:
            await in_writer_thread(leave, **self._presence(self.topic[1]))

    def _presence(self, game_id: int) -> dict[str, Any]:
        return {"game_id": game_id, "socket": self.name, "now": timezone.now()}
