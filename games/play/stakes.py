"""The stakes of a table: remaining ranking points, and the walkover for staying away.

A casual table for points gives less to opponents who have met on the same day, and nothing to those
who share an address, unless both are trusted.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from accounts.i18n.languages import gettext as _
from accounts.models import User
from games.common.hooks import stakes_of_game, walkover_of_game
from games.models import Game


class Stakes(StrEnum):
    """The notice shown before the first card."""

    LONG = "long"  # it scores unless it is over immediately
    NONE = "none"
    NETWORK = "network"  # opponents share an address, and one of them is new


def stakes_at(game: Game, newcomer: User | None = None, address: str = "") -> Stakes | None:
    """Return the unusual stakes of the game; None for usual ones, or after the deal.

    `newcomer` is a reader who has no seat there yet, `address` the keyed hash of theirs.
    """
    if not (game.competitive and game.is_casual and game.status in Game.NOT_DEALT):
        return None
    sent: Any = stakes_of_game.send(Game, game=game, newcomer=newcomer, address=address)
    return next((answer for _receiver, answer in sent if answer is not None), None)


def in_words(stakes: Stakes) -> str:
    """Word it for the players concerned."""
    match stakes:
        case Stakes.NONE:
            return _("Hoy ya jugaron tres por puntos: esta no suma")
        case Stakes.NETWORK:
            return _("Misma conexión, y alguien con cuenta nueva: esta no suma puntos")
        case Stakes.LONG:
            return _("Hoy ya jugaron: esta suma desde la tercera mano")


@dataclass(frozen=True)
class Walkover:
    """The outcome of a match when players do not sit down at its table.

    While seats are open, a side without any player present loses. Once it `is_given`, the match is
    over: `winner` is the winning team, None if both were absent. It may be one board of a match.
    """

    is_given: bool = False
    winner: int | None = None
    is_board: bool = False


def walkover_at(game: Game) -> Walkover | None:
    """Ask the owner of the table; None if absence has no cost, or no side lost by it."""
    if game.is_casual or game.status not in (Game.Status.WAITING, Game.Status.ANNULLED):
        return None
    sent: Any = walkover_of_game.send(Game, game=game)  # the stubs know text answers only
    return next((answer for _, answer in sent if answer is not None), None)
