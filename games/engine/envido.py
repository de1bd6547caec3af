"""Envido: ladders, when it is open, calls, answers and points (R-E).

Includes the tantos: the value of cards for the envido, and how seats declare it (R-E4, R-E6).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple, assert_never

from . import score
from .calls import MORE, CallName, Canto
from .cards import Card
from .ranks import Ranking
from .rules import EnvidoLadder, Rules
from .state import Declaration, Envido, Pair, State, replace


def _counts(cards: Sequence[Card], ranking: Ranking) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """Yield each way to count these cards, with the cards it uses."""
    number, piezas = ranking.number, ranking.piezas
    for card in cards:
        yield (piezas[card].tantos if card in piezas else number[card]), (card,)
    for first, second in combinations(cards, 2):
        if first.suit == second.suit:
            yield 20 + number[first] + number[second], (first, second)
        for card, beside in ((first, second), (second, first)) if piezas else ():
            if card in piezas:
                yield piezas[card].tantos + _beside_pieza(beside, ranking), (card, beside)


def _beside_pieza(card: Card, ranking: Ranking) -> int:
    """Return what a card adds to a pieza; another pieza its last digit, in some ranks (R-E15)."""
    if ranking.adds_piezas and card in ranking.piezas:
        return ranking.piezas[card].tantos % 10
    return ranking.number[card]


def count(cards: Sequence[Card], ranking: Ranking) -> tuple[int, tuple[Card, ...]]:
    """Return the highest count (R-E4) and the cards that make it, which are the proof (R-E7)."""
    return max(_counts(cards, ranking), default=(0, ()))


def value(cards: Sequence[Card], ranking: Ranking) -> int:
    """Return the envido points of these cards."""
    return count(cards, ranking)[0]


def declare(rules: Rules, values: Mapping[int, int]) -> Declaration:
    """Return the declarations of the seats, whose values come in order of play."""
    return (declare_in_order if rules.declaration == "order" else declare_alternately)(values)


def declare_alternately(values: Mapping[int, int]) -> Declaration:
    """Return the declarations of teams that answer each other (R-E11).

    After the first seat, the first rival of the last speaker that beats it speaks. Those that stay
    silent come last.
    """
    speaker: int | None = next(iter(values))
    spoken: list[tuple[int, int | None]] = []
    winner = best = -1
    while speaker is not None:
        winner, best = speaker, values[speaker]
        spoken.append((winner, best))
        rivals = (seat for seat in values if (seat - winner) % 2 and values[seat] > best)
        speaker = next(rivals, None)
    heard = {seat for seat, _ in spoken}
    spoken += [(seat, None) for seat in values if seat not in heard]
    return Declaration(tuple(spoken), winner)


def declare_in_order(values: Mapping[int, int]) -> Declaration:
    """Return the declarations from mano on; a seat speaks only to beat the best (R-E6)."""
    spoken: list[tuple[int, int | None]] = []
    best, winner = -1, -1
    for seat, points in values.items():
        if points > best:
            best, winner = points, seat
            spoken.append((seat, points))
        else:
            spoken.append((seat, None))
    return Declaration(tuple(spoken), winner)


_STAKES: Final[Mapping[Canto, int]] = {
    CallName.ENVIDO: 2,
    CallName.REAL: 3,
    CallName.FALTA: 0,
    **{more: more.points for more in MORE},
}


class Ladder(NamedTuple):
    """The calls that open an envido and those that answer each call, from low to high (R-E3)."""

    openings: tuple[CallName, ...]
    answers: Mapping[Canto, tuple[CallName, ...]]
    repeats: bool
    steps: int = 0
    """A falta answers only this many calls, and nothing else does (R-E14); 0: no such rule."""
    is_free: bool = False
    """A call may also be raised by any number (R-E13)."""


_WITH_REAL: Final = (CallName.ENVIDO, CallName.REAL, CallName.FALTA)
_WITHOUT_REAL: Final = (CallName.ENVIDO, CallName.FALTA)
_DOUBLING: Final = (CallName.VUELVO, CallName.FALTA)
LADDERS: Final[Mapping[str, Ladder]] = {
    "argentine": Ladder(
        _WITH_REAL,
        {CallName.ENVIDO: _WITH_REAL, CallName.REAL: (CallName.FALTA,), CallName.FALTA: ()},
        repeats=False,
    ),
    "uruguayan": Ladder(
        _WITH_REAL,
        {
            CallName.ENVIDO: _WITH_REAL,
            CallName.REAL: (CallName.REAL, CallName.FALTA),
            CallName.FALTA: (),
        },
        repeats=True,
    ),
    "noreal": Ladder(
        _WITHOUT_REAL, {CallName.ENVIDO: _WITHOUT_REAL, CallName.FALTA: ()}, repeats=True
    ),
    "none": Ladder((), {}, repeats=False),
    "vuelvo": Ladder(
        _WITHOUT_REAL,
        {CallName.ENVIDO: _DOUBLING, CallName.VUELVO: _DOUBLING, CallName.FALTA: ()},
        repeats=True,
    ),
    "libre": Ladder(
        _WITHOUT_REAL,
        {CallName.ENVIDO: _WITHOUT_REAL, CallName.FALTA: ()},
        repeats=True,
        is_free=True,
    ),
    "illes": Ladder(
        (CallName.ENVIDO,),
        {CallName.ENVIDO: _WITHOUT_REAL, CallName.FALTA: ()},
        repeats=False,
        steps=3,
    ),
}


UNSHOWN: Final = "envido-unshown"


def cantos(rules: Rules) -> tuple[CallName, ...]:
    """List the calls these rules know, from low to high."""
    answers = LADDERS[rules.envido_ladder].answers
    return tuple(canto for canto in answers if isinstance(canto, CallName))


def is_free(rules: Rules) -> bool:
    """Return whether an envido may be raised by any number (R-E13)."""
    return LADDERS[rules.envido_ladder].is_free


def can_open(state: State) -> bool:
    """Return whether an envido can be opened (R-E1).

    It can only in the first trick, before an accepted truco and before any envido or flor.
    """
    return (
        len(state.tricks) == 1
        and state.truco.level == 1
        and not state.envido.calls
        and not state.flor.announced
        and state.deal.perros is None
    )


def own_turn_calls(state: State, seat: int) -> tuple[CallName, ...]:
    """Return the calls with which the seat in turn can open an envido."""
    if not can_open(state):
        return ()
    rules = state.deal.rules
    if rules.envido_callers != "any" and not is_caller(state, seat):
        return ()
    return LADDERS[rules.envido_ladder].openings


def is_caller(state: State, seat: int) -> bool:
    """Return whether the rules let this seat open an envido in the first trick (R-E10)."""
    deal = state.deal
    played = [each for each in deal.seats if state.has_played(each)]
    return may_open(deal.rules, deal.seats, seat, played, state.folded)


def may_open(
    rules: Rules,
    seats: Sequence[int],
    seat: int,
    played: Collection[int],
    folded: Collection[int],
) -> bool:
    """Return whether a seat may open an envido, by which of `seats`, from mano on, have acted."""
    team = [each for each in seats if (each - seat) % 2 == 0]
    match rules.envido_callers:
        case "any":
            return True
        case "team":
            return not any(mate in played for mate in team)
        case "pies":
            return seat == [mate for mate in team if mate not in folded][-1]
        case _:
            assert_never(rules.envido_callers)


def primero_calls(state: State, seat: int) -> tuple[CallName, ...]:
    """Return the calls of *el envido está primero* (R-E2).

    They are for a seat that must answer truco and has played no card.
    """
    if state.deal.rules.envido_first and not state.has_played(seat):
        return own_turn_calls(state, seat)
    return ()


def has_opener(state: State) -> bool:
    """Return whether a seat still in play could open envido, judged by public facts only (R-M3)."""
    if not can_open(state):
        return False
    caller = state.truco.caller
    seats = [
        seat
        for seat in state.deal.seats
        if seat not in state.folded and not state.has_played(seat) and own_turn_calls(state, seat)
    ]
    if caller is None:
        return bool(seats)
    return state.deal.rules.envido_first and any((seat - caller) % 2 for seat in seats)


def raises(rules: Rules, calls: tuple[Canto, ...], leg_score: Pair = (0, 0)) -> tuple[Canto, ...]:
    """Return the calls that can answer the last call (R-E3).

    A repeating ladder stops where another step cannot add a point, so it is finite.
    """
    ladder = LADDERS[rules.envido_ladder]
    if ladder.is_free:
        room = score.shortfall(rules, leg_score) - called_value(calls)
        return () if calls[-1] is CallName.FALTA else _free_answers(room)
    if ladder.steps:
        return _next_step(ladder.steps, calls)
    spent = ladder.repeats and called_value(calls) >= score.shortfall(rules, leg_score)
    return _answers(rules.envido_ladder, calls, spent)


@cache
def _free_answers(room: int) -> tuple[Canto, ...]:
    """Return the answers to an envido that is `room` below the leader's shortfall (R-E13)."""
    envido = (CallName.ENVIDO,) if room > 0 else ()
    return (*envido, *MORE[: max(0, room - 1)], CallName.FALTA)


