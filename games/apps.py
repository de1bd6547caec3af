"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games, seats, their log and the live tables."""

    name = "games"

    def ready(self) -> None:
        """Listen for people who come and go."""
        from games import receivers  # noqa: F401 (connects on import)
