"""Information sets as numbers, the keys of a policy table.

`training/situation.c` computes the same keys. Two seats, no flor, open cards; the digits are
those of the trained model, field by field.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.engine import ENVIDOS, FLORES, Call, CallName, Card, View
from games.engine.envido import called_value
from games.engine.envido import value as envido_value
from games.engine.ranks import COVERED_STRENGTH
from games.engine.state import PARDA
from games.robots.observation import calls_made, played_cards
from games.robots.policy_tables.rule_mapping import LAST, TERMS, RuleMapping, is_near_end

FINE: Final = (0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
COARSE: Final = (0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 5, 6, 7, 7)
ROUGH: Final = (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3)
"""Class boundaries of strengths, from a four to the ace of swords and one above, ever coarser."""
CARDS, NONE, MUCH, LIKELY, MOST = 3, 15, 29, 28, 4
FAR: Final = LAST
"""The class of a score from which a hand without an envido does not reach the end."""
END: Final = 1 << 36
"""Added to the keys of a table of the end; all others are below it."""
NOTHING, RIVAL_REFUSED, REFUSED, WON, LOST, LOST_TO_MUCH = range(6)
ANSWERING, OPENING, PLAYING = range(3)
VALUES: Final = (7, 24, 26, 27, 28, 30, 33)
"""The highest value of each class of envido values."""
RUNGS: Final = (0, 0, 1, 3, 2, 4, 4, 5)
"""The ladder of an envido, by its value; a falta is above all others."""
FALTA: Final = 6
Digit = tuple[int, int]
"""A digit and its radix."""


@dataclass(frozen=True, slots=True)
class InfoSet:
    """A view in the terms of the model.

    Strengths start at 0; the rival's and the own cards are listed by trick.
    """

    view: View
    seat: int
    terms: RuleMapping
    dealt: tuple[Card, ...]
    """The own three cards, from low to high."""
    value: int
    """Their envido."""
    held: tuple[int, ...]
    mine: tuple[int, ...]
    theirs: tuple[int, ...]
    won: tuple[int | str, ...]
    """The winner of each finished trick."""

    @property
    def lying(self) -> tuple[int | None, int | None]:
        """The own and the rival's card in the open trick."""
        now = len(self.won)
        mine, theirs = self.mine[now:], self.theirs[now:]
        return (mine[0] if mine else None), (theirs[0] if theirs else None)


def read_info_set(view: View) -> InfoSet:
    """Read the view of a table with two seats."""
    assert view.viewer is not None
    seat, rank = view.viewer, view.ranking.strength
    terms = TERMS[view.rules.preset]
    up = played_cards(view, seat)
    return InfoSet(
        view=view,
        seat=seat,
        terms=terms,
        dealt=tuple(sorted((*up, *view.own), key=lambda card: (rank[card], card))),
        value=terms.values[envido_value((*up, *view.own), view.ranking)],
        held=tuple(sorted(rank[card] - 1 for card in view.own)),
        mine=tuple(_strengths(view, seat)),
        theirs=tuple(_strengths(view, 1 - seat)),
        won=tuple(trick.winner for trick in view.tricks if trick.winner is not None),
    )


def _strengths(view: View, seat: int) -> Iterator[int]:
    """Yield the strength of each card a seat has played; a covered card is below all others."""
    for play in (play for trick in view.tricks for play in trick.plays if play.seat == seat):
        if play.covered or play.card is None:
            yield COVERED_STRENGTH - 1
        else:
            yield view.ranking.strength[play.card] - 1


def info_set_key(now: InfoSet) -> int:
    """Return the number of the viewer's information set; never 0. The viewer has to decide."""
    number = 1
    for digit, radix in _digits(now):
        number = number * radix + digit
    return number + END if _has_end_key(now) else number


def _has_end_key(now: InfoSet) -> bool:
    return now.terms.end is not None and is_near_end(now.view)


