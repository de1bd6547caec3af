"""Reading what was said at a table."""

from typing import Final

from games.models import Game, Line
from games.talk.levels import Level

LISTED: Final = 20  # lines of an opened list
BUBBLES: Final = 12  # of seats, within the seconds a bubble stays


def last_lines(game: Game) -> list[Line]:
    """Return the newest lines of seats, and of anybody, the newest first.

    Spectators, however many talk, never push a seat's bubble out.
    """
    if game.talk == Level.NONE:
        return []
    lines = game.lines.select_related("author").order_by("-pk")
    found = [*lines.filter(seat__isnull=False)[:BUBBLES], *lines[:2]]
    return sorted(set(found), key=lambda line: -line.pk)


def listed_lines(game: Game, seat: int | None) -> list[Line]:
    """Return what an opened list shows to a seat (None: a spectator), the newest first."""
    heard = game.lines.heard_by(seat, is_over=game.is_over)
    return list(heard.select_related("author").order_by("-pk")[:LISTED])
