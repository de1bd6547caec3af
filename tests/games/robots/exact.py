"""The rest of a hand solved with all cards open: what each action of a seat is worth.

An action is never right if another is worth as much against every hand of the rival. Envidos and
the mazo are tried at the first step alone; trucos are called later only where the first trick is
over at the position.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from games.engine import (
    TRUCOS,
    Action,
    Answer,
    Call,
    PlayCard,
    State,
    apply,
    legal_actions,
    to_token,
    view,
)
from games.evaluation.sampling import score_value
from tests.games.robots.twins import redealt


def values(state: State, seat: int) -> Mapping[str, float]:
    """What each legal action is worth to the seat, in points at this score."""
    start, later = state.score, bool(state.tricks) and state.tricks[0].winner is not None
    return {
        to_token(action): _worth(apply(state, action), seat, start, later)
        for action in view(state, seat).legal
    }


def is_never_better(state: State, seat: int, never: Sequence[str], deals: int) -> bool:
    """Whether each of these actions is worth no more, in any deal, than one that is not listed."""
    worlds = [values(world, seat) for world in _alike(state, seat, deals)]
    legal = worlds[0].keys()
    others = legal - set(never)
    return all(
        any(_is_as_good(other, action, worlds) for other in others) for action in legal & set(never)
    )


def _is_as_good(one: str, other: str, worlds: Sequence[Mapping[str, float]]) -> bool:
    return all(world[one] > world[other] - 1e-9 for world in worlds)


ATTEMPTS = 300
"""Deals tried: few have the envido that was named."""


def _alike(state: State, seat: int, deals: int) -> Iterator[State]:
    """Yield the state, and others that this seat cannot tell from it."""
    seen, rng = view(state, seat), random.Random(1)
    twins = filter(None, (redealt(state, seat, rng) for _ in range(ATTEMPTS)))
    yield state
    yield from islice((twin for twin in twins if view(twin, seat) == seen), deals)


def _worth(state: State, seat: int, start: tuple[int, int], later: bool) -> float:
    if state.over:
        team = seat % 2
        own_first = slice(None, None, -1 if team else 1)
        return score_value(state.start.rules.target, start[own_first], state.score[own_first])
    (actor,) = state.to_act
    moves = _moves(state, actor, later)
    found = (_worth(apply(state, action), seat, start, later) for action in moves)
    return max(found) if actor % 2 == seat % 2 else min(found)


def _moves(state: State, actor: int, later: bool) -> Iterator[Action]:
    rank, strengths = view(state, actor).ranking.strength, set()
    for action in legal_actions(state, actor):
        match action:
            case PlayCard(_, card, covered=False) if rank[card] not in strengths:
                strengths.add(rank[card])
                yield action
            case Answer():
                yield action
            case Call(_, canto) if canto in TRUCOS and later:
                yield action
