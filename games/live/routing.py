"""The addresses of sockets."""

from django.urls import path

from games.live.consumers import TableConsumer

websocket_urlpatterns = [
    path("ws/tables/<int:pk>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
]
