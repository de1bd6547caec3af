"""A match that is won, or would be, because a side stayed away from its table."""

from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.signals import walkover_sought


@dataclass(frozen=True)
class Walkover:
    """What becomes of a match at whose table people do not sit down.

    While seats are open a side of which nobody comes loses. Once it `is_given` the match is over:
    `winner` is the team it went to, None if nobody was there. It may be one board of a match.
    """

    is_given: bool = False
    winner: int | None = None
    is_board: bool = False


def walkover_at(game: Game) -> Walkover | None:
    """Ask what the table belongs to; None where being away loses nothing, or nobody lost by it."""
    if game.is_casual or game.status not in (Game.Status.WAITING, Game.Status.ANNULLED):
        return None
    sent: Any = walkover_sought.send(Game, game=game)  # the stubs know answers of text alone
    return next((answer for _, answer in sent if answer is not None), None)
