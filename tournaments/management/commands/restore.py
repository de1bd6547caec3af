"""Replace the database with a backup (docs/deploy.md)."""

import sys
from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from accounts.models import OutgoingMail
from games.models import Heartbeat
from tournaments.verification import violations
from truco_site.operations.backups import BackupError, RestoredDamagedError, checksum_file, restore
from truco_site.process_lock import AlreadyServedError, only_process

FRESH = timedelta(seconds=10)  # a heart that beat so lately beats


class Command(BaseCommand):
    """`manage.py restore FILE`"""

    help = "Replaces the whole database by a copy; the site must not be running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        """Restore the backup, migrate it to this release and verify the restored data."""
        try:
            with only_process():
                if _is_running():
                    raise CommandError("The site is running: stop all of its processes first.")
                restore(file)
                self.stdout.write(f"{file} is in place.")
                if not checksum_file(file).exists():
                    self.stdout.write("No checksum was beside it to compare it with.")
                call_command("migrate", verbosity=0, interactive=False)
                self.stdout.write("It has the tables of this release.")
                OutgoingMail.objects.all().delete()  # what waited then was sent since, or is late
                self._verify()
        except AlreadyServedError as error:
            raise CommandError("The site is served from this folder: stop it first.") from error
        except BackupError as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        except RestoredDamagedError as error:
            raise CommandError(f"{error} Restore another copy.") from error

    def _verify(self) -> None:
        """Recompute what must hold; the site may start only where nothing is named."""
        wrong = 0
        for violation in violations(live=False):
            wrong += 1
            self.stdout.write(str(violation))
        if wrong:
            sys.exit(1)
        self.stdout.write("It verifies: the site can start.")


def _is_running() -> bool:
    """Whether a heart of the site beats; an empty database has none."""
    try:
        return Heartbeat.objects.filter(at__gt=timezone.now() - FRESH).exists()
    except DatabaseError:
        return False
