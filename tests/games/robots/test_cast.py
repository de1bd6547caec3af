"""The cast: complete data, and a manner of play that shows in the hands."""

import random
from collections import Counter
from functools import cache

import pytest

from games.engine import (
    Answer,
    Call,
    CallName,
    Fold,
    PlayCard,
    apply,
    deal,
    deck_for,
    first_start,
    legal_actions,
    make_rules,
    view,
)
from games.engine.envido import value
from games.house_rules import OFFERED, voice_of
from games.robots import decide
from games.robots.cast import CAST, Character, character_named, style_of
from games.robots.levels import RobotLevel
from games.robots.styles import PLAIN, Style, decide_with_style
from tests.games.engine.hands import play, table


@pytest.mark.feature(
    "Playing", "Robots are 37 characters with a place, a pace and a manner of play"
)
def test_the_cast_is_complete() -> None:
    assert len(CAST) == 37
    assert len({who.face for who in CAST.values()}) == 37
    assert len({who.name for who in CAST.values()}) == 37
    assert {who.family for who in CAST.values()} == set(map(voice_of, OFFERED))
    assert len({who.about for who in CAST.values()}) == 37
    for who in CAST.values():
        assert who.key.isascii()
        assert who.key.isalpha()
        assert len(who.name) <= 16, "Seat.robot_name"
        assert who.strength in range(1, 6)
        assert all((who.place, who.about, who.manner, who.greeting, who.calls, who.beaten))
        assert character_named(who.name) is who


def test_nobody_else_has_a_style() -> None:
    assert style_of("Eliana") == PLAIN


@cache
def act_frequencies(face: str, hands: int = 150) -> dict[str, float]:
    """Play hands against a plain robot; return how often a character does what."""
    who = CAST[face]
    rules, rng, done = make_rules(who.family), random.Random(11), Counter[str]()
    for number in range(hands):
        state = deal(first_start(rules, number % 2), rng.sample(d := deck_for(rules), len(d)))
        while not state.over:
            seat = state.to_act[0]
            level, style = (who.level, who.style) if seat == 0 else (RobotLevel.BOLICHE, PLAIN)
            legal = legal_actions(state, seat)
            seen = view(state, seat)
            action = decide(seen, legal, rng, level, style)
            if seat == 0:
                count(done, state, seen, legal, action)
            state = apply(state, action)
    return {
        "envido": done["envido"] / max(1, done["may envido"]),
        "empty envido": done["empty envido"] / max(1, done["envido"]),
        "calls": done["calls"] / hands,
        "gives in": done["gives in"] / max(1, done["asked"]),
        "strongest": done["strongest"] / max(1, done["first card"]),
    }


def count(done, state, seen, legal, action) -> None:
    rank = seen.ranking.strength
    envidos = [act for act in legal if isinstance(act, Call) and act.canto == CallName.ENVIDO]
    if envidos and seen.pending is None:
        done["may envido"] += 1
        if action in envidos:
            done["envido"] += 1
            done["empty envido"] += value(state.held[0], state.deal.ranking) < 24
    if isinstance(action, Call):
        done["calls"] += 1
    if seen.pending is not None:
        done["asked"] += 1
        done["gives in"] += isinstance(action, Fold) or (
            isinstance(action, Answer) and not action.accepted
        )
    if isinstance(action, PlayCard) and len(state.held[0]) == 3:
        done["first card"] += 1
        done["strongest"] += rank[action.card] == max(rank[card] for card in state.held[0])


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("more", "less", "what"),
    [
        ("zulma", "ciriaco", "calls"),
        ("zulma", "porota", "empty envido"),
        ("beba", "porota", "envido"),
        ("cacho", "toto", "gives in"),
        ("gladys", "nelson", "gives in"),
        ("mirta", "quique", "strongest"),
        ("lonja", "tape", "strongest"),
        ("empar", "vicent", "empty envido"),
    ],
)
def test_a_manner_of_play_shows_in_the_hands(more: str, less: str, what: str) -> None:
    """By a third at least, which a player notices in an evening."""
    assert act_frequencies(more)[what] > 1.33 * act_frequencies(less)[what], (
        act_frequencies(more),
        act_frequencies(less),
    )


def test_people_are_fast_or_slow() -> None:
    slow = [who.style.slow for who in CAST.values()]
    assert min(slow) <= -0.4
    assert max(slow) >= 0.9


def whose(name: str) -> Character:
    found = character_named(name)
    assert found is not None
    return found


def test_a_habit_never_accepts_what_may_decide_the_game() -> None:
    """Toto wants everything, but a falta envido only as his level does."""
    rules, rng = make_rules("argentino"), random.Random(4)
    told = []
    for number in range(60):
        state = deal(first_start(rules, 1, (10, 10)), rng.sample(d := deck_for(rules), len(d)))
        falta = next(
            act
            for act in legal_actions(state, 1)
            if isinstance(act, Call) and act.canto == CallName.FALTA
        )
        asked = apply(state, falta)
        seen, legal = view(asked, 0), legal_actions(asked, 0)
        pair = [
            decide(seen, legal, random.Random(number), RobotLevel.BOLICHE, style)
            for style in (PLAIN, whose("Toto").style)
        ]
        told.append(pair[0] == pair[1])
    assert all(told)


@pytest.mark.parametrize(
    ("preset", "score", "line", "is_kept"),
    [
        ("gauderio", (0, 0), "0:envido 1:mas:21", True),
        ("gauderio", (0, 0), "0:envido 1:mas:6", True),
        ("gauderio", (0, 0), "0:envido 1:mas:5", False),
        ("gauderio", (10, 20), "0:envido 1:envido", True),
        ("argentino", (10, 28), "0:4e 1:truco", True),
        ("argentino", (10, 27), "0:4e 1:truco", False),
    ],
)
def test_a_habit_accepts_no_call_that_may_decide_the_leg(preset, score, line, is_kept) -> None:
    ladder = "libre" if preset == "gauderio" else "argentine"
    hands = ("4e 5o 6b", "7e 6e 1b")
    asked = play(table(preset, *hands, score=score, envido_ladder=ladder), line)
    seen, rng = view(asked, 0), random.Random(1)
    no = Answer(0, accepted=False)
    told = decide_with_style(lambda *_: no, Style(stubborn=1.0), seen, seen.legal, rng)
    assert (told == no) == is_kept
