"""The application configuration of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Competitions, results, points and rankings."""

    name = "tournaments"

    def ready(self) -> None:
        """Connect the receivers and the hooks; register the checks of settings and database."""
        from accounts.common.errors import load_refusals
        from tournaments import receivers  # noqa: F401 (connects on import)
        from tournaments.club_matches import tables
        from tournaments.common import hooks
        from tournaments.qualifiers import places
        from tournaments.schedule import outages  # noqa: F401 (registers its deadlines)
        from tournaments.venues import services as venues
        from truco_site.operations import placeholders, upgrades  # noqa: F401 (register checks)

        hooks.qualifiers, hooks.club_matches, hooks.venues = places, tables, venues
        load_refusals("tournaments")