def _next_step(steps: int, calls: tuple[Canto, ...]) -> tuple[Canto, ...]:
    """Return the answer of a ladder that is climbed step by step (R-E14)."""
    if len(calls) < steps:
        return (CallName.ENVIDO,)
    return (CallName.FALTA,) if len(calls) == steps else ()


@cache
def _answers(ladder: EnvidoLadder, calls: tuple[Canto, ...], spent: bool) -> tuple[CallName, ...]:
    offered = LADDERS[ladder].answers[calls[-1]]
    if LADDERS[ladder].repeats:
        return tuple(canto for canto in offered if canto is CallName.FALTA or not spent)
    twice = calls.count(CallName.ENVIDO) == 2
    return tuple(canto for canto in offered if canto is not CallName.ENVIDO or not twice)


def called_value(calls: Sequence[Canto]) -> int:
    """Add up the calls. A vuelvo doubles the sum before it; a falta adds nothing here."""
    total = 0
    for canto in calls:
        total = total * 2 if canto is CallName.VUELVO else total + _STAKES[canto]
    return total


def refusal_points(rules: Rules, calls: Sequence[Canto]) -> int:
    """Return what *no quiero* pays: the calls before the last, at least 1; or 1 (R-E3)."""
    if rules.envido_refusal == "one":
        return 1
    return max(1, called_value(calls[:-1]))