def info_set_keys(now: InfoSet) -> Iterator[int]:
    """Yield the key of the situation; for translated cards also the keys of the nearest values.

    Translated cards can count a value that the similar cards of a table never have.
    """
    yield info_set_key(now)
    if now.terms.is_translated:
        for value in sorted(VALUES, key=lambda value: abs(value - now.value)):
            yield info_set_key(replace(now, value=value))


def _digits(now: InfoSet) -> Iterator[Digit]:
    view = now.view
    if view.pending is not None and view.pending.family == "mao_x":
        yield from _deciding(now)
        return
    is_asked = view.pending is not None and view.pending.family == "envido"
    opens = not is_asked and any(canto in ENVIDOS for canto in _calls(view))
    if is_asked:
        yield from _answering(now)
    elif opens:
        yield from _opening(now)
    else:
        yield from _playing(now)
    # The kind comes last, so that numbers of two kinds never collide; those of two tricks are far
    # apart.
    yield (ANSWERING if is_asked else OPENING if opens else PLAYING), 3


def _deciding(now: InfoSet) -> Iterator[Digit]:
    """Yield what a seat knows that decides whether it plays a mão de X (R-B2)."""
    view = now.view
    yield view.rules.target - view.score[1 - now.seat], 64
    yield int(view.mano == now.seat), 2
    for card in now.held:
        yield _classed(now, card), 16
    yield ANSWERING, 3


def _answering(now: InfoSet) -> Iterator[Digit]:
    yield from _before_play(now)
    yield _ladder(now.view), 12
    if _has_end_key(now):
        yield from _answering_at_end(now)
        return
    yield int(bool(now.mine or now.theirs)), 2
    yield _held_strength(now), 4
    yield _fine_value(now.value), 12


def _answering_at_end(now: InfoSet) -> Iterator[Digit]:
    yield (2 + ROUGH[_read(now, now.theirs[0])] if now.theirs else int(bool(now.mine))), 6
    yield _two_strengths(now) // 2, 8
    yield _each_value(now.value), 19


def _opening(now: InfoSet) -> Iterator[Digit]:
    yield from _before_play(now)
    yield (_each_value(now.value), 19) if _has_end_key(now) else (_value(now.value), 7)
    yield from _table(now)


def _before_play(now: InfoSet) -> Iterator[Digit]:
    view = now.view
    for seat in (now.seat, 1 - now.seat):
        yield _points_left(view.rules.target - view.score[seat]), 7
    yield int(_truco_pends(view)), 2
    yield int(view.mano == now.seat), 2


def _playing(now: InfoSet) -> Iterator[Digit]:
    view, seat = now.view, now.seat
    for each in (seat, 1 - seat):
        yield _stakes_left(view, each), 5
    yield len(now.won), 3
    yield min(view.truco_level, MOST), 5
    yield (0 if view.truco_raiser is None else 2 - (view.truco_raiser == seat)), 3
    yield int(_truco_pends(view)), 2
    heard = _envido_evidence(now)
    yield (NOTHING if now.won and heard < WON else heard), 6
    if not now.won:
        yield int(view.mano == seat), 2
    else:
        first = now.won[0]
        yield (2 + (view.mano == seat) if first == PARDA else int(first == seat)), 4
        yield ROUGH[_read(now, max(now.theirs[: len(now.won)]))], 4
    yield from _table(now)


def _table(now: InfoSet) -> Iterator[Digit]:
    """Yield the card to beat, then the own cards.

    The card to beat is coded by how many own cards lose to it and tie with it.
    """
    trick, (mine, theirs) = len(now.won), now.lying
    if mine is not None:
        yield 17 + _classed(now, mine), 32
    elif theirs is None:
        yield 0, 32
    else:
        losing = sum(card < theirs for card in now.held)
        yield 1 + 4 * losing + now.held.count(theirs), 32
    for card in now.held:
        yield _classed(now, card), 16
    for _ in range(len(now.held), CARDS - trick):
        yield NONE, 16


