"""The table as one audience sees it: everything `games/_table.html` shows, and nothing else."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from accounts.i18n.languages import MAX_CACHED_STRINGS
from accounts.i18n.languages import gettext as _
from games.chat.queries import QUIET, Talk, table_talk
from games.common.errors import refusal
from games.engine import DealerDraw, View
from games.models import Game, Line, Seat
from games.play.seat_names import TEAMS, Names, eyes_of, names_for
from games.play.stakes import Stakes, Walkover
from games.table_view.call_buttons import (
    CallButton,
    HandCard,
    call_rows,
    hand,
    playable_as,
    shared_reason,
    why_no_card,
)
from games.table_view.clock import Bell, Clock, Score, at_the_bell, bell, clock, rung, scores
from games.table_view.felt import Picture, Trick, cards_on_table, picture
from games.table_view.game_over import GameOverView
from games.table_view.history import Seal, dealer_draw_view, has_begun, late, result, seal, story
from games.table_view.prompt import Prompt, prompt, with_stakes
from games.table_view.seats import SeatView, Sharing, seat_views, sharing
from games.table_view.waiting_room import (
    NO_OFFER,
    AwaitedReturn,
    Proposal,
    RematchOffer,
    Waiting,
    again,
    coming_back,
    proposal,
    waiting,
)

__all__ = [
    "Link",
    "PerrosOffer",
    "TableView",
    "table_view",
    "with_chat",
    "with_dealer_draw",
    "without_seats",
]
_PLAYABLE = (Game.Status.LIVE, Game.Status.PAUSED)  # a paused table goes on when its people do


class Link(NamedTuple):
    """A way on from a finished table."""

    url: str
    words: str


class PerrosOffer(NamedTuple):
    """The chance to throw the dogs before the next hand (R-X1), and the team that took it."""

    thrown: int | None = None


class TableView(NamedTuple):
    """One fragment's content. `phase` (sit, play, between, still, end) is what can be done."""

    game: Game
    phase: str
    viewer: int | None
    clock: Clock
    notice: str
    spectators: int
    scores: tuple[Score, ...]
    places: tuple[SeatView, ...]
    prompt: Prompt
    may_throw: bool
    after: tuple[Link, ...] = ()
    bell: Bell | None = None  # of a timed round
    may_sit: bool = False
    is_barred: bool = False  # from the seats of a private table, by having no invitation
    may_take_back: bool = False
    sharing: Sharing | None = None
    # of a casual table
    waiting: Waiting | None = None
    proposal: Proposal | None = None
    coming_back: AwaitedReturn | None = None
    again: RematchOffer | None = None
    seal: Seal | None = None  # until the cards are dealt
    # of the hand; empty until the cards are dealt
    label: str = ""
    dealer: str = ""
    mano: str = ""
    tricks: tuple[Trick, ...] = ()
    muestra: Picture | None = None
    hand: tuple[HandCard, ...] = ()
    why_no_card: str = ""
    call_rows: tuple[tuple[CallButton, ...], ...] = ()
    result: tuple[str, ...] = ()
    story: tuple[str, ...] = ()
    untold: int = 0  # lines of the hand that are older
    draw: str = ""
    late: tuple[str, ...] = ()
    is_fresh: bool = False  # the cards were just dealt
    finale: GameOverView | None = None
    # beside the game
    talk: Talk = QUIET

    @property
    def watches(self) -> bool:
        """Whether the reader has no part in this game."""
        return self.viewer is None and self.sharing is None

    @property
    def is_dealt(self) -> bool:
        """Whether cards were dealt at this table."""
        return bool(self.label)

    @property
    def target(self) -> int:
        """How many points win a leg."""
        return self.game.rules.target

    @property
    def legs_to_win(self) -> int:
        """How many legs win the game."""
        return self.game.rules.legs_to_win

    @property
    def has_covered(self) -> bool:
        """Whether cards may be played face down."""
        return self.game.rules.covered

    @property
    def seats(self) -> int:
        """How many sit at this table."""
        return len(self.places)

    @property
    def row_reasons(self) -> tuple[str, ...]:
        """Why most of a row's calls cannot be said: told once for the row."""
        return tuple(shared_reason(row) for row in self.call_rows)

    @property
    def choices(self) -> int:
        """How many rows of choices a casual table shows before its first deal or after its end."""
        if self.again is not None:
            return 3
        if self.waiting is None or not self.waiting.is_seated:
            return 0
        return 4 if self.waiting.changed else 3 if self.waiting.is_host else 2

    @property
    def is_duel(self) -> bool:
        """Whether only two play: at a table of two, or in a pico."""
        return sum(not place.is_out for place in self.places) == len(TEAMS)


