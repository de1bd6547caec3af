"""`manage.py write_offline_tables`: the rules that a browser plays without a connection."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.offline.tables import module


class Command(BaseCommand):
    """Command that writes the tables of the engine as a JavaScript module."""

    help = "Writes static/js/offline/tables.js from the tables of games/engine"
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(settings.BASE_DIR) / "static" / "js" / "offline" / "tables.js"
        path.write_text(module(), encoding="utf-8")
