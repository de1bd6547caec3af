"""Check the invariants (docs/architecture.md) that can be read from the database."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.models import Game
from tournaments.models import Match
from tournaments.verification.report import report_violations


class Command(BaseCommand):
    """`manage.py verify`"""

    help = "Checks that logs fold, brackets agree and points add up; exits 1 if anything does not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option to check deadlines as well."""
        parser.add_argument("--live", action="store_true", help="the server runs: mind deadlines")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print each violation, or how much was found in order."""
        if report_violations(self.stdout, self.stderr, live=options["live"]):
            sys.exit(1)
        games, matches = Game.objects.count(), Match.objects.count()
        self.stdout.write(f"{games} games, {matches} matches: in order")
