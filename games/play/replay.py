"""Replay of a game's rows: deals from the seed, and the log folded over them."""

import hashlib
import hmac
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from games.engine import (
    Card,
    DealerDraw,
    LogLine,
    Rules,
    Start,
    State,
    ThrowPerros,
    apply_log,
    deal,
    deck_for,
    draw_dealer,
    first_start,
    from_token,
    from_word,
    next_hand_start,
)
from games.fair import shuffle
from games.models import Action, Game, Seat
from games.play.packed_logs import read_log

PERROS = "perros"  # a log row that precedes the deal of its hand (R-X1)
PERROS_BACK = "perros:back"  # one that takes the row before it back (R-X5)


@dataclass(frozen=True)
class DealSource:
    """Source of the decks of one game; its results are never stored."""

    game: Game
    seats: Sequence[Seat]

    @cached_property
    def rules(self) -> Rules:
        return self.game.rules

    def draw(self) -> DealerDraw:
        """Draw for the first dealer (R-D1) from deck 0."""
        return draw_dealer(self.rules, self._deck(0))

    def first_start(self) -> Start:
        """Return the start of the first hand."""
        return first_start(self.rules, self.draw().mano)

    def deal(self, start: Start) -> State:
        return deal(start, self._deck(start.number))

    def robot_chance(self, version: int) -> Random:
        """Return a robot's random source for one version.

        It is repeatable, and secret as long as the seed is.
        """
        return Random(hmac.new(self._seed, f"robot {version}".encode(), hashlib.sha256).digest())

    def _deck(self, number: int) -> list[Card]:
        return shuffle.shuffled(
            deck_for(self.rules),
            seed=self._seed,
            game=self.game.pk,
            number=number,
            contributions=[bytes.fromhex(seat.contribution) for seat in self.seats],
            scheme=self.game.scheme,
        )

    @cached_property
    def _seed(self) -> bytes:
        if revealed := self.game.revealed_seed:  # the key of a finished game may be gone
            return bytes.fromhex(revealed)
        return shuffle.unseal(self.game.sealed_seed)


def current_state(game: Game, dealer: DealSource) -> State:
    """Replay the rows of the current hand over its deal, up to the version of `game`.

    Readers hold no lock: actions made after they read the game have a later version.
    """
    assert game.start is not None
    start = Start.from_json(dealer.rules, game.start)
    rows = read_log(game, start.label)
    return _played(dealer, start, [row for row in rows if row.version <= game.version])


def published_state(game: Game, dealer: DealSource) -> State | None:
    """Return the hand to show: None before the deal, or if a fault stopped the table."""
    if game.start is None:
        return None
    try:
        return current_state(game, dealer)
    except Exception:
        if game.status not in (Game.Status.FROZEN, Game.Status.JUDGED):
            raise
        return None


def every_hand(game: Game, dealer: DealSource, log: Iterable[Action] | None = None) -> list[State]:
    """Replay the entire log, read here if it is not given: the last state of every hand."""
    rows: dict[str, list[Action]] = defaultdict(list)
    for row in read_log(game) if log is None else log:
        rows[row.hand].append(row)
    states: list[State] = []
    start: Start | None = dealer.first_start()
    while start is not None:
        state = _played(dealer, start, rows[start.label])
        states.append(state)
        start = next_hand_start(state) if state.over and not _is_last(game, start) else None
    return states


def state_at(game: Game, dealer: DealSource, version: int) -> State:
    """Return the hand that players saw at a version of the table, in this hand or an earlier one.

    Replays the entire log, so it is for maintainers.
    """
    log = read_log(game)
    rows = [row for row in log if row.version <= version]
    starts = [state.start for state in every_hand(game, dealer, log)]
    label = rows[-1].hand if rows else starts[0].label
    number = [start.label for start in starts].index(label)
    state = _played(dealer, starts[number], [row for row in rows if row.hand == label])
    is_dealt_since = bool(rows) and state.over and rows[-1].version < version
    return dealer.deal(starts[number + 1]) if is_dealt_since and starts[number + 1 :] else state


def _is_last(game: Game, start: Start) -> bool:
    """Return whether this is the game's current or last hand: the next one is not dealt."""
    return game.start is not None and game.start == start.to_json()


def _played(dealer: DealSource, start: Start, rows: Iterable[Action]) -> State:
    return apply_log(dealer.deal(start), map(_line, _standing(rows)))


def _standing(rows: Iterable[Action]) -> Iterator[Action]:
    """Yield the rows of a hand without dogs that were taken back before the deal (R-X5)."""
    thrown: Action | None = None
    for row in rows:
        if row.token == PERROS:
            thrown = row
        elif row.token == PERROS_BACK:
            thrown = None
        else:
            if thrown is not None:
                yield thrown
                thrown = None
            yield row
    if thrown is not None:
        yield thrown


def _line(row: Action) -> LogLine:
    """Convert a row to a log line: a seat's action, a ruling, or thrown dogs (R-X1)."""
    if row.by in Action.HOUSE:
        return from_word(row.token)
    if row.token == PERROS:
        return ThrowPerros(row.seat % 2)
    return from_token(row.seat, row.token)


def current_hand_label(game: Game) -> str:
    """Return the label of the hand in progress; "" before the first deal.

    It is that of `Start`, also where a fault left nothing else of the start to be read.
    """
    start = game.start or {}
    return f"{start.get('number', '')}{start.get('part', '')}"
