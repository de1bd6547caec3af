"""The application configuration of games."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class GamesConfig(AppConfig):
    """Games, seats, their log and the live tables."""

    name = "games"

    def ready(self) -> None:
        """Connect the receivers for accounts and for migrations."""
        from accounts.common.errors import load_refusals
        from games import receivers  # noqa: F401 (connects on import)
        from games.models import triggers as beside
        from games.play import clock  # noqa: F401 (registers its deadlines)

        pre_migrate.connect(beside.remove, sender=self)
        post_migrate.connect(beside.install, sender=self)
        load_refusals("games")
