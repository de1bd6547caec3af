"""What may be done now, apart from the buttons: those stand as they are from deal to deal."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from accounts.values.looked_up import KEPT
from games.board import Board
from games.board.calls import CallButton
from games.board.hand import held_out
from games.board.seats import SeatView


class May(NamedTuple):
    """Which tokens may not be sent now, by the reason why.

    Where `others` says why all others may not be sent either, `tokens` are those that may.
    """

    blocked: Sequence[tuple[str, Sequence[str]]]
    tokens: Sequence[str] = ()
    others: str = ""


def may(board: Board) -> May:
    """Say what this reader may do now, and why not the rest."""
    calls = [call for row in board.call_rows for call in row]
    blocked: dict[str, list[str]] = defaultdict(list)
    for call in calls:
        if call.why_not and call.why_not != board.why_no_card:
            blocked[call.why_not].append(call.token)
    if not board.why_no_card:
        return May(_grouped(blocked | {"": idle} if (idle := [*_idle(board)]) else blocked))
    said = [call.token for call in calls if not call.why_not]
    throwing = ("perros",) if board.may_throw else ()
    return May(_grouped(blocked), (*said, *throwing), board.why_no_card)


def laid_ready(board: Board) -> Board:
    """Return the board with its buttons as though everything could be done, and nobody's turn."""
    return board._replace(
        places=_nobodys_turn(board.places),
        call_rows=_sayable(board.call_rows),
        hand=tuple(held_out(card) for card in board.hand),
        why_no_card="",
    )


@lru_cache(maxsize=KEPT)
def _nobodys_turn(places: tuple[SeatView, ...]) -> tuple[SeatView, ...]:
    return tuple(place._replace(is_due=False) for place in places)


@lru_cache(maxsize=KEPT)
def _sayable(rows: tuple[tuple[CallButton, ...], ...]) -> tuple[tuple[CallButton, ...], ...]:
    return tuple(tuple(call._replace(why_not="") for call in row) for row in rows)


def _grouped(blocked: Mapping[str, Sequence[str]]) -> Sequence[tuple[str, Sequence[str]]]:
    return tuple((why, tuple(tokens)) for why, tokens in blocked.items())


def _idle(board: Board) -> Iterator[str]:
    """Name the ways in which cards cannot be played while another can."""
    for card, ready in zip(board.hand, map(held_out, board.hand), strict=True):
        if ready.token and not card.token:
            yield ready.token
        if ready.covered and not card.covered and board.has_covered:
            yield ready.covered
