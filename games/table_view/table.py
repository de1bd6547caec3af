"""The table as one audience sees it: everything that its template shows, and nothing else.

Also the allowed actions apart from the buttons, which stay the same from deal to deal.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from django.urls import reverse

from accounts.i18n.languages import MAX_CACHED_STRINGS
from accounts.i18n.languages import gettext as _
from games.chat.queries import QUIET, Talk, table_talk
from games.common.errors import refusal
from games.engine import DealerDraw, View, to_joint_token
from games.models import Game, Line, Seat, TourGame
from games.play.hand_pause import BEFORE_FIRST
from games.play.seat_names import TEAMS, Names, eyes_of, names_for
from games.play.stakes import Stakes, Walkover
from games.table_view.call_buttons import (
    CallButton,
    HandCard,
    call_rows,
    hand,
    numbers_to_raise,
    playable_as,
    shared_reason,
    why_no_card,
)
from games.table_view.clock import (
    Bell,
    Clock,
    Score,
    at_the_bell,
    bell,
    bell_notices,
    clock,
    scores,
)
from games.table_view.felt import Mate, Picture, Trick, cards_on_table, mates, picture
from games.table_view.game_over import GameOverView
from games.table_view.history import (
    Seal,
    StoryLine,
    dealer_draw_view,
    has_begun,
    late,
    result,
    seal,
    story,
)
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
_PLAYABLE = (Game.Status.LIVE, Game.Status.PAUSED)  # a paused table resumes when its players act


class Link(NamedTuple):
    """A link from a finished table."""

    url: str
    words: str


class PerrosOffer(NamedTuple):
    """The option to throw the dogs before the next hand (R-X1), and the team that used it."""

    thrown: int | None = None


class TableView(NamedTuple):
    """Content of one fragment.

    `phase` (sit, play, between, still, end) says what readers can do.
    """

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
    may_take_dogs_back: bool
    hand_seen: str | None = None  # the label of the finished hand after which the reader can go on
    after: tuple[Link, ...] = ()
    bell: Bell | None = None  # in a timed round
    may_sit: bool = False
    is_barred: bool = False  # without an invitation to a private table
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
    mates: tuple[Mate, ...] = ()
    joint: tuple[str, ...] = ()  # the acts of a card with a call
    numbers: tuple[int, ...] = ()  # to raise an envido by, where any is allowed
    result: tuple[str, ...] = ()
    story: tuple[StoryLine, ...] = ()
    untold: int = 0  # the number of older lines
    draw: str = ""
    late: tuple[str, ...] = ()
    is_fresh: bool = False  # the cards were just dealt
    finale: GameOverView | None = None
    # independent of the game
    talk: Talk = QUIET

    @property
    def watches(self) -> bool:
        """Whether the reader only watches this game."""
        return self.viewer is None and self.sharing is None

    @property
    def is_dealt(self) -> bool:
        """Whether cards were dealt at this table."""
        return bool(self.label)

    @property
    def target(self) -> int:
        """Number of points that win a leg."""
        return self.game.rules.target

    @property
    def legs_to_win(self) -> int:
        """Number of legs that win the game."""
        return self.game.rules.legs_to_win

    @property
    def has_covered(self) -> bool:
        """Whether cards can be played face down."""
        return self.game.rules.covered

    @property
    def has_mates(self) -> bool:
        """Whether team-mates can look at each other's cards before some hands (R-B2)."""
        return self.game.rules.mao_x and len(self.places) > len(TEAMS)

    @property
    def has_numbers(self) -> bool:
        """Whether an envido can be raised by any number (R-E13)."""
        return self.game.rules.envido_ladder == "libre" and not self.watches

    @property
    def seats(self) -> int:
        """Number of seats at this table."""
        return len(self.places)

    @property
    def row_reasons(self) -> tuple[str, ...]:
        """The reason shared by most blocked calls of a row, shown once per row."""
        return tuple(shared_reason(row) for row in self.call_rows)

    @property
    def choices(self) -> int:
        """Rows of choices that a casual table shows before its first deal or after its end."""
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
    """Return the table for one audience, in the active language, from the arguments only.

    `view` is None until the deal; `rematch` is the table of the rematch, `notice` an error code.
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
        scores=scores(names, *_points(game, view), game.rules.target, game.rules.halves),
        places=seat_views(seats, names, game, view, now),
        prompt=at_the_bell(awaited, rings, game) if phase == "between" else awaited,
        hand_seen=_hand_seen(game, view, mine, dogs),
        may_throw=names.viewer is not None and dogs is not None and dogs.thrown is None,
        may_take_dogs_back=thrown is not None and names.viewer is not None and names.side == thrown,
        sharing=shared,
        bell=rings,
        seal=None if view or game.is_over else seal(game, seats, names, mine),
        **_choices(game, seats, names, mine, rematch),
        **(_hand(view, names, watches=names.viewer is None and shared is None) if view else {}),
        late=()
        if view is None or game.is_over
        else (*late(view, seats, names), *bell_notices(rings)),
    )


def without_seats(board: TableView) -> TableView:
    """Hide the seats of a private table from a reader without an invitation.

    While the table waits, the prompt explains their options.
    """
    places = tuple(place._replace(offer=NO_OFFER) for place in board.places)
    if board.game.status != Game.Status.WAITING:
        return board._replace(places=places)
    how = _("Pedile el enlace a quien la abrió, o jugá en otra.")
    prompt = Prompt(_("Es una mesa privada"), how)
    return board._replace(places=places, prompt=prompt, may_sit=False, is_barred=True)


def with_dealer_draw(board: TableView, seats: Sequence[Seat], draw: DealerDraw) -> TableView:
    """Add the draw for the dealer, while it is recent.

    Its cards are shown at the seats until the first call or card of the hand.
    """
    draw_view = dealer_draw_view(draw, names_for(seats, board.viewer), board.game.preset)
    laid = draw_view.cards if board.is_fresh else {}
    places = (place._replace(bubble=laid.get(place.number, place.bubble)) for place in board.places)
    return board._replace(draw=draw_view.words, places=tuple(places))


def _choices(
    game: Game, seats: Sequence[Seat], names: Names, mine: Seat | None, rematch: int | None
) -> dict[str, Any]:
    """Return the options apart from play; a casual table has many."""
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
    board: TableView, seats: Sequence[Seat], view: View | None, lines: Sequence[Line], now: datetime
) -> TableView:
    """Add the talk that this audience sees; `lines` are the newest of the table, newest first."""
    talk = table_talk(board.game, seats, lines, view, board.viewer, now)
    if talk == QUIET:
        return board
    places = (place._replace(said=talk.said.get(place.number)) for place in board.places)
    return board._replace(talk=talk, places=tuple(places))


def _as_it_stands(game: Game, view: View | None) -> View | None:
    """Return the view; at a paused table no action is legal."""
    if view is None or game.status == Game.Status.LIVE:
        return view
    return replace(view, legal=(), to_act=())


def _hand(view: View, names: Names, *, watches: bool) -> dict[str, Any]:
    """Return the cards on the table and in the viewer's hand, once they are dealt."""
    older, recent = story(view, names)
    return {
        "label": view.label,
        "dealer": names.plate(view.dealer),
        "mano": names.plate(view.mano),
        "tricks": cards_on_table(view, names),
        "muestra": picture(view.muestra, view.rules.preset) if view.muestra else None,
        "mates": mates(view, names),
        "hand": hand(view),
        "why_no_card": why_no_card(view),
        "call_rows": () if watches else call_rows(view),
        "joint": tuple(to_joint_token(both) for both in view.joint),
        "numbers": numbers_to_raise(view),
        "result": result(view, names) if view.over else (),
        "story": recent,
        "untold": older,
        "is_fresh": not has_begun(view),
    }