def table_view(
    *,
    game: Game,
    seats: Sequence[Seat],
    view: View | None,
    now: datetime,
    spectators: int,
    viewer: int | None = None,
    notice: str = "",
    dogs: PerrosOffer | None = None,
    rematch: int | None = None,
    walkover: Walkover | None = None,
    stakes: Stakes | None = None,
) -> TableView:
    """Say what one audience sees, in the active language; reads only what it is given.

    `view` is None until the deal; `rematch` is where others wait, `notice` a refusal's code.
    """
    view, names = _as_it_stands(game, view), names_for(seats, eyes_of(game, seats, viewer))
    mine, shared = None if viewer is None else seats[viewer], sharing(game, seats, view, names)
    phase, rings, thrown = _phase(game, view), bell(game, now), dogs.thrown if dogs else None
    awaited = with_stakes(prompt(game, view, names, seats, mine, thrown, shared, walkover), stakes)
    return TableView(
        game=game,
        phase=phase,
        viewer=names.viewer,
        clock=clock(game, seats, view, now),
        notice=notice and refusal(notice, game.preset),
        spectators=spectators,
        scores=scores(names, *_points(game, view), game.rules.target),
        places=seat_views(seats, names, game, view, now),
        prompt=at_the_bell(awaited, rings, game) if phase == "between" else awaited,
        may_throw=names.viewer is not None and dogs is not None and dogs.thrown is None,
        sharing=shared,
        bell=rings,
        seal=None if view or game.is_over else seal(game, seats, names, mine),
        **_choices(game, seats, names, mine, rematch),
        **(_hand(view, names, watches=names.viewer is None and shared is None) if view else {}),
        late=() if view is None or game.is_over else (*late(view, seats, names), *rung(rings)),
    )


def without_seats(shown: TableView) -> TableView:
    """Offer no seat of a private table to who has no invitation, and say what they can do."""
    if shown.game.status != Game.Status.WAITING:
        return shown
    how = _("Pedile el enlace a quien la abrió, o jugá en otra.")
    places = tuple(place._replace(offer=NO_OFFER) for place in shown.places)
    told = Prompt(_("Es una mesa privada"), how)
    return shown._replace(places=places, prompt=told, may_sit=False, is_barred=True)


def with_dealer_draw(shown: TableView, seats: Sequence[Seat], draw: DealerDraw) -> TableView:
    """Add the draw for the dealer, while it is news.

    Its cards lie before the seats until the first word or card of the hand.
    """
    told = dealer_draw_view(draw, names_for(seats, shown.viewer))
    laid = told.cards if shown.is_fresh else {}
    places = (place._replace(bubble=laid.get(place.number, place.bubble)) for place in shown.places)
    return shown._replace(draw=told.words, places=tuple(places))


def _choices(
    game: Game, seats: Sequence[Seat], names: Names, mine: Seat | None, rematch: int | None
) -> dict[str, Any]:
    """Say what people may decide beside the play; at a casual table that is much."""
    return {
        "after": _ways_on(game),
        "may_sit": _may_sit(game, seats, mine),
        "may_take_back": mine is not None and mine.automatic and game.status in _PLAYABLE,
        "waiting": waiting(game, seats, mine),
        "proposal": proposal(game, seats, names, mine),
        "coming_back": coming_back(game, seats, names, mine),
        "again": again(game, mine, rematch),
    }


def with_chat(
    shown: TableView, seats: Sequence[Seat], view: View | None, lines: Sequence[Line], now: datetime
) -> TableView:
    """Add what this audience hears; `lines` are the newest of the table, the newest first."""
    talk = table_talk(shown.game, seats, lines, view, shown.viewer, now)
    if talk == QUIET:
        return shown
    places = (place._replace(said=talk.said.get(place.number)) for place in shown.places)
    return shown._replace(talk=talk, places=tuple(places))


