"""The ASGI application: pages through Django, sockets through Channels."""

import os

from truco_site.handler import pages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_site.settings")
http = pages()

# Importing consumers needs the apps to be loaded, which the line above does.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import WebsocketDenier  # noqa: E402
from django.urls import re_path  # noqa: E402

from games.live.origin import same_site  # noqa: E402
from games.live.routing import websocket_urlpatterns as tables  # noqa: E402
from tournaments.live.routing import websocket_urlpatterns as competitions  # noqa: E402

nowhere = re_path("", WebsocketDenier.as_asgi())  # type: ignore[arg-type]  # channels routes apps
sockets = URLRouter([*tables, *competitions, nowhere])  # type: ignore[list-item]  # the same
guarded = same_site(AuthMiddlewareStack(sockets))  # type: ignore[arg-type]  # either ASGI style
application = ProtocolTypeRouter({"http": http, "websocket": guarded})
