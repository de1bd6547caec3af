"""Admission to a table and to its sockets: permission, and sockets per user."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpRequest

from accounts.common.client_address import address_key
from games.models import Game, Seat, raw_queries
from games.models.tables import is_invited
from games.play import table_cache
from truco_site.counters import SOCKETS
from truco_site.server.open_files import files_permitted

PER_USER = 16
PAGES = 5  # with as many strangers as one page may have, for an address
INVITED = "invited"  # session key: the tables to which this browser has an invitation
_open: Counter[str] = Counter()
Ticket = tuple[str, ...]
"""The counts that a socket is part of."""


@dataclass(frozen=True)
class Viewpoint:
    """A person's role at a table: a seat, or a spectator of a public one.

    `version` is the table's current version, `companions` are the seats of others who play on the
    same device. Spectators of a private table without an invitation cannot sit down there.
    """

    game_id: int
    version: int
    seat: int | None
    companions: tuple[int, ...] = ()
    may_come: bool = True


def viewpoint_at(
    game_id: int, user_id: int | None, invited: Collection[int] = ()
) -> Viewpoint | None:
    """Return a person's viewpoint on a table; None if it does not exist or they cannot see it.

    `invited` are the tables to which their browser has an invitation; a friend's invitation is a
    row.
    """
    game = raw_queries.find_game(game_id)
    if game is None:
        return None
    seats = table_cache.cached_seats(game)
    if user_id and (own := next((seat for seat in seats if seat.user_id == user_id), None)):
        companions = tuple(seat.number for seat in seats if seat.companion)
        return Viewpoint(game_id, game.version, own.number, companions)
    if not is_open(game, seats):
        return None
    may_come = not game.private or game_id in invited
    if not may_come and user_id is not None:
        may_come = is_invited(game_id, user_id)
    if not (may_come or game.public):
        return None
    return Viewpoint(game_id, game.version, None, may_come=may_come)


def is_open(game: Game, seats: Iterable[Seat]) -> bool:
    """Return whether readers without a seat can open a table: to watch it, or to take a seat."""
    return game.public or (game.is_casual and any(seat.is_free or seat.company for seat in seats))


def open_connection(user_id: int | None, address: str, page: str) -> Ticket | None:
    """Count one more socket of a person or a stranger; None if there are too many.

    Signed-in people are counted by account, independent of their address. A hall has one address,
    so strangers are counted for each page; all pages of an address have the sockets of `PAGES`.
    Half of the process's connections stay free of strangers.
    """
    if user_id:
        limits = {f"user {user_id}": PER_USER}
    else:
        home = address_key(address)
        limits = {
            f"address {home} {page}": settings.SOCKETS_PER_ADDRESS,
            f"address {home}": settings.SOCKETS_PER_ADDRESS * PAGES,
            "strangers": files_permitted() // 2,
        }
    if any(_open[key] >= limit for key, limit in limits.items()):
        return None
    _open.update(limits.keys())
    SOCKETS.inc()
    return tuple(limits)


def is_here(user_id: int) -> bool:
    """Return whether a person has a page open that is connected to this process."""
    return _open[f"user {user_id}"] > 0


def close_connection(ticket: Ticket) -> None:
    """Decrease the counts of open sockets."""
    SOCKETS.dec()
    for key in ticket:
        _open[key] -= 1
        if not _open[key]:
            del _open[key]


def viewpoint_of(request: HttpRequest, pk: int) -> Viewpoint:
    """Return the reader's viewpoint on a table; Http404 if they cannot see it."""
    viewpoint = viewpoint_at(pk, request.user.pk, invited(request))
    if viewpoint is None:
        raise Http404
    return viewpoint


def invited(request: HttpRequest) -> Collection[int]:
    """Return the tables to which this browser followed an invitation, the latest last."""
    return tuple(request.session.get(INVITED, ()))