def _classed(now: InfoSet, strength: int) -> int:
    read = _read(now, strength)
    return read if _tells_cards_apart(now) else FINE[read]


def _tells_cards_apart(now: InfoSet) -> bool:
    """Return whether each strength has a class: in the last trick, near the end in the second."""
    if len(now.won) != 1:
        return len(now.won) > 1
    return is_near_end(now.view)


def _read(now: InfoSet, strength: int) -> int:
    """Return a strength of this family in the terms of the table."""
    return now.terms.strengths[max(0, strength)]


def _calls(view: View) -> Sequence[str]:
    return [action.canto for action in view.legal if isinstance(action, Call)]


def _truco_pends(view: View) -> bool:
    """Return whether a truco waits for its answer, perhaps under an envido."""
    tokens = [event.token for event in view.events if event.kind in ("call", "answer")]
    if view.pending is not None and view.pending.family == "truco":
        return True
    return view.pending is not None and CallName.TRUCO in tokens


def _ladder(view: View) -> int:
    calls = calls_made(view, ENVIDOS)
    rung = RUNGS[min(called_value(calls), len(RUNGS) - 1)]
    return rung + (FALTA if CallName.FALTA in calls else 0)


def _envido_evidence(now: InfoSet) -> int:
    """Return what the envido of this hand revealed about the rival's cards.

    A flor reveals as much.
    """
    if flores := {e.seat for e in now.view.events if e.kind == "call" and e.token in FLORES}:
        return WON if now.seat in flores else LOST_TO_MUCH
    asker: int | None = None
    for event in now.view.events:
        if event.kind == "call" and event.token in ENVIDOS:
            asker = event.seat
        elif event.kind == "answer" and asker is not None:
            if event.token == "no":
                return RIVAL_REFUSED if asker == now.seat else REFUSED
            return _declared(now)
    return NOTHING


def _declared(now: InfoSet) -> int:
    declarations = [
        (event.value, event.seat) for event in now.view.events if event.kind == "declare"
    ]
    values = [(value, seat) for value, seat in declarations if isinstance(value, int)]
    if not values:  # R-E7: the declaration comes at the end of the hand
        return WON if now.value >= LIKELY else LOST
    value, winner = values[-1]
    if winner == now.seat:
        return WON
    return LOST_TO_MUCH if now.terms.values[value] >= MUCH else LOST


def _points_left(left: int) -> int:
    """Return a class of missing points; near the end, where a point is worth most, each counts."""
    return left - 1 if left <= 4 else 4 if left <= 8 else 5 if left <= 15 else 6


def _stakes_left(view: View, team: int) -> int:
    """Return how many of the first four prices are less than a team needs.

    A hand pays its highest price at most, unless an envido is won.
    """
    left = view.rules.target - view.score[team]
    return sum(price < left for price in view.rules.truco_prices[:FAR])


def _fine_value(own: int) -> int:
    return 0 if own <= 7 else 1 if own <= 22 else 2 if own <= 24 else own - 22


def _each_value(own: int) -> int:
    """Return a class of its own for each value that decides a game."""
    return 0 if own < 4 else own - 3 if own <= 7 else own - 15


def _value(own: int) -> int:
    if own <= 28:
        return 0 if own <= 7 else 1 if own <= 24 else 2 if own <= 26 else own - 24
    return 5 if own <= 30 else 6


def _two_strengths(now: InfoSet) -> int:
    """Return the strength of the two best cards, 0 to 14."""
    rank = now.view.ranking.strength
    return sum(COARSE[_read(now, rank[card] - 1)] for card in now.dealt[1:])


def _held_strength(now: InfoSet) -> int:
    two = _two_strengths(now)
    return 0 if two <= 5 else 1 if two <= 7 else 2 if two <= 9 else 3
