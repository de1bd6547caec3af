"""Who may open a socket, how many of them, and until when."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from games.models import Game, Seat
from games.services.refusals import RefusedError

PER_USER = 6
INVITED = "invited"  # in the session: the tables to which its browser holds an invitation

HELD_BY = ("game", "number", "user", "robot", "company", "companion")

_open: Counter[str] = Counter()


@dataclass(frozen=True)
class Viewpoint:
    """What a person is at a table: a seat, or a spectator of a public one.

    `companions` are the seats of others who play on the same device.
    """

    game_id: int
    seat: int | None
    companions: tuple[int, ...] = ()

    def acting(self, who: int | None) -> int:
        """Return the seat that acts: one's own, or on a shared device the one that it says.

        Raises RefusedError `no-seat` for somebody else's.
        """
        assert self.seat is not None, "spectators do not act"
        if who not in (None, self.seat, *self.companions):
            raise RefusedError("no-seat")
        return self.seat if who is None else who


def viewpoint_at(
    game_id: int, user_id: int | None, invited: Collection[int] = ()
) -> Viewpoint | None:
    """Return what somebody is at a table; None if there is none or it is not theirs to see.

    `invited` are the tables to which their browser holds an invitation.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        return None
    seats = list(game.seats.only(*HELD_BY))
    if user_id and (own := next((seat for seat in seats if seat.user_id == user_id), None)):
        companions = tuple(seat.number for seat in seats if seat.companion)
        return Viewpoint(game_id, own.number, companions)
    is_asked = game.public or not game.private or game_id in invited
    return Viewpoint(game_id, None) if is_asked and is_open(game, seats) else None


def is_open(game: Game, seats: Iterable[Seat]) -> bool:
    """Whether a table shows itself to whoever has no seat: to watch, or to take one."""
    return game.public or (game.is_casual and any(seat.is_free or seat.company for seat in seats))


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


def still_signed_in(session_keys: Iterable[str]) -> set[str]:
    """Return those sessions that still sign in an active person with the password of today."""
    rows = Session.objects.filter(session_key__in=session_keys, expire_date__gt=timezone.now())
    sessions = {row.session_key: row.get_decoded() for row in rows}
    ids = {data[SESSION_KEY] for data in sessions.values() if SESSION_KEY in data}
    users = {str(user.pk): user for user in User.objects.filter(pk__in=ids, is_active=True)}
    return {key for key, data in sessions.items() if _signs_in(data, users)}


def _signs_in(data: Mapping[str, Any], users: Mapping[str, User]) -> bool:
    user = users.get(data.get(SESSION_KEY, ""))
    given = data.get(HASH_SESSION_KEY, "")
    return user is not None and constant_time_compare(given, user.get_session_auth_hash())
