"""The tournaments app."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Competitions, results, points and rankings."""

    name = "tournaments"

    def ready(self) -> None:
        """Listen for finished games; check settings and database."""
        from tournaments import receivers  # noqa: F401 (connects on import)
        from truco_site.operations import (
            upgrades,  # noqa: F401 (register checks)
        )
