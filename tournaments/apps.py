"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Competitions, results, points and rankings."""

    name = "tournaments"

    def ready(self) -> None:
        """Listen for finished games."""
        from tournaments import receivers  # noqa: F401 (connects on import)
