"""Contests between flores, told as moves."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

from games.engine import Rules, State, deck_for
from games.engine.conformance.corpus import token
from games.engine.conformance.reference import TEAMS, sit, tokens
from games.engine.flor import is_flor
from games.engine.flor import value as flor_value
from games.engine.ranks import ranking
from tests.conformance.staging import BEST_FLOR, WORSE_FLOR, Case, paid, rules_of, say, unread

_HOLDS = re.compile(r"([AB]) (?:(one|two) )?flors?(?: (\d+))?(?: \(mano\))?")
_ANSWERED = re.compile(r"(?:([AB]) )?(.+?)( quiero)?")
_SCORE = re.compile(r"score (\d+)-(\d+) of (\d+)")
_SECOND = "4b 5b 1b"
_NO_FLOR = ("12e 6b 3o", "12o 3b 4c")


def flor_contest(case: Case) -> None:
    """R-F4 to R-F6, R-F2 for a pending envido."""
    found = re.fullmatch(r"A flor while B's envido is pending", case["state"])
    for rules in rules_of(case):
        if found:
            state = say(sit(rules, (BEST_FLOR, _NO_FLOR[0]), mano=1), 1, "envido")
            state = say(state, 0, "flor")
            assert case["expect"] == "envido cancelled"
            assert not state.envido.calls
            assert not paid(state, "envido", "envido-refused")
        else:
            _check_contest(case, _contested(rules, case["state"].split(", ")))


def _contested(rules: Rules, clauses: list[str]) -> State:
    """The contest the clauses tell, A first; without a challenge the first holder is content."""
    state = _dealt_flores(rules, clauses)
    last = 0
    for team, said in _moves(clauses):
        last = TEAMS.index(team) if team else 1 - last
        seat = next((s for s in state.to_act if s % 2 == last), None)
        if seat is not None:
            state = say(state, seat, said)
    while state.flor.announced and not state.flor.settled:
        said = "flor" if "flor" in tokens(state, state.to_act[0]) else "quiero"
        state = say(state, state.to_act[0], said)
    return state


def _moves(clauses: list[str]) -> Iterator[tuple[str, str]]:
    """(team or nobody in particular, token) of each clause that tells a move."""
    for clause in clauses:
        if _HOLDS.fullmatch(clause):
            yield clause[0], "flor"
        elif not _is_setting(clause):
            found = _ANSWERED.fullmatch(clause)
            if found is None or token(found[2]) not in _FLOR_TOKENS:
                raise unread(clause)
            yield found[1] or "", token(found[2])
            if found[3]:
                yield "", "quiero"


_FLOR_TOKENS = ("flor", "contraflor", "conflor", "resto", "achico", "quiero", "no")


def _is_setting(clause: str) -> bool:
    return bool(_SCORE.fullmatch(clause) or re.fullmatch("[AB] (none|higher)|no challenge", clause))


def _dealt_flores(rules: Rules, clauses: list[str]) -> State:
    """A deal in which the teams hold the flores the clauses speak of."""
    score = next((found for found in map(_SCORE.fullmatch, clauses) if found), None)
    if score and int(score[3]) != rules.target:
        raise unread(score[0])
    values = [found[3] for found in map(_HOLDS.fullmatch, clauses) if found and found[3]]
    hands = list(_flores_worth(rules, int(values[0]))) if values else [BEST_FLOR, WORSE_FLOR]
    if "B higher" in clauses:
        hands.reverse()
    if "B none" in clauses:
        hands[1] = _NO_FLOR[0]
    if any(clause.startswith("A two") for clause in clauses):
        rules = replace(rules, seats=4)
        hands += [_SECOND, _NO_FLOR[1]]
    return sit(rules, hands, score=(int(score[1]), int(score[2])) if score else (0, 0))


def _flores_worth(rules: Rules, points: int) -> Iterator[str]:
    """Two flores of this value that share no card."""
    used: set[Any] = set()
    ranked = ranking(rules.ranks, None)
    for hand in combinations(deck_for(rules), 3):
        plain = is_flor(hand, ranked) and "c" not in {card.suit for card in hand}
        if plain and not used & set(hand) and flor_value(hand, ranked, rules.flor_value) == points:
            used |= set(hand)
            yield " ".join(map(str, hand))
            if len(used) == 6:
                return


def _check_contest(case: Case, state: State) -> None:
    expected = case["expect"]
    if isinstance(expected, dict):
        assert paid(state, "flor", "flor-refused") == expected, state.points
    elif expected in TEAMS:
        assert state.flor.declared is not None
        assert TEAMS[state.flor.declared.winner % 2] == expected
    elif found := re.fullmatch(r"([AB]) wins_match", expected):
        assert state.winner == TEAMS.index(found[1])
    else:
        raise unread(expected)
