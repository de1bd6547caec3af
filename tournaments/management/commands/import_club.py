"""Import a club's history from a file of another site (docs/api.md)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.models import User
from tournaments.club_files.reader import MAX_BYTES, FileRefusedError
from tournaments.club_files.services import import_club


class Command(BaseCommand):
    """`manage.py import_club FILE --owner USERNAME`"""

    help = "Brings a club's history in; it is shown on the club's page and never counts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """From where, and whose club it is."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", required=True, help="the user name of the club's owner")

    def handle(self, *args: Any, file: Path, owner: str, **options: Any) -> None:
        """Bring all of it, or say at which place nothing was brought."""
        user = User.objects.filter(username=owner, is_guest=False, is_active=True).first()
        if user is None:
            raise CommandError(f"there is nobody called {owner}")
        try:
            with file.open("rb") as opened:
                data = opened.read(MAX_BYTES + 1)
            club, many = import_club(owner=user, data=data, now=timezone.now())
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from error
        except FileRefusedError as error:
            raise CommandError(f"{file}: nothing was brought: {error}") from error
        self.stdout.write(f"/clubs/{club.slug}/: {many} competitions")
