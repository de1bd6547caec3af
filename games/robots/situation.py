"""What a seat can tell apart, as one number: the key of a table. So does `training/situation.c`.

Two seats, no flor, open cards; the digits are those of the trained model, field by field.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.engine import Call, Canto, Card, View
from games.engine.state import PARDA
from games.engine.tantos import value as envido_value
from games.robots.seen import laid

FINE: Final = (0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10)
COARSE: Final = (0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 5, 6, 7)
ROUGH: Final = (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3)
"""Strengths, from a four to the ace of swords, told apart ever less."""
CARDS, NONE, MUCH = 3, 15, 29
NOTHING, RIVAL_REFUSED, REFUSED, WON, LOST, LOST_TO_MUCH = range(6)
ANSWERING, OPENING, PLAYING = range(3)
LADDER: Final[Mapping[str, int]] = {Canto.ENVIDO: 1, Canto.REAL: 3, Canto.FALTA: 6}

Digit = tuple[int, int]
"""A digit and its radix."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A view in the model's terms: strengths from 0, the rival's and the own cards by trick."""

    view: View
    seat: int
    dealt: tuple[Card, ...]
    """The own three, from low to high."""
    held: tuple[int, ...]
    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    won: tuple[int | str, ...]
    """Who took each finished trick."""

    @property
    def lying(self) -> tuple[int | None, int | None]:
        """The own and the rival's card of the trick under way."""
        now = len(self.won)
        mine, theirs = self.mine[now:], self.theirs[now:]
        return (mine[0] if mine else None), (theirs[0] if theirs else None)


def seen(view: View) -> Seen:
    """Read a view of a table of two."""
    assert view.viewer is not None
    seat, rank = view.viewer, view.ranking.strength
    own, rivals = laid(view, seat), laid(view, 1 - seat)
    dealt = tuple(sorted((*own, *view.own), key=lambda card: (rank[card], card)))
    return Seen(
        view=view,
        seat=seat,
        dealt=dealt,
        held=tuple(sorted(rank[card] - 1 for card in view.own)),
        mine=tuple(rank[card] - 1 for card in own),
        theirs=tuple(rank[card] - 1 for card in rivals),
        won=tuple(trick.winner for trick in view.tricks if trick.winner is not None),
    )


def situation(now: Seen) -> int:
    """Return the number of what the viewer, who is asked, can tell apart; never 0."""
    number = 1
    for digit, radix in _digits(now):
        number = number * radix + digit
    return number


def _digits(now: Seen) -> Iterator[Digit]:
    view = now.view
    asked = view.pending is not None and view.pending.family == "envido"
    opens = not asked and any(canto in LADDER for canto in _calls(view))
    if asked:
        yield from _answering(now)
    elif opens:
        yield from _opening(now)
    else:
        yield from _playing(now)
    # Last, so that numbers of two kinds never meet; those of two tricks are far apart.
    yield (ANSWERING if asked else OPENING if opens else PLAYING), 3


def _answering(now: Seen) -> Iterator[Digit]:
    yield from _before_play(now)
    yield _ladder(now.view), 12
    yield int(bool(now.mine or now.theirs)), 2
    yield _held_strength(now), 4
    yield _fine_value(envido_value(now.dealt, now.view.ranking)), 12


def _opening(now: Seen) -> Iterator[Digit]:
    yield from _before_play(now)
    yield _value(envido_value(now.dealt, now.view.ranking)), 7
    yield from _table(now)


def _before_play(now: Seen) -> Iterator[Digit]:
    view = now.view
    for seat in (now.seat, 1 - now.seat):
        yield _points_left(view.rules.target - view.score[seat]), 4
    yield int(_truco_pends(view)), 2
    yield int(view.mano == now.seat), 2


def _playing(now: Seen) -> Iterator[Digit]:
    view, seat = now.view, now.seat
    for each in (seat, 1 - seat):
        yield _stakes_left(view.rules.target - view.score[each]), 3
    yield len(now.won), 3
    yield view.truco_level, 5
    yield (0 if view.truco_raiser is None else 2 - (view.truco_raiser % 2 == seat)), 3
    yield int(_truco_pends(view)), 2
    heard = _heard(now)
    yield (NOTHING if now.won and heard < WON else heard), 6
    if not now.won:
        yield int(view.mano == seat), 2
    else:
        first = now.won[0]
        yield (2 + (view.mano == seat) if first == PARDA else int(first == seat)), 4
        yield ROUGH[max(now.theirs[: len(now.won)])], 4
    yield from _table(now)


def _table(now: Seen) -> Iterator[Digit]:
    """The card to beat, by how many of one's own lose to it and tie with it; then one's cards."""
    trick, (mine, theirs) = len(now.won), now.lying
    if mine is not None:
        yield 17 + _classed(trick, mine), 32
    elif theirs is None:
        yield 0, 32
    else:
        losing = sum(card < theirs for card in now.held)
        yield 1 + 4 * losing + now.held.count(theirs), 32
    for card in now.held:
        yield _classed(trick, card), 16
    for _ in range(len(now.held), CARDS - trick):
        yield NONE, 16


def _classed(trick: int, strength: int) -> int:
    return (COARSE, FINE, range(len(FINE)))[trick][strength]


def _calls(view: View) -> Sequence[str]:
    return [action.canto for action in view.legal if isinstance(action, Call)]


def _truco_pends(view: View) -> bool:
    """Say whether a truco awaits its answer, perhaps beneath an envido."""
    said = [event.token for event in view.events if event.kind in ("call", "answer")]
    if view.pending is not None and view.pending.family == "truco":
        return True
    return view.pending is not None and Canto.TRUCO in said


def _ladder(view: View) -> int:
    said = (event.token for event in view.events if event.kind == "call" and event.token)
    return sum(LADDER.get(token, 0) for token in said)


def _heard(now: Seen) -> int:
    """What the envido of this hand told of the rival's cards."""
    asker: int | None = None
    for event in now.view.events:
        if event.kind == "call" and event.token in LADDER:
            asker = event.seat
        elif event.kind == "answer" and asker is not None:
            if event.token == "no":
                return RIVAL_REFUSED if asker == now.seat else REFUSED
            return _declared(now)
    return NOTHING


def _declared(now: Seen) -> int:
    told = [(event.value, event.seat) for event in now.view.events if event.kind == "declare"]
    value, winner = [(told_, seat) for told_, seat in told if isinstance(told_, int)][-1]
    if winner == now.seat:
        return WON
    return LOST_TO_MUCH if value >= MUCH else LOST


def _points_left(left: int) -> int:
    return 0 if left <= 3 else 1 if left <= 8 else 2 if left <= 15 else 3


def _stakes_left(left: int) -> int:
    """Whether a truco ends the game, or a vale cuatro."""
    return 0 if left <= 2 else 1 if left <= 4 else 2


def _fine_value(own: int) -> int:
    return 0 if own <= 7 else 1 if own <= 22 else 2 if own <= 24 else own - 22


def _value(own: int) -> int:
    if own <= 28:
        return 0 if own <= 7 else 1 if own <= 24 else 2 if own <= 26 else own - 24
    return 5 if own <= 30 else 6


def _held_strength(now: Seen) -> int:
    rank = now.view.ranking.strength
    two = sum(COARSE[rank[card] - 1] for card in now.dealt[1:])
    return 0 if two <= 5 else 1 if two <= 7 else 2 if two <= 9 else 3
