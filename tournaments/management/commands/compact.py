"""Pack the logs of games that ended long ago."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from games.models import GameQuerySet
from games.play.packed_logs import pack_log, packable_games
from tournaments.models import Competition, MatchGame
from tournaments.models.matches import COMPETITION

DAYS: Final = 365
MOST_DAYS: Final = 36_500
BATCH: Final = 1000  # keys read at once


class Command(BaseCommand):
    """`manage.py compact`"""

    help = (
        "Packs the log of each game that ended long ago into one row. Records, profiles, `verify` "
        "and exports read it as before. Games of competitions that are not over keep their rows."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the age of the games, and whether the file is made smaller."""
        parser.add_argument(
            "--days", type=int, default=DAYS, help="pack games that ended at least so many days ago"
        )
        parser.add_argument(
            "--vacuum", action="store_true", help="SQLite: give the space back to the disk"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Pack, game by game, so that tables in play wait for one game at most."""
        if not 1 <= options["days"] <= MOST_DAYS:
            raise CommandError(f"--days is a number from 1 to {MOST_DAYS:,}.")
        if options["vacuum"] and connection.vendor != "sqlite":
            raise CommandError("--vacuum is for SQLite; PostgreSQL vacuums by itself.")
        games = rows = 0
        while keys := list(_due(options["days"]).values_list("pk", flat=True)[:BATCH]):
            packed = [count for key in keys if (count := pack_log(game_id=key))]
            games, rows = games + len(packed), rows + sum(packed)
            if not packed:
                break  # others changed them meanwhile: the next run looks again
        self.stdout.write(f"{games} games, {rows} rows: packed")
        if options["vacuum"]:
            with connection.cursor() as cursor:
                cursor.execute("VACUUM")


def _due(days: int) -> GameQuerySet:
    of_events = MatchGame.objects.filter(match__round__isnull=False)
    going_on = of_events.exclude(**{f"match__{COMPETITION}__state__in": Competition.OVER})
    ended = packable_games(timezone.now() - timedelta(days=days))
    return ended.exclude(pk__in=going_on.values("game")).order_by("pk")
