"""The ASGI application: pages through Django, sockets through Channels."""

import os

from truco_site.handler import pages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "truco_site.settings")
http = pages()

# Importing consumers needs the apps to be loaded, which the line above does.
from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from games.live.origin import same_site  # noqa: E402
from games.live.routing import websocket_urlpatterns as tables  # noqa: E402
from tournaments.routing import websocket_urlpatterns as competitions  # noqa: E402

sockets = URLRouter([*tables, *competitions])  # type: ignore[list-item]  # channels routes apps
guarded = same_site(AuthMiddlewareStack(sockets))  # type: ignore[arg-type]  # either ASGI style
application = ProtocolTypeRouter({"http": http, "websocket": guarded})
