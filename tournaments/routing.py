"""WebSocket routes of competitions."""

from django.urls import path

from tournaments.dashboard.live import DeskConsumer, FrameConsumer
from tournaments.live.competition import FollowingConsumer, TablesConsumer
from tournaments.live.match import MatchConsumer, NextMatchConsumer
from tournaments.live.versions import NamesConsumer
from tournaments.screens.overlay import OverlayConsumer

websocket_urlpatterns = [
    path("ws/competitions/<int:pk>/", FollowingConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
    path("ws/competitions/<int:pk>/tables/", TablesConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
    path("ws/competitions/<int:pk>/names/", NamesConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
    path("ws/competitions/<int:pk>/desk/", FrameConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
    path("ws/competitions/<int:pk>/desk/now/", DeskConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
    path("ws/matches/<int:pk>/", MatchConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
    path("ws/overlay/<str:token>/", OverlayConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
    path("ws/next-match/", NextMatchConsumer.as_asgi()),  # type: ignore[arg-type]  # channels routes apps
]
