"""Open the demo club: robot players, cups that were played, one under way and a league."""

from random import SystemRandom
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.demo.club import begin_league, found_club, keep_playing, play_past_cups


class Command(BaseCommand):
    """`manage.py demo`"""

    help = "Opens the demo club, or sees that a cup is under way in it; touches nothing else."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it; a second time changes nothing."""
        club, chance, now = found_club(), SystemRandom(), timezone.now()
        play_past_cups(club, chance=chance, now=now)
        begin_league(club, chance=chance, now=now)
        keep_playing(club, chance=chance, now=now)
        if options["verbosity"]:
            self.stdout.write(str(club))
