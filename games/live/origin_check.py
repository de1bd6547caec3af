"""The origin check of sockets (RFC 6455, 10.2): only pages of this site may open one."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import validate_host

Application = Callable[..., Awaitable[None]]


def same_site(application: Application) -> Application:
    """Deny handshakes without exactly one Origin header, which must be this site's."""

    def guarded(scope: Any, receive: Any, send: Any) -> Awaitable[None]:
        chosen = application if _is_own(scope) else WebsocketDenier()
        return chosen(scope, receive, send)

    return guarded


def _is_own(scope: Any) -> bool:
    origins = [value.decode("latin-1") for name, value in scope["headers"] if name == b"origin"]
    hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    if len(origins) != 1 or len(hosts) != 1:
        return False
    is_secure = settings.HTTPS or scope.get("scheme") == "wss"  # as pages of this site are served
    own = f"{'https' if is_secure else 'http'}://{hosts[0]}"
    if origins[0] not in (own, *settings.CSRF_TRUSTED_ORIGINS):
        return False
    return validate_host(_host_of(origins[0]), settings.ALLOWED_HOSTS)


def _host_of(origin: str) -> str:
    """Return the host of an origin; "" if it has none. The Host header can be invalid too."""
    try:
        return urlsplit(origin).hostname or ""
    except ValueError:
        return ""
