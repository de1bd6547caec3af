"""Tables for cases: rules from a case, uncontested deals, and calls in turn."""

from collections.abc import Mapping
from typing import Any
from unittest import SkipTest

from games.engine import (
    Rules,
    State,
    apply,
    from_token,
    house_rules,
    legal_actions,
    make_rules,
)
from games.engine.conformance import corpus
from games.engine.conformance.reference import TEAMS

Case = Mapping[str, Any]
BEST_FLOR, WORSE_FLOR = "7e 6e 5e", "4o 5o 1o"


def rules_of(case: Case, **options: str) -> list[Rules]:
    """The rules a case is about; `all` means every preset that these cases were written for."""
    options = {**case.get("options", {}), **options}
    for key in ("seats", "target"):
        if key in case:
            options[key] = str(case[key])
    if "rule" in case:
        options["falta"] = corpus.FALTA_RULES[case["rule"]]
    names = corpus.ALL if case["variant"] == "all" else (case["variant"],)
    make = house_rules if case.get("house") else make_rules
    return [make(name, options) for name in names]


def without_flor(case: Case, **options: str) -> list[Rules]:
    """Return the same rules for a situation in which no seat holds a flor."""
    return rules_of(case, **options, flor="off")


def say(state: State, seat: int, *words: str) -> State:
    """The seat's actions, in tokens or in the words of a source."""
    for text in words:
        state = apply(state, from_token(seat, corpus.token(text)))
    return state


def play_on(state: State, seat: int) -> State:
    """The others play a card each until it is this seat's turn."""
    while seat not in state.to_act:
        state = apply(state, legal_actions(state, state.turn)[0])
    return state


def paid(state: State, *reasons: str) -> dict[str, int]:
    """Return the points paid to each team for these reasons."""
    sums = {"A": 0, "B": 0}
    for entry in state.points:
        if entry.reason in reasons:
            sums[TEAMS[entry.team]] += entry.points
    return {team: points for team, points in sums.items() if points}


def unread(text: str) -> SkipTest:
    """A case whose words this reader does not understand."""
    return SkipTest(f"words not understood: {text!r}")
