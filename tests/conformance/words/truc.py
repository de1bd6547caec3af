"""Two-card ties and covered cards."""

import re
from collections.abc import Mapping

from games.engine import Rules, apply, legal_actions
from games.engine.conformance.reference import TEAMS, sit
from games.engine.state import PARDA
from tests.conformance.staging import Case, rules_of, say, unread

_NOTE = r"(?: \([^)]*\))?"
_PAIRS = re.compile(
    rf"t1 (\w+)=(\w+); (?:then )?A (?:shows )?(\w+) over (\w+){_NOTE}, "
    rf"B (?:shows )?(\w+) over (\w+){_NOTE}(?:; .*)?"
)
_COVERED = re.compile(r"covered(?: card)? vs (\w+)(?: \(2p\))?")
_COVERS = re.compile(r"A holds (\w+) (\w+) (\w+), covers (\w+) in trick (\d), envido was accepted")


def truc_rule(case: Case) -> None:
    """R-V1, R-V2."""
    for rules in rules_of(case):
        if found := _PAIRS.fullmatch(case["state"]):
            first = [found[number].lower() for number in (1, 3, 4)]
            second = [found[number].lower() for number in (2, 5, 6)]
            state = sit(rules, [" ".join(first), " ".join(second)])
            state = say(say(state, 0, first[0]), 1, second[0])
            state = say(say(state, 0, "/".join(first[1:])), 1, "/".join(second[1:]))
            assert state.hand_winner is not None
            assert TEAMS[state.hand_winner] == case["expect"]
        elif found := _COVERED.fullmatch(case["state"]):
            _check_covered(rules, found[1].lower(), case["expect"])
        elif found := _COVERS.fullmatch(case["state"]):
            _check_count(rules, [name.lower() for name in found.groups()], case["expect"])
        else:
            raise unread(case["state"])


def _check_covered(rules: Rules, against: str, expected: str) -> None:
    both = against == "covered"
    other = "5e" if both else against
    state = sit(rules, ["7e 7o 1e", f"{other} 6b 3o"])
    state = say(say(state, 0, "(7e)"), 1, f"({other})" if both else other)
    won = state.tricks[0].winner
    assert (won == PARDA) if expected == "parda" else (won == 1 and expected.endswith("wins"))


def _check_count(rules: Rules, told: list[str], expected: Mapping[str, int]) -> None:
    *held, covered, trick = told
    state = sit(rules, [" ".join(held), "5b 4o 3c"])
    state = say(say(state, 0, "envido"), 1, "quiero")
    plain = [name for name in held if name != covered]
    while not state.over:
        if state.turn != 0:
            state = apply(state, legal_actions(state, state.turn)[0])
        elif len(state.tricks) == int(trick):
            state = say(state, 0, f"({covered})")
        else:
            state = say(state, 0, plain.pop())
    assert state.envido.declared is not None
    assert dict(state.envido.declared.values)[0] == expected["A_envido"]
