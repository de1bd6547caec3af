"""The fragments of a table for one audience."""

from collections.abc import Hashable, Mapping, Sequence

from accounts.i18n.languages import cached_per_language
from games.artwork.faces import Mood
from games.chat.phrases import partner_words
from games.chat.queries import ChatLine
from games.engine import signals
from games.house_rules import turned_card
from games.live.fragments import Pieces, child_ids
from games.live.templates import address, names_in, render_cached, render_template
from games.models import Game
from games.models.tables import Level
from games.table_view.call_buttons import TRUCO_KEY, CallButton, HandCard
from games.table_view.clock import Score
from games.table_view.felt import CardOnTable, Mate, Picture, Trick
from games.table_view.history import StoryLine
from games.table_view.prompt import Prompt
from games.table_view.seats import SeatView, Sharing
from games.table_view.table import TableView, allowed_actions, with_all_enabled


def table_pieces(board: TableView) -> Pieces:
    """Render every piece of a live table in the active language.

    What the clock and the next click need is in `say`, which is new at every version, and in `may`.
    Buttons and seats stay from deal to deal; the browser marks whose turn it is and which buttons
    are disabled. `heard`, the newest line of talk, is a separate piece that the page keeps outside.
    """
    due = [place.number for place in board.places if place.is_due]
    may = render_cached("table/may", may=allowed_actions(board))
    return {**framed(with_all_enabled(board), "table/table", due), "may": may}


def framed(board: TableView, frame: str, due: Sequence[int] = (), **more: Hashable) -> Pieces:
    """Render every piece of a table except `may`; `frame` encloses them, and may need `more`.

    `due` are the seats whose turn the browser marks.
    """
    return {
        "table": _table(board, frame, **more),
        **_score(board.scores),
        "mini": _piece("mini", board),
        **(_finale(board) or {**_felt_pieces(board), **_last_row(board)}),
        **_say(board, due),
        **_act(board, may_join=not more),
        **_story(board.label, board.draw, board.late, board.story, board.untold),
        **_proposal(board),
        **_newest_line_piece(board.talk.newest),
    }


def _finale(board: TableView) -> Pieces:
    """Render the end in place of felt and hand, if the game is over."""
    if board.finale is None:
        return {}
    record = address("tables:record", board.game.pk)
    return {"finale": render_template("table/finale", finale=board.finale, record=record)}


@cached_per_language
def _score(scores: tuple[Score, ...]) -> Pieces:
    pieces = {"score": render_cached("table/score")}
    for place, score in enumerate(scores):
        pieces[f"side{place}"] = render_cached("table/side", place=place, score=score)
        plate = render_cached("table/plate", place=place, name=score.name, brief=score.brief)
        pieces[f"plate{place}"] = plate
    return pieces


def _say(board: TableView, due: Sequence[int]) -> Pieces:
    more = {
        "version": board.game.version,
        "due": tuple(due),
        "moods": tuple(
            f"{place.number}-{place.mood}" for place in board.places if place.mood != Mood.NEUTRAL
        ),
        "is_still": board.phase != "play",
        "is_judged": board.game.status == Game.Status.JUDGED,
    }
    say = render_template("table/say", **_needs("say", board, more))  # of this version only
    return {"say": say, **_prompt_pieces(board.prompt)}


@cached_per_language
def _prompt_pieces(prompt: Prompt) -> Pieces:
    return {name: render_cached(f"table/{name}", prompt=prompt) for name in ("line", "hint")}


def _act(board: TableView, *, may_join: bool) -> Pieces:
    """Render the calls; `may_join` offers to make one together with a card (R-C8)."""
    rows = tuple(f"calls{row}" for row, _ in enumerate(board.call_rows))
    act = _piece("act", board, game=board.game.pk, rows=rows)
    more = {"numbers": _piece("numbers", board)} if board.has_numbers else {}
    if not child_ids(act):
        return {"act": act, **more}
    return {
        "act": act,
        **more,
        **_calls(rows, board.call_rows, board.row_reasons, board.why_no_card, may_join),
    }


@cached_per_language
def _calls(
    rows: tuple[str, ...],
    call_rows: tuple[tuple[CallButton, ...], ...],
    reasons: tuple[str, ...],
    why_no_card: str,
    may_join: bool,
) -> Pieces:
    pieces = {}
    for name, calls, why in zip(rows, call_rows, reasons, strict=True):
        places = {f"{name}-{place}": call for place, call in enumerate(calls)}
        pieces[name] = render_cached(
            "table/calls",
            name=name,
            calls=tuple(places),
            why=why,
            why_no_card=why_no_card,
            joins=tuple(
                place for place, call in places.items() if may_join and call.key == TRUCO_KEY
            ),
        )
        for place, call in places.items():
            pieces[place] = render_cached("table/call", name=place, call=call, why=why)
    return pieces


@cached_per_language
def _story(
    hand: str, draw: str, late: tuple[str, ...], story: tuple[StoryLine, ...], untold: int
) -> Pieces:
    lines = {f"l{number}": line for number, line in enumerate(story, start=untold)}
    return {
        "story": render_cached("table/story", hand=hand, drawn=draw, lines=tuple(lines), late=late),
        **{
            name: render_cached("table/line_told", name=name, line=line)
            for name, line in lines.items()
        },
    }