def _hand_seen(
    game: Game, view: View | None, mine: Seat | None, dogs: PerrosOffer | None
) -> str | None:
    """Return the hand before the pause that this reader can end: a finished one, or none yet."""
    if mine is None or mine.automatic or game.act_by is None:
        return None
    if _phase(game, view) == "between":
        label = view.label if view else ""
    elif view is None and dogs is not None:
        label = BEFORE_FIRST
    else:
        return None
    return label if mine.ready_in != label else None


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
    """Return links from a finished table: to the page of its owner, or back to La Gira."""
    if not game.is_over:
        return ()
    if game.page:
        return (Link(game.page, _("Seguir al partido")),)
    rounds = TourGame.objects.filter(game=game) if game.private else TourGame.objects.none()
    return tuple(
        Link(reverse("tour_bar", args=[bar]), _("Seguir La Gira"))
        for bar in rounds.values_list("bar", flat=True)
    )


def _may_sit(game: Game, seats: Sequence[Seat], mine: Seat | None) -> bool:
    """Return whether this reader can take a seat: their own, or any free one."""
    if game.status != Game.Status.WAITING:
        return False
    if mine is not None:
        return mine.sat_at is None
    return any(seat.is_free for seat in seats)


class AllowedActions(NamedTuple):
    """The tokens that cannot be sent now, by reason.

    If `others` holds the reason for all other tokens, `tokens` lists those that can be sent.
    `joint` lists the acts of a card with a call (R-C8).
    """

    blocked: Sequence[tuple[str, Sequence[str]]]
    tokens: Sequence[str] = ()
    others: str = ""
    joint: Sequence[str] = ()


def allowed_actions(board: TableView) -> AllowedActions:
    """Return the actions of this reader, and the reasons against the others."""
    calls = [call for row in board.call_rows for call in row]
    blocked: dict[str, list[str]] = defaultdict(list)
    for call in calls:
        if call.why_not and call.why_not != board.why_no_card:
            blocked[call.why_not].append(call.token)
    if not board.why_no_card:
        return AllowedActions(
            _grouped(blocked | {"": idle} if (idle := [*_idle(board)]) else blocked),
            joint=board.joint,
        )
    tokens = [call.token for call in calls if not call.why_not]
    dogs = [
        *(["perros"] if board.may_throw else []),
        *(["perros:back"] if board.may_take_dogs_back else []),
    ]
    return AllowedActions(_grouped(blocked), (*tokens, *dogs), board.why_no_card)


def with_all_enabled(board: TableView) -> TableView:
    """Return the board with all buttons enabled and no seat in turn."""
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
    """Yield the ways in which no card can be played while another way exists."""
    for card, ready in zip(board.hand, map(playable_as, board.hand), strict=True):
        if ready.token and not card.token:
            yield ready.token
        if ready.covered and not card.covered and board.has_covered:
            yield ready.covered
