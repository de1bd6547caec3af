"""Who may open a socket, how many of them, and until when."""

from collections import Counter
from dataclasses import dataclass

from django.conf import settings

from games.models import Game

PER_USER = 6

_open: Counter[str] = Counter()


@dataclass(frozen=True)
class Viewpoint:
    """What a person is at a table: a seat, or a spectator of a public one."""

    game_id: int
    seat: int | None


def viewpoint_at(game_id: int, user_id: int | None) -> Viewpoint | None:
    """Return what somebody is at a table; None if there is none or it is not theirs to watch."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        return None
    own = game.seats.filter(user_id=user_id).first() if user_id else None
    if own is None and not game.public:
        return None
    return Viewpoint(game_id, own.number if own else None)


def enter(user_id: int | None, address: str) -> str | None:
    """Count one more socket of a person (or of an address, for strangers); None if too many.

    A bar is one address: who has signed in is counted by name, not by where they sit.
    """
    key = f"user {user_id}" if user_id else f"address {address}"
    limit = PER_USER if user_id else settings.SOCKETS_PER_ADDRESS
    if _open[key] >= limit:
        return None
    _open[key] += 1
    return key


def depart(key: str) -> None:
    """Count one socket less."""
    _open[key] -= 1
    if not _open[key]:
        del _open[key]
