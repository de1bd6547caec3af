"""Tables in memory: what a click needs of a game, read once and kept while it is played.

An entry is valid for one version of the log and one of the seats, as they stand in the game's row
under its lock (`games.models.beside` moves the latter); with any other everything is read anew. So
it is a cache of the log, never the truth. Entries are values: nobody changes one, a commit puts
another in its place, and an error takes it away. They hold cards nobody has seen yet, so they are
never logged and never leave the process.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache

from django.db import connection
from django.db.models import QuerySet

from accounts.common.commit_hooks import on_commit
from accounts.common.errors import RefusedError
from games.engine import (
    DealerDraw,
    IllegalActionError,
    LogEntry,
    NotationError,
    State,
    extend_log,
    log_entries,
)
from games.models import Game, Line, Seat, SeatAddress
from games.models.chat import last_lines
from games.play.replay import DealSource, published_state

MAX_TABLES = 2000  # tables of one process
SEAT_FIELDS = (  # of a seat and its person: all that plays and boards need
    *("game", "number", "user", "robot", "robot_name", "company", "companion"),
    *("automatic", "timeouts", "missed", "missed_in"),
    *("corte_hash", "contribution", "sat_at", "absent_since", "socket", "sign", "signed_at"),
    *("looked", "ends_in"),
    *("user__username", "user__display_name", "user__is_guest", "user__anonymised_at"),
)


@dataclass(frozen=True)
class CachedTable:
    """A game's row as it was committed, and what stands beside it: nothing more is to be read.

    `state` is None before the deal, and where a fault stopped the table; `moments` are those of its
    hand; `draw` for the dealer is news in the first hand; `addresses` are those of which each
    seat's is written down already.
    """

    game: Game
    seats: Sequence[Seat]
    lines: Sequence[Line]
    addresses: frozenset[tuple[int, str]]
    state: State | None = field(repr=False)
    moments: Sequence[LogEntry] = field(repr=False)
    draw: DealerDraw | None = field(repr=False)

    @property
    def is_first(self) -> bool:
        """Whether this is the first hand."""
        return self.state is not None and self.state.start.number == 1

    @property
    def key(self) -> tuple[int, int]:
        """The versions for which this is valid."""
        return _key(self.game)


def cached_table(game: Game) -> CachedTable:
    """Return what stands at a table of which this row was read: from memory if that is valid."""
    held = _tables.get(game.pk)
    if held is not None and held.key == _key(game):
        return replace(held, game=game)
    if connection.in_atomic_block:  # under the lock: what is held is of another past
        evict(game.pk)
    table = _read(game)
    if game.status in Game.MOVING:
        on_commit(_keep, replace(table, game=copy(game)))
    return table


def cached_seats(game: Game) -> Sequence[Seat]:
    """Return the seats of a game of which this row was read: from memory if that is valid.

    Those that come back at once to a table whose seats have moved read them once.
    """
    held = _tables.get(game.pk)
    if held is not None and held.key == _key(game):
        return held.seats
    if connection.in_atomic_block:  # what is not committed is not kept
        return _seats(game.seats.all())
    return _seated(game.pk, game.seats_version)


def peek(game_id: int) -> CachedTable | None:
    """Return what this process has committed or read last of a table, valid or not."""
    return _tables.get(game_id)


def store_after_commit(game: Game, state: State) -> None:
    """After the commit: a locked game has come to `state`, at its next version."""
    on_commit(_move, game, state)


def evict_after_commit(game: Game) -> None:
    """After the commit: nothing that is known of a game is worth keeping."""
    on_commit(evict, game.pk)


def note_address(game: Game, seat: int, address: str) -> None:
    """After the commit: an address of a seat is written down."""
    on_commit(_note, _key(game), game.pk, (seat, address))


def evict(game_id: int) -> None:
    """Read a table anew the next time."""
    with _lock:
        _tables.pop(game_id, None)


def clear() -> None:
    """Read every table anew the next time: this process may look at another database."""
    with _lock:
        _tables.clear()
    _seated.cache_clear()


@contextmanager
def evict_on_error(game_id: int) -> Iterator[None]:
    """Forget a table at any error inside; what is refused has changed nothing."""
    try:
        yield
    except (RefusedError, IllegalActionError, NotationError):
        raise
    except BaseException:  # of a commit nobody knows whether it happened
        evict(game_id)
        raise


_lock = threading.Lock()
_tables: dict[int, CachedTable] = {}  # the one that changed last comes last


def _read(game: Game) -> CachedTable:
    seats = _seats(game.seats.all())
    dealer = DealSource(game, seats)
    state = published_state(game, dealer)
    addresses = SeatAddress.objects.filter(seat__game=game).values_list("seat__number", "key")
    return CachedTable(
        game=game,
        seats=seats,
        lines=last_lines(game),
        addresses=frozenset(addresses),
        state=state,
        moments=log_entries(state) if state else (),
        draw=dealer.draw() if state and state.start.number == 1 else None,
    )


def _seats(rows: QuerySet[Seat]) -> Sequence[Seat]:
    return list(rows.select_related("user").only(*SEAT_FIELDS).order_by("number"))


@lru_cache(MAX_TABLES)
def _seated(game_id: int, _seats_version: int) -> Sequence[Seat]:
    return _seats(Seat.objects.filter(game=game_id))


def _keep(table: CachedTable) -> None:
    """Keep what is newest: who reads without the lock may come late."""
    with _lock:
        before = _tables.get(table.game.pk)
        if before is not None and before.game.version > table.game.version:
            return
        _tables.pop(table.game.pk, None)
        _tables[table.game.pk] = table
        if len(_tables) > MAX_TABLES:
            del _tables[next(iter(_tables))]


def _move(game: Game, state: State) -> None:
    before = _tables.get(game.pk)
    if before is None or before.key != (game.version - 1, game.seats_version):
        evict(game.pk)
        return
    told = extend_log(before.moments, before.state, state) if before.state else log_entries(state)
    _keep(replace(before, game=copy(game), state=state, moments=told))


def _note(key: tuple[int, int], game_id: int, address: tuple[int, str]) -> None:
    before = _tables.get(game_id)
    if before is not None and before.key == key:
        _keep(replace(before, addresses=before.addresses | {address}))


def _key(game: Game) -> tuple[int, int]:
    return game.version, game.seats_version
