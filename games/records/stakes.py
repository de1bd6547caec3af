"""What a casual table for points can still bring to opponents who have met on the same day."""

from enum import StrEnum
from typing import Any

from accounts.models import User
from accounts.values.looked_up import gettext as _
from games.models import Game
from games.signals import stakes_sought


class Stakes(StrEnum):
    """What is said before the first card."""

    LONG = "long"  # it scores unless it is over at once
    NONE = "none"


def stakes_at(game: Game, newcomer: User | None = None) -> Stakes | None:
    """Return what the game is played for; None if nothing out of the ordinary, or once dealt.

    `newcomer` is a reader who has no seat there yet.
    """
    if not (game.competitive and game.is_casual and game.status in Game.NOT_DEALT):
        return None
    sent: Any = stakes_sought.send(Game, game=game, newcomer=newcomer)
    return next((answer for _receiver, answer in sent if answer is not None), None)


def in_words(stakes: Stakes) -> str:
    """Word it for the players concerned."""
    if stakes is Stakes.NONE:
        return _("Hoy ya jugaron tres por puntos: esta no suma")
    return _("Hoy ya jugaron: esta suma desde la tercera mano")
