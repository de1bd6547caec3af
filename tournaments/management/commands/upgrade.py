"""Bring a stopped site's database to this release, with a way back (docs/deploy.md)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from truco_site.operations.backups import BackupError
from truco_site.operations.release import release
from truco_site.operations.stopped_site import require_stopped
from truco_site.operations.upgrades import UpgradeError, upgrade


class Command(BaseCommand):
    """`truco upgrade`"""

    help = "Backs up the database and migrates it to this release; the site must not be running."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        """Upgrade, and say how to go on and how to go back."""
        try:
            with require_stopped():
                way_back = upgrade(timezone.now())
        except (UpgradeError, BackupError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The database is of release {release().version}.")
        self.stdout.write(way_back)
        self.stdout.write("Next: start the site (systemctl start truco), then truco doctor.")
