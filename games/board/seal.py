"""The commitment as the waiting table shows it, and which seats have sealed or opened a corte.

The browser reads it too: `static/js/fair/cortes.js` seals, stores what it was shown, and opens.
"""

from collections.abc import Sequence
from typing import NamedTuple

from accounts.values.looked_up import gettext as _
from games.board.names import Names
from games.fair.cortes import NONE
from games.models import Game, Seat

HEAD = 8  # letters of a hash that tell it from the others


class Corte(NamedTuple):
    """One seat's corte: its name, its state in words, and the head of its hash."""

    name: str
    words: str
    head: str


class Seal(NamedTuple):
    """A table's promise. `state` is the viewer's part: watch, sit, sealed, open, done."""

    commitment: str
    hashes: tuple[str, ...]
    cortes: tuple[Corte, ...]
    viewer: int | None
    state: str


def seal(game: Game, seats: Sequence[Seat], names: Names, mine: Seat | None) -> Seal:
    """Return what a table without cards shows of its promise; `mine` is the reader's seat."""
    return Seal(
        commitment=game.commitment,
        hashes=tuple(seat.corte_hash or NONE for seat in seats),
        cortes=tuple(
            Corte(names.seat(seat.number), _words(seat), seat.corte_hash[:HEAD]) for seat in seats
        ),
        viewer=None if mine is None else mine.number,
        state=_state(game, mine),
    )


def _words(seat: Seat) -> str:
    if seat.contribution:
        return _("abierto")
    if seat.corte_hash:
        return _("sellado")
    return _("sin corte") if seat.sat_at else _("por sentarse")


def _state(game: Game, mine: Seat | None) -> str:
    if mine is None:
        return "watch"
    if game.status == Game.Status.WAITING:
        return "sealed" if mine.sat_at else "sit"
    is_awaited = game.status == Game.Status.OPENING and mine.corte_hash and not mine.contribution
    return "open" if is_awaited else "done"
