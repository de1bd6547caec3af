"""Write a club's history to a file for another site (docs/api.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import Club
from tournaments.club_files.export import as_text, club_document


class Command(BaseCommand):
    """`manage.py export_club CLUB FILE`"""

    help = "Writes a club, by the name in its address, with all that is over in it, as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which club, and where to."""
        parser.add_argument("club")
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, club: str, file: Path, **options: Any) -> None:
        """Export the club and print the number of competitions."""
        exported = Club.objects.filter(slug=club).first()
        if exported is None:
            raise CommandError(f"there is no club at /clubs/{club}/")
        document = club_document(exported, now=timezone.now())
        try:
            file.write_text(as_text(document), encoding="utf-8")
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        self.stdout.write(f"{file}: {len(document['competitions'])} competitions")