@cached_per_language
def _newest_line_piece(newest: ChatLine | None) -> Pieces:
    return {"heard": render_cached("table/heard", line=newest)}


def _proposal(board: TableView) -> Pieces:
    """Render the pending proposal, if any."""
    if board.proposal is None:
        return {}
    return {
        "proposal": render_cached("table/proposal", game=board.game.pk, proposal=board.proposal)
    }


def _table(board: TableView, frame: str, **more: Hashable) -> str:
    rules = board.game.rules
    # a lesson's frame contains text of its reader
    make = render_template if more else render_cached
    return make(
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
        has_numbers=board.has_numbers,
        **more,
    )


def _has_words(game: Game) -> bool:
    """Return whether partners can send each other words."""
    return game.talk != Level.NONE and bool(partner_words(game.rules))


def _felt_pieces(board: TableView) -> Pieces:
    """Render the seats and the tricks between them; in a pico the other seats form a strip."""
    return {
        **_seat_layout(board.places, board.is_duel, board.has_mates),
        **(_mates(board.mates) if board.has_mates else {}),
        **_seats(board.places, board.prompt.is_urgent, board.game.pk),
        **_tricks(board.tricks, board.is_duel),
    }


@cached_per_language
def _seat_layout(places: tuple[SeatView, ...], is_duel: bool, has_mates: bool) -> Pieces:
    out = tuple(f"seat{place.number}" for place in places if place.is_out)
    playing = tuple(f"seat{place.number}" for place in places if not place.is_out)
    layout = render_cached(
        "table/felt", out=out, seats=playing, is_duel=is_duel, has_mates=has_mates
    )
    return {"felt": layout}


@cached_per_language
def _mates(mates: tuple[Mate, ...]) -> Pieces:
    return {"mates": render_cached("table/mates", mates=mates)}


@cached_per_language
def _seats(places: tuple[SeatView, ...], is_urgent: bool, game: int) -> Pieces:
    return dict(piece for place in places for piece in _seat(place, is_urgent, game))


@cached_per_language
def _seat(place: SeatView, is_urgent: bool, game: int) -> tuple[tuple[str, str], ...]:
    more: Mapping[str, Mapping[str, Hashable]] = {
        "seat": {"is_urgent": is_urgent and place.is_due},
        "face": {},
        "marks": {},
        "room": {"game": game},
    }
    return tuple(
        (f"{name}{place.number}", render_cached(f"table/{name}", **_needs(name, place, rest)))
        for name, rest in more.items()
    )


@cached_per_language
def _tricks(laid_out: tuple[Trick, ...], is_duel: bool) -> Pieces:
    names = tuple(f"trick{number}" for number, _ in enumerate(laid_out, start=1))
    each = (_trick(trick, place, is_duel) for place, trick in enumerate(laid_out, start=1))
    return {
        "tricks": render_cached("table/tricks", tricks=names),
        **{name: piece for pieces in each for name, piece in pieces.items()},
    }


@cached_per_language
def _trick(trick: Trick, number: int, is_duel: bool) -> Pieces:
    """Render one trick; with more than two players a finished trick stays visible."""
    is_past = not is_duel and bool(trick.cards) and not trick.is_current
    spots: dict[int, CardOnTable | None] = {laid.position: laid for laid in trick.cards}
    spots |= dict.fromkeys(trick.awaited)
    names = {f"t{number}k{position}": position for position in spots}
    around = render_cached(
        "table/trick", number=number, trick=trick, is_past=is_past, places=tuple(names)
    )
    return {f"trick{number}": around} | {
        name: render_cached("table/laid", name=name, position=position, laid=spots[position])
        for name, position in names.items()
    }


def _last_row(board: TableView) -> Pieces:
    """Render the seal until the deal, then the viewer's hand; spectators have none."""
    if board.phase == "sit":
        return {"seal": render_cached("table/seal", seal=board.seal, game=board.game.pk)}
    muestra = _muestra(board.muestra, board.game.preset)
    if board.watches:
        return muestra
    return {**_hand(board.hand, board.sharing, board.has_covered), **muestra}


@cached_per_language
def _muestra(card: Picture | None, preset: str) -> Pieces:
    """Render the turned card, marked with its suit and rank for the order of the cards."""
    rank, suit = (card.symbol[1:-1], card.symbol[-1]) if card else ("", "")
    turned = turned_card(preset)
    values = {"muestra": card, "suit": suit, "rank": rank, "turned": turned}
    return {"muestra": render_cached("table/muestra", **values)}


@cached_per_language
def _hand(hand: tuple[HandCard, ...], sharing: Sharing | None, has_covered: bool) -> Pieces:
    by_piece = {f"held{card.key}": card for card in hand}
    return {
        "hand": render_cached("table/hand", cards=tuple(by_piece), sharing=sharing),
        **{
            name: render_cached("table/held", card=card, has_covered=has_covered)
            for name, card in by_piece.items()
        },
    }


def _piece(name: str, board: TableView, **more: Hashable) -> str:
    return render_cached(f"table/{name}", **_needs(name, board, more))


def _needs(
    name: str, whole: TableView | SeatView, more: Mapping[str, Hashable]
) -> dict[str, Hashable]:
    """Return the values that a template names: those in `more`, and fields for the others."""
    fields = {key: getattr(whole, key) for key in names_in(f"table/{name}") if key not in more}
    return {**fields, **more}
