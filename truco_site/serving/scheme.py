"""Whether a reader came by HTTPS: as the connection says, or a proxy that is trusted."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from accounts.access.network import is_trusted_proxy

Application = Callable[..., Awaitable[None]]

SECURE: Final = {"http": "https", "websocket": "wss"}


def as_proxies_say(application: Application) -> Application:
    """Take X-Forwarded-Proto from trusted proxies; from anybody else it means nothing.

    Pages and sockets read their scheme where the server writes it, so nothing else asks the header.
    """

    async def told(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in SECURE and _came_securely(scope):
            scope = {**scope, "scheme": SECURE[scope["type"]]}
        await application(scope, receive, send)

    return told


def _came_securely(scope: Any) -> bool:
    said = [value for name, value in scope["headers"] if name == b"x-forwarded-proto"]
    peer = (scope.get("client") or ("",))[0]
    return said == [b"https"] and is_trusted_proxy(peer)
