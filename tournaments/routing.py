"""The addresses of sockets."""

from django.urls import path

from tournaments.live import FollowingConsumer, TablesConsumer

websocket_urlpatterns = [
    path("ws/competitions/<int:pk>/", FollowingConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
    path("ws/competitions/<int:pk>/tables/", TablesConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
]
