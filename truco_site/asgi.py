"""The ASGI application: pages through Django, sockets through Channels."""

import gc
import os
import sys
from importlib import import_module

from truco_site.page_handler import pages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_site.settings")
http = pages()

# Importing consumers requires loaded apps, which the line above ensures.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import WebsocketDenier  # noqa: E402
from django.conf import settings  # noqa: E402
from django.urls import re_path  # noqa: E402

from games.live.handshakes import in_turn, signed_in  # noqa: E402
from games.live.origin_check import same_site  # noqa: E402
from games.routing import websocket_urlpatterns as tables  # noqa: E402
from tournaments.routing import websocket_urlpatterns as competitions  # noqa: E402
from truco_site.embedded.lifespan import lifespan  # noqa: E402
from truco_site.server.connections import scheme_from_proxy  # noqa: E402

nowhere = re_path("", WebsocketDenier.as_asgi())  # type: ignore[arg-type]  # channels routes apps
for route in (*tables, *competitions):
    # Inside the router: the scope it makes is the only one that has the session and the user.
    route.callback = in_turn(signed_in(route.callback))
sockets = URLRouter([*tables, *competitions, nowhere])  # type: ignore[list-item]  # the same
routed = ProtocolTypeRouter({"http": http, "websocket": same_site(sockets), "lifespan": lifespan})
application = scheme_from_proxy(routed)

# Objects loaded so far are permanent: scanning them would take 0.1 s at every collection.
import_module(settings.ROOT_URLCONF)
gc.freeze()
# Objects of a click are freed without the collector. It scans all that tables have replaced since
# it ran, which with hundreds of tables takes 0.2 s however often it does so.
gc.set_threshold(200_000, 20, 20)
# A click needs the interpreter a dozen times, each of which may wait for a page to yield it.
sys.setswitchinterval(0.001)  # seconds
