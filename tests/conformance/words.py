"""Cases told in words: the words are read as moves or as facts, and played at a real table.

What cannot be read is skipped, never guessed; tests/engine/games holds such cases as records.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any
from unittest import SkipTest

from games.engine import (
    Fold,
    PlayCard,
    PlayPair,
    Rules,
    State,
    apply,
    deck_for,
    legal_actions,
    next_start,
    to_token,
)
from games.engine.envido import could_open
from games.engine.flor import is_flor
from games.engine.flor import value as flor_value
from games.engine.state import PARDA
from tests.conformance.tables import (
    PLAIN_HANDS,
    TEAMS,
    play_on,
    rules_of,
    say,
    sit,
    token,
    tokens,
    without_flor,
)

Case = Mapping[str, Any]

_CALL = (
    "no quiero|quiero|vale cuatro|vale ?4|juego fuera|retruco|truco|"
    "real envido|real|falta envido|falta|vuelvo|envido"
)


def _unread(text: str) -> SkipTest:
    return SkipTest(f"words not understood: {text!r}")


def _points(state: State, *reasons: str) -> dict[str, int]:
    """What each team was paid for these reasons."""
    paid = {"A": 0, "B": 0}
    for entry in state.points:
        if entry.reason in reasons:
            paid[TEAMS[entry.team]] += entry.points
    return {team: points for team, points in paid.items() if points}


# --- truco and envido: what was said, and who may say what ------------------------------------

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
        state = _told(state, clause)
    return state


def _told(state: State, clause: str) -> State:
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
    raise _unread(clause)


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
        raise _unread(case["expect"])
    for rules in without_flor(case):
        state = situation(rules, case["state"])
        assert _points(state, "envido-refused") == {found[2]: int(found[1])}
        assert state.truco.caller == TEAMS.index(found[3])


def _check_answer_comes_first(case: Case) -> None:
    *earlier, last = case["state"].split(", ")
    found = _SAID.fullmatch(last)
    if found is None:
        raise _unread(last)
    for rules in without_flor(case):
        seat = TEAMS.index(found["first"] or found["second"])
        legal = tokens(situation(rules, ", ".join(earlier)), seat)
        assert token(found["call"] or found["called"]) not in legal


# --- mazo ------------------------------------------------------------------------------------

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
    (r"envido window closed", lambda state, _: not could_open(state)),
    (r"envido still open", lambda state, _: could_open(state)),
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
        paid = folded.points[len(state.points) :]
        assert sum(entry.points for entry in paid) == case["expect"], paid


def _facts(text: str) -> list[Callable[[State], bool]]:
    return [_fact(clause) for clause in text.split(", ")]


def _fact(clause: str) -> Callable[[State], bool]:
    for pattern, holds in _FACTS:
        if found := re.fullmatch(pattern, clause):
            return lambda state: holds(state, found)
    raise _unread(clause)


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
        raise _unread(case["state"])
    for rules in without_flor(case, seats="4"):
        alone = say(sit(rules), 0, "mazo")
        assert not alone.over
        lost = say(play_on(alone, 2), 2, "mazo")
        assert lost.over
        assert lost.hand_winner == 1


# --- flor ------------------------------------------------------------------------------------

_HOLDS = re.compile(r"([AB]) (?:(one|two) )?flors?(?: (\d+))?(?: \(mano\))?")
_ANSWERED = re.compile(r"(?:([AB]) )?(.+?)( quiero)?")
_SCORE = re.compile(r"score (\d+)-(\d+) of (\d+)")
_BEST, _WORSE = "7e 6e 5e", "4o 5o 1o"
_SECOND = "4b 5b 1b"
_NO_FLOR = ("12e 6b 3o", "12o 3b 4c")


def flor_contest(case: Case) -> None:
    """R-F4 to R-F6, R-F2 for a pending envido."""
    found = re.fullmatch(r"A flor while B's envido is pending", case["state"])
    for rules in rules_of(case):
        if found:
            state = say(sit(rules, (_BEST, _NO_FLOR[0]), mano=1), 1, "envido")
            state = say(state, 0, "flor")
            assert case["expect"] == "envido cancelled"
            assert not state.envido.calls
            assert not _points(state, "envido", "envido-refused")
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
                raise _unread(clause)
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
        raise _unread(score[0])
    values = [found[3] for found in map(_HOLDS.fullmatch, clauses) if found and found[3]]
    hands = list(_flores_worth(rules, int(values[0]))) if values else [_BEST, _WORSE]
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
    for hand in combinations(deck_for(rules), 3):
        plain = is_flor(hand, None) and "c" not in {card.suit for card in hand}
        if plain and not used & set(hand) and flor_value(hand, None, rules.flor_value) == points:
            used |= set(hand)
            yield " ".join(map(str, hand))
            if len(used) == 6:
                return


def _check_contest(case: Case, state: State) -> None:
    expected = case["expect"]
    if isinstance(expected, dict):
        assert _points(state, "flor", "flor-refused") == expected, state.points
    elif expected in TEAMS:
        assert state.flor.declared is not None
        assert TEAMS[state.flor.declared.winner % 2] == expected
    elif found := re.fullmatch(r"([AB]) wins_match", expected):
        assert state.winner == TEAMS.index(found[1])
    else:
        raise _unread(expected)


# --- truc ------------------------------------------------------------------------------------

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
            raise _unread(case["state"])


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


# --- perros ----------------------------------------------------------------------------------

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
            raise _unread(case["state"])


def _bundle(rules: Rules) -> list[str]:
    """What taking every part accepts, with flores on both sides and with none."""
    flores = say(sit(rules, (_BEST, _WORSE), perros=0), 1, "ley:quiere:quiere")
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
    hands = (_BEST, _WORSE) if ley else PLAIN_HANDS
    state = sit(replace(rules, resto="shortfall"), hands, score=(20, 30), perros=0)
    state = say(state, 1, f"{'ley' if ley else 'punto'}:{found[2]}:{found[3]}")
    if expected == "mazo":
        assert state.points[-1].reason == "mazo"
        return
    outcome = {
        "flor": bool(state.flor.announced),
        "contraflor": _answered(not _points(state, "flor-refused")),
        "falta": _answered(not _points(state, "envido-refused")),
        "falta_envido": _answered(not _points(state, "envido-refused")),
        "truco": _answered(state.truco.level == 2),
    }
    assert {key: outcome[key] for key in expected} == expected


def _answered(accepted: bool) -> str:
    return "quiero" if accepted else "no quiero"


# --- a whole transcript ----------------------------------------------------------------------

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
        start = next_start(state) if state is not None else None
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
