"""WebSocket routes of games."""

from django.urls import path

from games.invitations.live import InvitationsConsumer
from games.lobby.live import LobbyConsumer
from games.pairing.live import SearchConsumer
from games.table_page.consumers import TableConsumer

websocket_urlpatterns = [
    path("ws/tables/<int:pk>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
    path("ws/lobby/", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]  # the same
    path("ws/pairing/", SearchConsumer.as_asgi()),  # type: ignore[arg-type]  # the same
    path("ws/invitations/", InvitationsConsumer.as_asgi()),  # type: ignore[arg-type]  # the same
]
