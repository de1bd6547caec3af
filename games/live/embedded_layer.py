"""The in-memory channel layer, made safe for other threads of the same process.

The stock layer puts into asyncio queues from the sender's loop, so the receiver's loop is not woken
until something else wakes it. Here every send is carried over to the loop that receives.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from channels.layers import InMemoryChannelLayer


class EmbeddedChannelLayer(InMemoryChannelLayer):
    """An in-memory layer whose channels live on one loop: that of the server."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._home: asyncio.AbstractEventLoop | None = None

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Open a channel; the first loop to do so (or the first after it died) becomes the home."""
        if self._home is None or not self._home.is_running():
            self._home = asyncio.get_running_loop()
        return str(await super().new_channel(prefix))

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        """Send to one channel, on the home loop."""
        await self._at_home(super().send(channel, message))

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        """Send to a group, on the home loop."""
        await self._at_home(super().group_send(group, message))

    async def _at_home(self, sending: Coroutine[Any, Any, None]) -> None:
        home = self._home
        if home is None or not home.is_running() or home is asyncio.get_running_loop():
            await sending
        else:
            await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(sending, home))