def accepted_points(state: State, winner: int) -> int:
    """Return what *quiero* pays: the sum, or the falta in its place (R-E3)."""
    rules, calls = state.deal.rules, state.envido.calls
    if CallName.FALTA in calls:
        return score.capped(state, score.falta(rules, state.score, winner))
    if LADDERS[rules.envido_ladder].repeats:
        return min(called_value(calls), score.shortfall(rules, state.score))
    return called_value(calls)


def counted_cards(state: State, seat: int) -> tuple[Card, ...]:
    """Return the seat's cards that count; usually covered cards do not (R-V2, R-V4)."""
    rules = state.deal.rules
    if not rules.covered or rules.cover_counts:
        return state.deal.hands[seat]
    covered = {
        card
        for trick in state.tricks
        for play in trick.plays
        if play.seat == seat and play.covered
        for card in (play.card, play.beneath)
    }
    return tuple(card for card in state.deal.hands[seat] if card not in covered)


def call(state: State, seat: int, canto: Canto) -> State:
    """Open an envido or raise it."""
    return replace(state, envido=Envido((*state.envido.calls, canto), seat))


def answer(state: State, accepted: bool) -> State:
    """Answer with *quiero* or *no quiero*, and score.

    With `envido_at_end` the score of a *quiero* waits for the end of the hand (R-E7).
    """
    if not accepted:
        return _refused(state)
    counting = tuple(seat for seat in state.deal.seats if seat not in state.folded)
    heard = state.envido._replace(accepted=True, counting=counting)
    if state.deal.rules.envido_at_end:
        return replace(state, envido=heard)
    return _declared(state, heard)


def score_late(state: State) -> State:
    """With `envido_at_end`, score an accepted envido when the hand ends."""
    waits = state.deal.rules.envido_at_end and state.envido.accepted
    return _declared(state, state.envido) if waits else state


def _refused(state: State) -> State:
    points = refusal_points(state.deal.rules, state.envido.calls)
    answered = replace(state, envido=state.envido._replace(accepted=False))
    return score.pay(answered, state.envido.caller % 2, points, "envido-refused")


def _declared(state: State, heard: Envido) -> State:
    """Declare for the seats in play at the *quiero*, even if folded since, and score (R-E6)."""
    ranking = state.deal.ranking
    counts = {seat: count(counted_cards(state, seat), ranking) for seat in heard.counting}
    values = {seat: points for seat, (points, _) in counts.items()}
    declared = declare(state.deal.rules, values)
    _, shown = counts[declared.winner]
    shown_state = replace(state, envido=heard._replace(declared=declared, shown=shown))
    team = declared.winner % 2
    return score.pay(shown_state, team, accepted_points(shown_state, team), "envido")


def is_unshown(state: State, seat: int) -> bool:
    """Return whether a seat has won an envido with cards that do not all lie open (R-M5)."""
    declared = state.envido.declared
    if state.deal.rules.unshown_envido == "kept" or declared is None or declared.winner != seat:
        return False
    laid = {
        play.card
        for trick in state.tricks
        for play in trick.plays
        if play.seat == seat and not play.covered
    }
    return not set(state.envido.shown) <= laid


def lose_unshown(state: State, team: int) -> State:
    """Take back what an envido paid that its winner folds without showing (R-M5)."""
    paid = next(entry.points for entry in state.points if entry.reason == "envido")
    hidden = replace(state, envido=state.envido._replace(shown=()))
    lost = score.take(hidden, team, paid, UNSHOWN)
    if state.deal.rules.unshown_envido == "lost":
        return lost
    return score.pay(lost, 1 - team, paid, UNSHOWN)
