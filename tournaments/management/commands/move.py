"""Move the site to another kind of database (docs/deploy.md)."""

import os
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from truco_site.environment import KEYS, postgresql, sqlite
from truco_site.operations.moves import MoveError, move
from truco_site.operations.stopped_site import require_stopped

FILE: Final = "sqlite"
VERIFY: Final = "from truco_site.command_line import run; run(['truco', 'verify'])"


class Command(BaseCommand):
    """`truco move --to ADDRESS`"""

    help = "Copies all rows to an empty database of the other kind, and verifies them there."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the database to move to."""
        parser.add_argument(
            "--to",
            required=True,
            metavar="ADDRESS",
            help=f"postgresql://…, or {FILE} for {settings.VAR / 'truco.sqlite3'}",
        )

    def handle(self, *, to: str, **options: Any) -> None:
        """Move, verify and say what to change in the environment."""
        if to != FILE and not to.startswith(("postgresql://", "postgres://")):
            raise CommandError(f"--to {to}: write postgresql://user:password@host/name, or {FILE}.")
        address = "" if to == FILE else to
        target = postgresql(to) if address else sqlite(settings.VAR / "truco.sqlite3")
        try:
            with require_stopped():
                moved = move(target)
        except MoveError as error:
            raise CommandError(str(error)) from error
        number = sum(moved.values())
        self.stdout.write(f"{number} rows of {len(moved)} tables were moved.")
        verified = subprocess.run(
            [sys.executable, "-c", VERIFY],
            env={**os.environ, **_keys(), "DATABASE_URL": address},
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
            check=False,
        )
        self.stdout.write(verified.stdout + verified.stderr, ending="")
        if verified.returncode:
            raise CommandError("What arrived does not verify: go on with the database of before.")
        self.stdout.write(f"Next: DATABASE_URL={address} in the environment, and start the site.")


def _keys() -> dict[str, str]:
    """Return the keys of this site, for an environment that needs them."""
    keys = {name: getattr(settings, name) for name in KEYS}
    return {name: key if isinstance(key, str) else ",".join(key) for name, key in keys.items()}
