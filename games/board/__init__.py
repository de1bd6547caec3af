"""The table as one audience sees it: everything `games/_table.html` shows, and nothing else."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from games.board.calls import CallButton, call_rows
from games.board.clock import Clock, clock
from games.board.hand import Held, hand, why_no_card
from games.board.names import names_for
from games.board.places import Place, places
from games.board.prompt import Prompt, prompt
from games.board.seal import Seal, seal
from games.board.story import result, story
from games.board.tally import Score, scores
from games.board.tricks import Picture, Trick, picture, tricks
from games.board.words import refusal
from games.engine import View
from games.models import Game, Seat

__all__ = ["Board", "Link", "PerrosOffer", "board"]

TRICKS = 3  # of a hand
_PLAYABLE = (Game.Status.LIVE, Game.Status.PAUSED)  # a paused table goes on when its people do


@dataclass(frozen=True)
class Link:
    """A way on from a finished table."""

    url: str
    words: str


@dataclass(frozen=True)
class PerrosOffer:
    """The chance to throw the dogs before the next hand (R-X1), and the team that took it."""

    thrown: int | None = None


@dataclass(frozen=True)
class Board:
    """One fragment's content. `phase` (sit, play, between, still, end) is what can be done."""

    game: Game
    phase: str
    viewer: int | None
    clock: Clock
    action_id: str
    notice: str
    spectators: int
    target: int
    legs_to_win: int
    label: str
    scores: tuple[Score, ...]
    places: tuple[Place, ...]
    tricks: tuple[Trick, ...]
    muestra: Picture | None
    hand: tuple[Held, ...]
    why_no_card: str
    call_rows: tuple[tuple[CallButton, ...], ...]
    prompt: Prompt
    result: tuple[str, ...]
    seal: Seal | None
    story: tuple[str, ...]
    may_sit: bool
    may_take_back: bool
    may_throw: bool
    has_covered: bool
    after: tuple[Link, ...]

    @property
    def seats(self) -> int:
        """How many sit at this table."""
        return len(self.places)

    @property
    def open_tricks(self) -> range:
        """The tricks that have not been begun."""
        return range(TRICKS - len(self.tricks))


def board(
    *,
    game: Game,
    seats: Sequence[Seat],
    view: View | None,
    now: datetime,
    spectators: int,
    action_id: str,
    viewer: int | None = None,
    notice: str = "",
    dogs: PerrosOffer | None = None,
) -> Board:
    """Say what one audience sees, in the active language; reads only what it is given.

    `view` is the engine's view for this audience, None until the cards are dealt; `viewer` is the
    audience's seat, None for spectators; `notice` is the code of a refusal to be explained; `dogs`
    is None unless they may be thrown.
    """
    if view is not None and game.status != Game.Status.LIVE:
        view = replace(view, legal=(), to_act=())
    names = names_for(seats, viewer)
    mine = None if viewer is None else seats[viewer]
    rules = game.rules
    return Board(
        game=game,
        phase=_phase(game, view),
        viewer=viewer,
        clock=clock(game, seats, view, now),
        action_id=action_id,
        notice=refusal(notice) if notice else "",
        spectators=spectators,
        target=rules.target,
        legs_to_win=rules.legs_to_win,
        label=view.label if view else "",
        scores=scores(names, *_points(game, view), rules.target),
        places=places(seats, names, game, view, now),
        tricks=tricks(view, names) if view else (),
        muestra=picture(view.muestra) if view and view.muestra else None,
        hand=hand(view) if view else (),
        why_no_card=why_no_card(view) if view else "",
        call_rows=call_rows(view) if view and viewer is not None else (),
        prompt=prompt(game, view, names, thrown=dogs.thrown if dogs else None),
        result=result(view, names) if view and view.over else (),
        seal=seal(game, seats, names),
        story=story(view, names) if view else (),
        may_sit=_may_sit(game, seats, mine),
        may_take_back=mine is not None and mine.automatic and game.status in _PLAYABLE,
        may_throw=mine is not None and dogs is not None and dogs.thrown is None,
        has_covered=rules.covered,
        after=_ways_on(game),
    )


def _points(game: Game, view: View | None) -> tuple[Sequence[int], Sequence[int]]:
    if view is not None:
        return view.score, view.legs
    return game.score or (0, 0), game.legs or (0, 0)


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
    return any(seat.user_id is None and not seat.robot for seat in seats)
