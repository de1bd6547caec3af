"""Create the demo club: robot players, finished cups, a running cup and a league."""

from argparse import ArgumentParser
from datetime import timedelta
from random import SystemRandom
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournaments.demo.club import demo_club, let_pass, open_demo


class Command(BaseCommand):
    """`manage.py demo [--minutes 120]`"""

    help = "Opens the demo club, or sees that a cup is under way in it; touches nothing else."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the option for how long a new club has been playing."""
        parser.add_argument(
            "--minutes",
            type=int,
            default=0,
            help="have a new club play for so long in time of its own, until now",
        )

    def handle(self, *args: Any, minutes: int, **options: Any) -> None:
        """Do it; a second time changes nothing."""
        if minutes < 0 or (minutes and demo_club() is not None):
            raise CommandError("Only a new demo club can have played already.")
        chance, now = SystemRandom(), timezone.now()
        since = now - timedelta(minutes=minutes)
        club = open_demo(chance=chance, now=since)
        let_pass(club, chance=chance, now=since, until=now)
        if options["verbosity"]:
            self.stdout.write(str(club))
