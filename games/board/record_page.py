"""The page of a record: one moment of the game, and the way to every other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

from games.board.drawn import drawn
from games.board.names import Names, names_for
from games.board.story import story
from games.board.tricks import Picture, Trick, picture, tricks
from games.engine import State
from games.models import Game
from games.records.finished import GameRecord, Step


@dataclass(frozen=True)
class HandLink:
    """One hand in the list: its name, the score after it, and where to read it."""

    label: str
    score: tuple[int, int]
    winner: str
    query: str
    is_current: bool
    by_robots: Sequence[str]
    is_void: bool


@dataclass(frozen=True)
class RecordedSeat:
    """A seat at this moment: whose it is, and the cards they still hold."""

    name: str
    team: int
    cards: Sequence[Picture]
    folded: bool
    is_mano: bool
    is_dealer: bool


@dataclass(frozen=True)
class Moment:
    """A place in the record that a link can name."""

    hand: int
    step: int

    @property
    def query(self) -> str:
        """The query string of the page."""
        return "?" + urlencode({"hand": self.hand, "step": self.step})


@dataclass(frozen=True)
class Steps:
    """Where the reader is in the hand, and where the buttons lead."""

    index: int
    total: int
    first: Moment
    back: Moment | None
    on: Moment | None
    last: Moment

    @classmethod
    def around(cls, hand: int, step: Step, hands: Sequence[State]) -> Self:
        """Return the ways from one moment: beyond a hand's ends lie its neighbours."""
        return cls(
            index=step.index,
            total=step.total,
            first=Moment(hand, 0),
            back=_before(hand, step.index, hands),
            on=_after(hand, step, hands),
            last=Moment(hand, step.total),
        )


@dataclass(frozen=True)
class RecordPage:
    """Everything `games/record.html` shows."""

    game: Game
    teams: tuple[str, str]
    draw: str  # for the dealer; "" if nothing was dealt
    hands: Sequence[HandLink]
    moment: "MomentView | None"
    cortes: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class MomentView:
    """The table at one moment, with all hands open."""

    label: str
    score: tuple[int, int]
    stake: int
    muestra: Picture | None
    places: Sequence[RecordedSeat]
    tricks: Sequence[Trick]
    story: Sequence[str]
    judge_said: Sequence[str]
    steps: Steps


def page(record: GameRecord, hand: int, index: int) -> RecordPage:
    """Build the page of the moment `index` in the hand at place `hand`, counted from 1."""
    names = names_for(record.seats, None)
    moment = _moment(record, hand, index, names) if record.hands else None
    return RecordPage(
        game=record.game,
        teams=(names.team(0), names.team(1)),
        draw=drawn(record.draw, names).words if record.draw else "",
        hands=list(_links(record, hand, names)),
        moment=moment,
        cortes=[(names.seat(seat.number), seat.contribution) for seat in record.seats],
    )


def _links(record: GameRecord, current: int, names: Names) -> Iterator[HandLink]:
    for place, state in enumerate(record.hands, start=1):
        label = state.deal.start.label
        yield HandLink(
            label=label,
            score=state.score,
            winner="" if state.hand_winner is None else names.team(state.hand_winner),
            query=Moment(place, 0).query,
            is_current=place == current,
            by_robots=[
                names.seat(seat) for hand, seat in sorted(record.played_by_robots) if hand == label
            ],
            is_void=state.is_void,
        )


def _moment(record: GameRecord, hand: int, index: int, names: Names) -> MomentView:
    step = record.step(hand - 1, index)
    table = step.table
    return MomentView(
        label=table.label,
        score=table.score,
        stake=table.stake,
        muestra=picture(table.muestra) if table.muestra else None,
        places=[
            RecordedSeat(
                name=names.seat(number),
                team=number % 2,
                cards=[picture(card) for card in step.held(number)],
                folded=number in table.folded,
                is_mano=number == table.mano,
                is_dealer=number == table.dealer,
            )
            for number in range(table.seats)
        ],
        tricks=tricks(table, names),
        story=story(table, names),
        judge_said=record.judge_said.get(table.label, ()),
        steps=Steps.around(hand, step, record.hands),
    )


def _before(hand: int, index: int, hands: Sequence[State]) -> Moment | None:
    if index > 0:
        return Moment(hand, index - 1)
    return Moment(hand - 1, len(hands[hand - 2].actions)) if hand > 1 else None


def _after(hand: int, step: Step, hands: Sequence[State]) -> Moment | None:
    if step.index < step.total:
        return Moment(hand, step.index + 1)
    return Moment(hand + 1, 0) if hand < len(hands) else None
