"""A table as pieces, for one audience."""

from collections.abc import Iterator, Sequence

from games.board import Board
from games.board.may import laid_ready, may
from games.board.seats import SeatView
from games.board.tricks import Laid
from games.engine import signals
from games.live.drawing import address, draw
from games.live.pieces import Pieces, enclosed
from games.models import Game
from games.talk.levels import Level
from games.talk.phrases import partner_words

FIELDS = {  # of the board: what each template names
    "mini": ("scores", "target", "label", "dealer", "mano", "legs_to_win", "spectators", "bell"),
    "say": ("prompt", "clock", "notice", "is_fresh", "sharing"),
    "line": ("prompt",),
    "hint": ("prompt",),
    "act": (
        *("phase", "watches", "why_no_card", "result", "after"),
        *("may_sit", "may_take_back", "may_throw", "waiting", "coming_back", "again", "sharing"),
    ),
}


def table_pieces(board: Board) -> Pieces:
    """Draw every piece of a live table in the active language.

    What the clock and the next click need is in `say`, which is new at every version, and in `may`:
    buttons and seats stand from deal to deal, and the browser marks whose turn it is, and what may
    not be used. `heard`, the newest line, stands beside the table: its page keeps it apart.
    """
    due = [place.number for place in board.places if place.is_due]
    told = draw("table/may", may=may(board))
    return {**framed(laid_ready(board), "table/table", due), "may": told}


def framed(board: Board, frame: str, due: Sequence[int] = (), **more: object) -> Pieces:
    """Draw every piece of a table but `may`; `frame` encloses them, and may need more.

    `due` are the seats that the browser is to mark as those whose turn it is.
    """
    return {
        "table": _table(board, frame, **more),
        **_score(board),
        **(_finale(board) or {**_felt(board), **_last_row(board)}),
        **_say(board, due),
        **_act(board),
        **_story(board),
        **_proposal(board),
        "heard": draw("table/heard", line=board.talk.newest),
    }


def _finale(board: Board) -> Pieces:
    """Draw the end in the place of felt and hand, once there is one."""
    if board.finale is None:
        return {}
    record = address("tables:record", board.game.pk)
    return {"finale": draw("table/finale", finale=board.finale, record=record)}


def _score(board: Board) -> Pieces:
    pieces = {"score": draw("table/score"), "mini": _piece("mini", board)}
    for place, score in enumerate(board.scores):
        for name in ("side", "plate"):
            pieces[f"{name}{place}"] = draw(f"table/{name}", place=place, score=score)
    return pieces


def _say(board: Board, due: Sequence[int]) -> Pieces:
    say = _piece(
        "say",
        board,
        version=board.game.version,
        due=due,
        is_still=board.phase != "play",
        is_judged=board.game.status == Game.Status.JUDGED,
    )
    return {"say": say, "line": _piece("line", board), "hint": _piece("hint", board)}


def _act(board: Board) -> Pieces:
    rows = [f"calls{row}" for row, _ in enumerate(board.call_rows)]
    pieces = {"act": _piece("act", board, game=board.game.pk, rows=rows)}
    if not enclosed(pieces["act"]):
        return pieces
    for name, calls, why in zip(rows, board.call_rows, board.row_reasons, strict=True):
        places = {f"{name}-{place}": call for place, call in enumerate(calls)}
        pieces[name] = draw(
            "table/calls", name=name, calls=list(places), why=why, why_no_card=board.why_no_card
        )
        for place, call in places.items():
            pieces[place] = draw("table/call", name=place, call=call, why=why)
    return pieces


def _story(board: Board) -> Pieces:
    lines = {f"l{number}": line for number, line in enumerate(board.story, start=board.untold)}
    return {
        "story": draw("table/story", drawn=board.draw, lines=list(lines), late=board.late),
        **{name: draw("table/line_told", name=name, line=line) for name, line in lines.items()},
    }


def _proposal(board: Board) -> Pieces:
    """Draw what somebody proposes; nobody does mostly."""
    if board.proposal is None:
        return {}
    return {"proposal": draw("table/proposal", game=board.game.pk, proposal=board.proposal)}


def _table(board: Board, frame: str, **more: object) -> str:
    rules = board.game.rules
    return draw(
        frame,
        game=board.game.pk,
        phase=board.phase,
        rows=len(board.call_rows),
        watches=board.watches,
        has_won=board.viewer is not None and board.game.winner == board.viewer % 2,
        has_covered=board.has_covered,
        has_finale=board.finale is not None,
        has_muestra=rules.muestra,
        has_signs=board.sharing is None and (bool(signals(rules)) or _has_words(board.game)),
        talks=board.game.talk != Level.NONE,
        choices=board.choices,
        is_asked=board.proposal is not None,
        **more,
    )


def _has_words(game: Game) -> bool:
    """Whether partners may tell each other something in words."""
    return game.talk != Level.NONE and bool(partner_words(game.rules))


def _felt(board: Board) -> Pieces:
    """Draw the seats and the tricks between them; in a pico the others are a strip."""
    seats = {f"seat{place.number}": place for place in board.places}
    out = [name for name, place in seats.items() if place.is_out]
    playing = [name for name in seats if name not in out]
    tricks = [f"trick{number}" for number, _ in enumerate(board.tricks, start=1)]
    return {
        "felt": draw("table/felt", out=out, seats=playing, is_duel=board.is_duel),
        **{name: piece for place in seats.values() for name, piece in _seat(board, place)},
        "tricks": draw("table/tricks", tricks=tricks),
        **{name: piece for place, _ in enumerate(tricks) for name, piece in _trick(board, place)},
    }


def _seat(board: Board, place: SeatView) -> Iterator[tuple[str, str]]:
    number, is_urgent = place.number, board.prompt.is_urgent
    yield f"seat{number}", draw("table/seat", place=place, is_urgent=is_urgent)
    yield f"marks{number}", draw("table/marks", place=place)
    yield f"room{number}", draw("table/room", place=place, game=board.game.pk)


def _trick(board: Board, place: int) -> Iterator[tuple[str, str]]:
    """Draw one trick; where more than two play, one that is over waits beside for another look."""
    trick, number = board.tricks[place], place + 1
    is_past = not board.is_duel and bool(trick.cards) and not trick.is_current
    spots: dict[int, Laid | None] = {laid.position: laid for laid in trick.cards}
    spots |= dict.fromkeys(trick.awaited)
    names = {f"t{number}k{position}": position for position in spots}
    yield (
        f"trick{number}",
        draw("table/trick", number=number, trick=trick, is_past=is_past, places=list(names)),
    )
    for name, position in names.items():
        yield name, draw("table/laid", name=name, position=position, laid=spots[position])


def _last_row(board: Board) -> Pieces:
    """Draw the seal until the cards are dealt, then the viewer's hand; spectators have none."""
    if board.phase == "sit":
        return {"seal": draw("table/seal", seal=board.seal, game=board.game.pk)}
    shown = board.muestra
    muestra = draw("table/muestra", muestra=shown, suit=shown.symbol[-1] if shown else "")
    if board.watches:
        return {"muestra": muestra}
    return {**_hand(board), "muestra": muestra}


def _hand(board: Board) -> Pieces:
    held = {f"held{card.key}": card for card in board.hand}
    return {
        "hand": draw("table/hand", cards=list(held), sharing=board.sharing),
        **{
            name: draw("table/held", card=card, has_covered=board.has_covered)
            for name, card in held.items()
        },
    }


def _piece(name: str, board: Board, **more: object) -> str:
    return draw(f"table/{name}", **{key: getattr(board, key) for key in FIELDS[name]}, **more)
