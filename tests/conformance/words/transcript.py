"""A game told event by event."""

import re
from collections.abc import Iterator

from games.engine import Rules, State, next_hand_start
from games.engine.conformance.reference import PLAIN_HANDS, sit
from tests.conformance.staging import Case, rules_of, say

_PAIR = re.compile(r"(?:tricks )?(\w+)-(\w+)")


def score_script(case: Case) -> None:
    """A game told event by event: the scores after each call that ends something, and hand."""
    names = case["players"]
    for rules in rules_of(case):
        scores = _scores(rules, names, list(_events(case["events"])))
        assert [list(score) for score in scores] == case["expect_after"]


def _events(events: list[str]) -> Iterator[tuple[int, str]]:
    """(number of the hand, clause)."""
    hand = 0
    for event in events:
        if found := re.match(r"r(\d+): ", event):
            hand = int(found[1])
        for clause in re.sub(r"^r\d+: ", "", event).split(", "):
            yield hand, clause


def _scores(rules: Rules, names: list[str], told: list[tuple[int, str]]) -> list[tuple[int, int]]:
    scores: list[tuple[int, int]] = []
    state = None
    for number in sorted({hand for hand, _ in told}):
        clauses = [clause for hand, clause in told if hand == number]
        start = next_hand_start(state) if state is not None else None
        state = sit(
            rules,
            _hands_of(clauses),
            mano=start.mano if start else 0,
            score=start.score if start else (0, 0),
        )
        for clause in clauses:
            before = state.score
            state = _scripted(state, names, clause)
            if state.score != before:
                scores.append(state.score)
    return scores


def _hands_of(clauses: list[str]) -> list[str]:
    pairs = [found for found in map(_PAIR.fullmatch, clauses) if found]
    if not pairs:
        return list(PLAIN_HANDS)
    return [" ".join(pair[seat] for pair in pairs).lower() for seat in (1, 2)]


def _scripted(state: State, names: list[str], clause: str) -> State:
    if found := _PAIR.fullmatch(clause):
        for _ in names:
            state = say(state, state.turn, found[state.turn + 1].lower())
        return state
    name, _, said = clause.partition(" ")
    return say(state, names.index(name), re.sub(r" in trick 1.*", "", said))
