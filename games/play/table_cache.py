"""The cache of tables in play: everything an action needs of a game, read once.

An entry is valid for one version of the log and one of the seats, as they are in the game's row
under its lock (`games.models.triggers` moves the latter); with any other version everything is
read again. So it is a cache of the log, never authoritative. Entries are immutable: a commit
replaces one, and an error evicts it. They hold unseen cards, so they are never logged and never
leave the process.
"""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache

from django.db import connection
from django.db.models import QuerySet

from accounts.common.errors import RefusedError
from accounts.common.transactions import on_commit
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

MAX_TABLES = 2000  # of one process
SEAT_FIELDS = (  # the columns of a seat and its user that plays and boards need
    *("game", "number", "user", "robot", "robot_name", "company", "companion"),
    *("automatic", "timeouts", "missed", "missed_in"),
    *("corte_hash", "contribution", "sat_at", "absent_since", "socket"),
    *("sign", "signed_at", "sign_in", "sign_seen", "watches"),
    *("looked", "ends_in", "ready_in"),
    *(
        "user__username",
        "user__display_name",
        "user__is_guest",
        "user__anonymised_at",
        "user__avatar",
    ),
)


@dataclass(frozen=True)
class CachedTable:
    """A committed game row with its seats and state, complete without further queries.

    `state` is None before the deal, or if a fault stopped the table; `moments` are the log entries
    of its hand. `draw`, for the dealer, is shown in the first hand. `addresses` holds the stored
    addresses by seat.
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
        """The versions for which this entry is valid."""
        return _key(self.game)


def cached_table(game: Game) -> CachedTable:
    """Return the table for a game row just read, from the cache if the entry is valid."""
    entry = _tables.get(game.pk)
    if entry is not None and entry.key == _key(game):
        return replace(entry, game=game)
    if connection.in_atomic_block:  # under the lock the entry is outdated
        evict(game.pk)
    table = _read(game)
    if game.status in Game.MOVING:
        on_commit(_keep, replace(table, game=copy(game)))
    return table


def cached_seats(game: Game) -> Sequence[Seat]:
    """Return the seats for a game row just read, from the cache if the entry is valid.

    After a change of seats, clients that reconnect together cause one read. Those of a game that is
    over are always read: its seats version moves no more.
    """
    entry = _tables.get(game.pk)
    if entry is not None and entry.key == _key(game):
        return entry.seats
    if connection.in_atomic_block or game.is_over:  # uncommitted rows are not cached
        return _seats(game.seats.all())
    return _seated(game.pk, game.seats_version)


def peek(game_id: int) -> CachedTable | None:
    """Return what this process last committed or read of a table, valid or not."""
    return _tables.get(game_id)


def store_after_commit(game: Game, state: State) -> None:
    """Cache `state` at the game's next version after the commit. The game is locked."""
    on_commit(_move, game, state)


def evict_after_commit(game: Game) -> None:
    """Drop the cache entry of a game after the commit."""
    on_commit(evict, game.pk)


def note_address(game: Game, seat: int, address: str) -> None:
    """Add a stored address of a seat to the cache after the commit."""
    on_commit(_note, _key(game), game.pk, (seat, address))


def evict(game_id: int) -> None:
    """Drop a table's entry, so that the next access reads the database."""
    with _lock:
        _tables.pop(game_id, None)


def clear() -> None:
    """Drop all entries, for a process that may use another database."""
    with _lock:
        _tables.clear()
    _seated.cache_clear()


@contextmanager
def evict_on_error(game_id: int) -> Iterator[None]:
    """Drop a table's entry after any error inside, except refusals, which change nothing."""
    try:
        yield
    except (RefusedError, IllegalActionError, NotationError):
        raise
    except BaseException:  # it is unknown whether a commit happened
        evict(game_id)
        raise


_lock = threading.Lock()
_tables: dict[int, CachedTable] = {}  # the latest change comes last


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
    """Keep the newest entry: readers without the lock may finish late."""
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
    moments = (
        extend_log(before.moments, before.state, state) if before.state else log_entries(state)
    )
    _keep(replace(before, game=copy(game), state=state, moments=moments))


def _note(key: tuple[int, int], game_id: int, address: tuple[int, str]) -> None:
    before = _tables.get(game_id)
    if before is not None and before.key == key:
        _keep(replace(before, addresses=before.addresses | {address}))


def _key(game: Game) -> tuple[int, int]:
    return game.version, game.seats_version
