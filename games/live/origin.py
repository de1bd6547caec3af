"""Where a socket may be opened from: a page of this very site alone (RFC 6455, 10.2)."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import validate_host

Application = Callable[..., Awaitable[None]]


def same_site(application: Application) -> Application:
    """Deny handshakes without exactly one Origin header, that of this very site."""

    async def guarded(scope: Any, receive: Any, send: Any) -> None:
        chosen = application if _is_own(scope) else WebsocketDenier()
        await chosen(scope, receive, send)

    return guarded


def _is_own(scope: Any) -> bool:
    origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    if len(origins) != 1 or len(hosts) != 1:
        return False
    is_secure = settings.HTTPS or scope.get("scheme") == "wss"  # as pages of this site are served
    origin = urlsplit(origins[0])
    own = f"{'https' if is_secure else 'http'}://{hosts[0]}"
    is_trusted = origins[0] in (own, *settings.CSRF_TRUSTED_ORIGINS)
    return is_trusted and validate_host(origin.hostname or "", settings.ALLOWED_HOSTS)
