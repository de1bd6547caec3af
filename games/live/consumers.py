"""The socket of a table: it lets somebody in, hands them to the hub, and hears nothing."""

import json
import secrets
import time
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone

from accounts.network import client_address
from games.live import admission
from games.live.hub import Outlet, hub
from games.live.incoming import Strikes, fault_of
from games.live.render import Audience
from games.live.threads import in_thread
from games.services import arrive, leave

NOT_YOURS, TOO_MANY, RUDE = 4403, 4429, 1008  # close codes


class TableConsumer(AsyncWebsocketConsumer):
    """One reader of one table; it has no channel of its own and keeps nothing but ids."""

    channel_layer_alias = "none"

    place: admission.Place | None = None
    ticket: str | None = None
    outlet: Outlet | None = None

    async def connect(self) -> None:
        """Let the reader in, or close with the code that says why not."""
        await self.accept()
        user_id = self.scope["user"].pk
        game_id = self.scope["url_route"]["kwargs"]["game_id"]
        self.ticket = admission.enter(user_id, client_address(self.scope))
        if self.ticket is None:
            await self.close(TOO_MANY)
            return
        self.place = await in_thread(admission.place_at, game_id, user_id)
        if self.place is None:
            await self.close(NOT_YOURS)
            return
        self.strikes, self.name = Strikes(), secrets.token_hex(8)
        audience = Audience(self.place.seat, self._language())
        session_key = self.scope["session"].session_key if user_id else None
        self.outlet = Outlet(audience, self._push, self.close, session_key)
        hub().join(game_id, self.outlet)
        if self.place.seat is not None:
            await in_thread(arrive, **self._presence())

    async def disconnect(self, code: int) -> None:
        """Undo whatever `connect` did."""
        if self.ticket:
            admission.depart(self.ticket)
        if self.place and self.outlet:
            hub().leave(self.place.game_id, self.outlet)
            if self.place.seat is not None:
                await in_thread(leave, **self._presence())

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Refuse what was sent; shut out who goes on."""
        await self._push(json.dumps({"error": fault_of(text_data)}))
        if self.strikes.add(time.monotonic()):
            await self.close(RUDE)

    def _presence(self) -> dict[str, Any]:
        assert self.place is not None
        return {
            "game_id": self.place.game_id,
            "seat": self.place.seat,
            "socket": self.name,
            "now": timezone.now(),
        }

    def _language(self) -> str:
        asked = parse_qs(self.scope["query_string"].decode("latin-1")).get("language", [""])[0]
        known = [code for code, _ in settings.LANGUAGES]
        return asked if asked in known else settings.LANGUAGE_CODE

    async def _push(self, frame: str) -> None:
        await self.send(text_data=frame)
