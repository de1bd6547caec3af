"""Replace the database with a backup (docs/deploy.md)."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from accounts.models import OutgoingMail
from tournaments.verification.report import report_violations
from truco_site.operations.backups import BackupError, RestoredDamagedError, checksum_file, restore
from truco_site.operations.stopped_site import require_stopped
from truco_site.operations.upgrades import refuse_restoring


class Command(BaseCommand):
    """`manage.py restore FILE`"""

    help = "Replaces the whole database by a copy; the site must not be running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Restore the backup, migrate it to this release and verify the restored data."""
        try:
            with require_stopped():
                restore(file, find_refusal=refuse_restoring)
                self.stdout.write(f"{file} is in place.")
                if not checksum_file(file).exists():
                    self.stdout.write("No checksum was beside it to compare it with.")
                call_command("migrate", verbosity=0, interactive=False)
                self.stdout.write("It has the tables of this release.")
                OutgoingMail.objects.all().delete()  # what waited then was sent since, or is late
                self._verify()
        except BackupError as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        except RestoredDamagedError as error:
            raise CommandError(f"{error} Restore another copy.") from error

    def _verify(self) -> None:
        """Recompute what must hold; the site may start only where nothing is named."""
        if report_violations(self.stdout, self.stderr, live=False):
            sys.exit(1)
        self.stdout.write("It verifies: the site can start.")
