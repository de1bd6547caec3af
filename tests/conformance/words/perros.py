"""The dogs: what they ask and what the answers bring."""

import re
from dataclasses import replace
from typing import Any

from games.engine import Rules
from games.engine.conformance.reference import PLAIN_HANDS, sit
from tests.conformance.staging import BEST_FLOR, WORSE_FLOR, Case, paid, rules_of, say, unread

_ANSWER = re.compile(r"answer '(a punto|en ley) se (pasa|quiere) y se (pasa|quiere)'")
_THROWN = re.compile(
    r"score (\d+)-(\d+) of (\d+), A throws perros, "
    r"B (accepts|refuses) falta(?: \(A (\d+) wins\))?, (accepts|refuses) truco"
)
_TAKEN = {"accepts": "quiere", "refuses": "pasa"}


def perros(case: Case) -> None:
    """R-X."""
    for rules in rules_of(case, perros="on"):
        if case["state"] == "challenger bundle":
            assert _bundle(rules) == case["expect"]
        elif found := _ANSWER.fullmatch(case["state"]):
            _check_answer(rules, found, case["expect"])
        elif found := _THROWN.fullmatch(case["state"]):
            score = (int(found[1]), int(found[2]))
            state = sit(rules, ("7e 6e 4b", PLAIN_HANDS[1]), score=score, perros=0)
            state = say(state, 1, f"punto:{_TAKEN[found[4]]}:{_TAKEN[found[6]]}")
            gained = {"A": state.score[0] - score[0], "B": state.score[1] - score[1]}
            assert {team: points for team, points in gained.items() if points} == case["expect"]
        else:
            raise unread(case["state"])


def _bundle(rules: Rules) -> list[str]:
    """Return what taking every part accepts, with flores on both sides and with none."""
    flores = say(sit(rules, (BEST_FLOR, WORSE_FLOR), perros=0), 1, "ley:quiere:quiere")
    none = say(sit(rules, perros=0), 1, "punto:quiere:quiere")
    truco = say(sit(rules, perros=0), 1, "punto:pasa:quiere")
    parts = [
        ("contraflor_al_resto", flores.flor.challenges == ("resto",)),
        ("falta_envido", none.envido.calls == ("falta",)),
        ("truco", truco.truco.level == 2),
    ]
    return [name for name, holds in parts if holds]


def _check_answer(rules: Rules, found: re.Match[str], expected: Any) -> None:
    ley = found[1] == "en ley"
    hands = (BEST_FLOR, WORSE_FLOR) if ley else PLAIN_HANDS
    state = sit(replace(rules, resto="shortfall"), hands, score=(20, 30), perros=0)
    state = say(state, 1, f"{'ley' if ley else 'punto'}:{found[2]}:{found[3]}")
    if expected == "mazo":
        assert state.points[-1].reason == "mazo"
        return
    outcome = {
        "flor": bool(state.flor.announced),
        "contraflor": _answered(not paid(state, "flor-refused")),
        "falta": _answered(not paid(state, "envido-refused")),
        "falta_envido": _answered(not paid(state, "envido-refused")),
        "truco": _answered(state.truco.level == 2),
    }
    assert {key: outcome[key] for key in expected} == expected


def _answered(accepted: bool) -> str:
    return "quiero" if accepted else "no quiero"
