"""What the games app tells competitions."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from games.models import Game
from games.signals import game_finished
from tournaments.services.matches.deciding import record_finished_game


@receiver(game_finished, sender=Game)
def take_note(*, game: Game, now: datetime, **kwargs: Any) -> None:
    """A game ended: its match goes on or is decided, in the same transaction."""
    record_finished_game(game=game, now=now)
