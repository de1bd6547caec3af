"""Copy the whole database into a file while the site runs (docs/deploy.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from truco_site.operations.backups import BackupError, backup, write_keys


class Command(BaseCommand):
    """`manage.py backup FILE`"""

    help = "Copies the whole database into a file, while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to, and whether the keys, too."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--keys", action="store_true", help="write the keys beside it, as FILE.keys.json"
        )

    def handle(self, *args: Any, file: Path, keys: bool, **options: Any) -> None:
        """Back up the database and print the path of the copy."""
        try:
            backup(file)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{file}: {file.stat().st_size:,} bytes")
        if keys:
            beside = file.with_name(f"{file.name}.keys.json")
            write_keys(beside)
            self.stdout.write(f"{beside}: the keys; keep them apart from the copy")
