"""The addresses of sockets."""

from django.urls import path

from games.live.consumers import TableConsumer
from games.live.invitations import InvitationsConsumer
from games.live.lobby import LobbyConsumer

websocket_urlpatterns = [
    path("ws/tables/<int:pk>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
    path("ws/lobby/", LobbyConsumer.as_asgi()),  # type: ignore[arg-type]  # the same
    path("ws/invitations/", InvitationsConsumer.as_asgi()),  # type: ignore[arg-type]  # the same
]
