"""Irse al mazo: the first situation that fits the facts, and what a fold costs there."""

import re
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from games.engine import Fold, PlayCard, PlayPair, State, apply, legal_actions, to_token
from games.engine.conformance.reference import sit
from games.engine.envido import has_opener
from tests.conformance.staging import Case, play_on, say, unread, without_flor

_LEVELS = {"truco": 2, "retruco": 3, "vale4": 4}
_FACTS: tuple[tuple[str, Callable[[State, re.Match[str]], bool]], ...] = (
    (r"trick (\d)", lambda state, found: len(state.tricks) == int(found[1])),
    (r"no envido(?: said)?", lambda state, _: not state.envido.calls),
    (r"no truco", lambda state, _: state.truco.level == 1 and state.truco.caller is None),
    (r"nothing said", lambda state, _: all(_is_card(action) for action in state.actions)),
    (
        r"(truco|retruco|vale4) quiero",
        lambda state, found: state.truco.level == _LEVELS[found[1]] and state.truco.caller is None,
    ),
    (
        r"(truco|retruco|vale4) pending(?: on the one who folds)?(?: in trick (\d))?",
        lambda state, found: (
            state.truco.level == _LEVELS[found[1]] - 1
            and state.truco.caller is not None
            and len(state.tricks) == int(found[2] or len(state.tricks))
        ),
    ),
    (
        r"envido (?:already )?(?:said|played|settled|quiero|no quiero|refused|accepted)",
        lambda state, _: bool(state.envido.calls) and not state.envido.pending,
    ),
    (r"envido pending(?: on the one who folds)?", lambda state, _: state.envido.pending),
    (r"envido window closed", lambda state, _: not has_opener(state)),
    (r"envido still open", lambda state, _: has_opener(state)),
)
_ONE_OF_FOUR = re.compile(r"4p, one player (?:passes|goes to the mazo)(?:, nothing said)?")


def _is_card(action: Any) -> bool:
    return isinstance(action, PlayCard | PlayPair)


def mazo_points(case: Case) -> None:
    """R-M3: what a fold costs in the first situation found that fits every fact."""
    if _ONE_OF_FOUR.fullmatch(case["state"]):
        for rules in without_flor(case, seats="4"):
            state = say(sit(rules), 0, "mazo")
            assert not state.over
            assert sum(entry.points for entry in state.points) == case["expect"]
        return
    for rules in without_flor(case):
        state = _first_fitting(sit(rules), _facts(case["state"]))
        folded = say(state, state.to_act[0], "mazo")
        cost = folded.points[len(state.points) :]
        assert sum(entry.points for entry in cost) == case["expect"], cost


def _facts(text: str) -> list[Callable[[State], bool]]:
    return [_fact(clause) for clause in text.split(", ")]


def _fact(clause: str) -> Callable[[State], bool]:
    for pattern, holds in _FACTS:
        if found := re.fullmatch(pattern, clause):
            return lambda state: holds(state, found)
    raise unread(clause)


def _first_fitting(state: State, facts: list[Callable[[State], bool]]) -> State:
    """Breadth first: each seat plays its first card, raises and accepts truco, says envido."""
    states = deque([state])
    while states:
        state = states.popleft()
        if Fold(state.to_act[0]) in legal_actions(state, state.to_act[0]) and all(
            fact(state) for fact in facts
        ):
            return state
        states.extend(_continuations(state))
    raise AssertionError("no such situation")


_MOVES = ("truco", "retruco", "vale4", "envido", "quiero")


def _continuations(state: State) -> Iterator[State]:
    first, *others = legal_actions(state, state.to_act[0])
    for action in (first, *(other for other in others if to_token(other) in _MOVES)):
        following = apply(state, action)
        if not following.over:
            yield following


def mazo_team(case: Case) -> None:
    """R-M2, R-M3."""
    if not _ONE_OF_FOUR.match(case["state"]):
        raise unread(case["state"])
    for rules in without_flor(case, seats="4"):
        alone = say(sit(rules), 0, "mazo")
        assert not alone.over
        lost = say(play_on(alone, 2), 2, "mazo")
        assert lost.over
        assert lost.hand_winner == 1
