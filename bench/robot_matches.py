"""Complete matches between robots, rendered like tables: each version of each game.

Nothing is stored: the boards are those of unsaved games. The measurements cover what the site
renders and sends from the first deal to the last card.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from accounts.models import User
from games.engine import (
    Rules,
    Start,
    State,
    apply,
    deal,
    deck_for,
    first_start,
    legal_actions,
    next_hand_start,
    view,
)
from games.live.fragments import Pieces
from games.models import Game, Seat
from games.robots.decide import decide
from games.table_page.fragments import table_pieces
from games.table_view.table import PerrosOffer, table_view

PEOPLE = ("Ana Sosa", "Martín Ríos", "Luis Vega", "Carmen Paz", "Beto Gil", "Rosa Mar")
BEGUN = datetime(2026, 3, 14, 21, 30, tzinfo=UTC)
PACE = timedelta(seconds=6)  # from one version to the next


@dataclass(frozen=True)
class Moment:
    """One version of a game: the state of the hand, and its time."""

    state: State
    version: int
    now: datetime


def match(rules: Rules, chance: Random) -> Iterator[Moment]:
    """Play until one side has won; every deal and every action is a version."""
    for version, state in enumerate(_states(rules, chance), start=12):
        yield Moment(state, version, BEGUN + version * PACE)


def _states(rules: Rules, chance: Random) -> Iterator[State]:
    deck = list(deck_for(rules))
    start: Start | None = first_start(rules, chance.randrange(rules.seats))
    while start is not None:
        if start.part in ("", "a"):
            chance.shuffle(deck)
        state = deal(start, deck)
        yield state
        while not state.over:
            seat = chance.choice(state.to_act)
            state = apply(state, decide(view(state, seat), legal_actions(state, seat), chance))
            yield state
        start = next_hand_start(state)


def render_version(moment: Moment, viewer: int | None) -> Pieces:
    """Render one version for one audience, in the active language."""
    game, seats = _table(moment)
    return table_pieces(
        table_view(
            game=game,
            seats=seats,
            view=view(moment.state, viewer),
            viewer=viewer,
            now=moment.now,
            spectators=1,
            dogs=_dogs(moment.state),
        )
    )


def _table(moment: Moment) -> tuple[Game, Sequence[Seat]]:
    rules, winner = moment.state.start.rules, moment.state.winner
    game = Game(
        pk=41_237,
        title="Mesa 4",
        preset=rules.preset,
        options=rules.options(),
        turn_seconds=30,
        status=Game.Status.LIVE if winner is None else Game.Status.FINISHED,
        winner=winner,
        score=list(moment.state.score),
        version=moment.version,
        act_by=moment.now + timedelta(seconds=26),
        commitment="a3" * 32,
    )
    people = [User(pk=pk, username=f"u{pk}", display_name=name) for pk, name in enumerate(PEOPLE)]
    numbers = range(rules.seats)
    return game, [Seat(game=game, number=n, user=people[n], sat_at=BEGUN) for n in numbers]


def _dogs(state: State) -> PerrosOffer | None:
    start = next_hand_start(state) if state.over and state.start.rules.perros else None
    return PerrosOffer() if start and not start.part else None
