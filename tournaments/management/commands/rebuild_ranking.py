"""Recompute the ranking from the ledger, the results and the games."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.models import LeaderboardLine, PlayerStanding
from tournaments.ranking.rebuild import rebuild_ranking


class Command(BaseCommand):
    """`manage.py rebuild_ranking`"""

    help = "Writes ratings, leaderboards and statistics anew; `verify` tells whether they are due."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild the ranking and print its size."""
        rebuild_ranking()
        players, lines = PlayerStanding.objects.count(), LeaderboardLine.objects.count()
        self.stdout.write(f"{players} players, {lines} leaderboard lines: rebuilt")
