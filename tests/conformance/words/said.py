"""Truco and envido: the calls made, and the legal calls after them."""

import re

from games.engine import Rules, State, apply, legal_actions
from games.engine.conformance.corpus import token
from games.engine.conformance.reference import TEAMS, sit, tokens
from tests.conformance.staging import Case, paid, play_on, say, unread, without_flor

_CALL = (
    "no quiero|quiero|vale cuatro|vale ?4|juego fuera|retruco|truco|"
    "real envido|real|falta envido|falta|vuelvo|envido"
)


_SAID = re.compile(
    rf"(?:(?P<first>[AB]) (?:says |said )?(?P<call>{_CALL})"
    rf"|(?P<called>{_CALL}) by (?P<second>[AB]))(?: pending)?(?: in trick 1)?(?: \(trick 1\))?"
)
_PLAYED = re.compile(r"([AB]) has (?:already )?played(?: a card)?")
_TAKEN_UP = re.compile(rf"({_CALL}) (?:already )?(quiero|no quiero|accepted|refused)")
_NOTHING_DONE = re.compile(
    r"[AB] (?:answers|to answer)|[AB] has (?:not played|played no card)|nothing said|trick 1"
)
_TRICK = re.compile(r"trick ([23])")


def situation(rules: Rules, text: str) -> State:
    """Two seats, A mano unless B has played first, after what the words tell."""
    clauses = text.split(", ")
    played = [found[1] for found in map(_PLAYED.fullmatch, clauses) if found]
    state = sit(rules, mano=TEAMS.index(played[0]) if played else 0)
    for clause in clauses:
        state = _apply_clause(state, clause)
    return state


def _apply_clause(state: State, clause: str) -> State:
    if found := _SAID.fullmatch(clause):
        seat = TEAMS.index(found["first"] or found["second"])
        return say(play_on(state, seat), seat, found["call"] or found["called"])
    if found := _TRICK.fullmatch(clause):
        while len(state.tricks) < int(found[1]):
            state = apply(state, legal_actions(state, state.turn)[0])
        return state
    if found := _PLAYED.fullmatch(clause):
        return apply(state, legal_actions(state, TEAMS.index(found[1]))[0])
    if found := _TAKEN_UP.fullmatch(clause):
        asked = say(play_on(state, 0), 0, found[1])
        return say(asked, 1, "quiero" if found[2] in ("quiero", "accepted") else "no")
    if _NOTHING_DONE.fullmatch(clause):
        return state
    raise unread(clause)


def legal_after(case: Case) -> None:
    """R-C2 to R-C4, R-E1, R-E2: what a seat may and may not say then."""
    seat = TEAMS.index(case["who"])
    for rules in without_flor(case):
        state = situation(rules, case["state"])
        if state.turn in state.to_act:
            state = play_on(state, seat)
        legal = tokens(state, seat)
        assert {token(name) for name in case.get("legal", ())} <= legal, legal
        assert not {token(name) for name in case.get("illegal", ())} & legal, legal


_REFUSED = re.compile(r"envido refused \((\d) to ([AB])\), truco of ([AB]) pending")


def truco_and_envido_answer(case: Case) -> None:
    """R-E8."""
    if re.search("illegal|not allowed|not legal", case["expect"]):
        _check_answer_comes_first(case)
        return
    found = _REFUSED.fullmatch(case["expect"])
    if found is None:
        raise unread(case["expect"])
    for rules in without_flor(case):
        state = situation(rules, case["state"])
        assert paid(state, "envido-refused") == {found[2]: int(found[1])}
        assert state.truco.caller == TEAMS.index(found[3])


def _check_answer_comes_first(case: Case) -> None:
    *earlier, last = case["state"].split(", ")
    found = _SAID.fullmatch(last)
    if found is None:
        raise unread(last)
    for rules in without_flor(case):
        seat = TEAMS.index(found["first"] or found["second"])
        legal = tokens(situation(rules, ", ".join(earlier)), seat)
        assert token(found["call"] or found["called"]) not in legal