def _as_it_stands(game: Game, view: View | None) -> View | None:
    """Return the view; at a table that stands still nothing is legal."""
    if view is None or game.status == Game.Status.LIVE:
        return view
    return replace(view, legal=(), to_act=())


def _hand(view: View, names: Names, *, watches: bool) -> dict[str, Any]:
    """Say what lies on the table and what the viewer holds, once the cards are dealt."""
    older, told = story(view, names)
    return {
        "label": view.label,
        "dealer": names.plate(view.dealer),
        "mano": names.plate(view.mano),
        "tricks": cards_on_table(view, names),
        "muestra": picture(view.muestra) if view.muestra else None,
        "hand": hand(view),
        "why_no_card": why_no_card(view),
        "call_rows": () if watches else call_rows(view),
        "result": result(view, names) if view.over else (),
        "story": told,
        "untold": older,
        "is_fresh": not has_begun(view),
    }


def _points(game: Game, view: View | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if view is not None:
        return view.score, view.legs
    return tuple(game.score) or (0, 0), tuple(game.legs) or (0, 0)


def _phase(game: Game, view: View | None) -> str:
    if game.is_over:
        return "end"
    if view is None:
        return "sit"
    if game.status != Game.Status.LIVE:
        return "still"
    return "between" if view.over else "play"


def _ways_on(game: Game) -> tuple[Link, ...]:
    """Where people go on once it is over: the page of what this table belongs to, if anything."""
    return (Link(game.page, _("Seguir al partido")),) if game.is_over and game.page else ()


def _may_sit(game: Game, seats: Sequence[Seat], mine: Seat | None) -> bool:
    """Whether a place waits for this reader: their own, or any free one."""
    if game.status != Game.Status.WAITING:
        return False
    if mine is not None:
        return mine.sat_at is None
    return any(seat.is_free for seat in seats)


class AllowedActions(NamedTuple):
    """Which tokens may not be sent now, by the reason why.

    Where `others` says why all others may not be sent either, `tokens` are those that may.
    """

    blocked: Sequence[tuple[str, Sequence[str]]]
    tokens: Sequence[str] = ()
    others: str = ""


def allowed_actions(board: TableView) -> AllowedActions:
    """Say what this reader may do now, and why not the rest."""
    calls = [call for row in board.call_rows for call in row]
    blocked: dict[str, list[str]] = defaultdict(list)
    for call in calls:
        if call.why_not and call.why_not != board.why_no_card:
            blocked[call.why_not].append(call.token)
    if not board.why_no_card:
        return AllowedActions(
            _grouped(blocked | {"": idle} if (idle := [*_idle(board)]) else blocked)
        )
    said = [call.token for call in calls if not call.why_not]
    throwing = ("perros",) if board.may_throw else ()
    return AllowedActions(_grouped(blocked), (*said, *throwing), board.why_no_card)


def with_all_enabled(board: TableView) -> TableView:
    """Return the board with its buttons as though everything could be done, and nobody's turn."""
    return board._replace(
        places=_nobodys_turn(board.places),
        call_rows=_sayable(board.call_rows),
        hand=tuple(playable_as(card) for card in board.hand),
        why_no_card="",
    )


@lru_cache(maxsize=MAX_CACHED_STRINGS)
def _nobodys_turn(places: tuple[SeatView, ...]) -> tuple[SeatView, ...]:
    return tuple(place._replace(is_due=False) for place in places)


@lru_cache(maxsize=MAX_CACHED_STRINGS)
def _sayable(rows: tuple[tuple[CallButton, ...], ...]) -> tuple[tuple[CallButton, ...], ...]:
    return tuple(tuple(call._replace(why_not="") for call in row) for row in rows)


def _grouped(blocked: Mapping[str, Sequence[str]]) -> Sequence[tuple[str, Sequence[str]]]:
    return tuple((why, tuple(tokens)) for why, tokens in blocked.items())


def _idle(board: TableView) -> Iterator[str]:
    """Name the ways in which cards cannot be played while another can."""
    for card, ready in zip(board.hand, map(playable_as, board.hand), strict=True):
        if ready.token and not card.token:
            yield ready.token
        if ready.covered and not card.covered and board.has_covered:
            yield ready.covered
