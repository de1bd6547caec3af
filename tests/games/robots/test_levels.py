"""Levels and styles: what each does and never does, and that a style is only a taste."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from games.engine import HOUSE, Call, PlayCard, apply, deal, deck_for, first_start, to_token, view
from games.robots import levels
from games.robots.decide import decide
from games.robots.levels import PLAYERS, RobotLevel
from games.robots.styles import PLAIN, Style
from tests.games.engine.hands import every_table, play, table

APRENDIZ, BOLICHE, TAHUR = RobotLevel
DEAREST = {"falta", "resto", "confalta", "vale4", "fuera"}


def tokens(state, seat, level, times=40, style=PLAIN):
    """Return the choices of a robot of a level here, over many random generators."""
    seen = view(state, seat)
    chances = map(random.Random, range(times))
    return Counter(to_token(decide(seen, seen.legal, rng, level, style)) for rng in chances)


@pytest.mark.feature("Playing", "Robots play at three levels, under all rules")
@pytest.mark.parametrize("rules", every_table(), ids=lambda rules: f"{rules.preset}-{rules.seats}")
def test_every_level_plays_legal_actions_at_every_table(rules):
    rng = random.Random(5)
    for mano in range(2):
        start = first_start(rules, mano, (rng.randrange(rules.target), rng.randrange(rules.target)))
        state = deal(start, rng.sample(deck_for(rules), len(deck_for(rules))))
        while not state.over:
            seat = rng.choice(state.to_act)
            seen = view(state, seat)
            said = [PLAYERS[level](seen, seen.legal, rng) for level in RobotLevel]
            assert set(said) <= set(seen.legal)
            state = apply(state, rng.choice(said))


# Aprendiz


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("7e 6e 4o", {"falta"}),
        ("7e 1e 4o", {"envido", "real"}),
        ("1e 5o 12e", {"envido", ""}),
        ("1b 4c 6o", {""}),
    ],
)
def test_an_apprentice_says_the_more_the_more_its_envido_is_worth(hand, said):
    calls = tokens(table("argentino", hand, "5c 6b 3o"), 0, APRENDIZ)
    often = {token if token in ("envido", "real", "falta") else "" for token in calls}
    assert often <= said


def test_an_apprentice_never_bluffs():
    state = table("argentino", "4e 5b 6o", "2o 6b 3c")
    assert not tokens(state, 0, APRENDIZ, 200).keys() & {"envido", "real", "falta", "truco"}


def test_an_apprentice_forgets_what_was_declared():
    """Whether the rival declared 33 or 20, it does the same with the same chance; others do not."""
    seen = view(play(table("argentino", "6c 7c 2b", "7e 6e 4o"), "0:envido 1:quiero 0:2b"), 1)
    said = [e._replace(value=20) if (e.kind, e.seat) == ("declare", 0) else e for e in seen.events]
    twin = replace(seen, events=tuple(said))
    assert twin != seen

    def done(level, here):
        return [level(here, here.legal, random.Random(seed)) for seed in range(40)]

    assert done(PLAYERS[APRENDIZ], seen) == done(PLAYERS[APRENDIZ], twin)
    assert done(PLAYERS[BOLICHE], seen) != done(PLAYERS[BOLICHE], twin)


def test_an_apprentice_mostly_refuses_what_it_may_win_but_not_the_game():
    """Sometimes it wants to see the cards, with a hand that cannot win as well."""
    poor = ("2o 6o 5c", "7c 4e 3b")
    state = play(table("argentino", *poor), "0:truco")
    said = tokens(state, 1, APRENDIZ, 200)
    assert said.keys() == {"no", "quiero"}
    assert 20 < said["quiero"] < 80
    state = play(table("argentino", *poor, score=(29, 20)), "0:truco")
    assert "no" not in tokens(state, 1, APRENDIZ)


def against_a_flor(own, line="0:flor", score=(0, 0)):
    """Seat 1 holds a flor, too, where flores are bid (R-F9)."""
    hands = ("7e 6e 3e", own)
    return play(table("uruguayo", *hands, muestra="6c", score=score, **HOUSE["uruguayo"]), line)


def test_an_apprentice_contests_no_flor():
    state = against_a_flor("1o 3o 6o", score=(10, 38))
    assert tokens(state, 1, APRENDIZ, 200).keys() == {"flor"}


def throws(state, seat, level):
    """Which card it plays here, once nothing more is to be said."""
    seen = view(state, seat)
    cards = [action for action in seen.legal if isinstance(action, PlayCard)]
    chances = map(random.Random, range(40))
    return Counter(to_token(decide(seen, cards, rng, level)) for rng in chances)


@pytest.mark.parametrize(
    ("hands", "line", "strongest"),
    [
        # a three would do
        (("12c 5e 4b", "2e 6b 4o", "1e 3e 5o", "1c 12e 6e"), "0:12c 1:2e", "1e"),
        # the partner has it, with a three
        (("3c 5e 4b", "6e 6b 4o", "1e 7c 5o", "1c 12e 6o"), "0:3c 1:6e", "1e"),
    ],
)
def test_an_apprentice_takes_with_its_strongest_card_and_from_its_partner(hands, line, strongest):
    state = play(table("argentino", *hands), line)
    hurried = throws(state, 2, APRENDIZ)[strongest]
    assert hurried > 10 > throws(state, 2, BOLICHE)[strongest]
    assert not throws(state, 2, TAHUR)[strongest]


# De boliche


@pytest.mark.parametrize(
    ("hands", "line", "score"),
    [
        (("1b 4c 6o", "5c 6b 3o"), "", (27, 28)),
        (("4e 5b 6o", "2o 6b 3c"), "0:envido 1:no 0:truco 1:retruco", (0, 0)),
        (("1b 4c 6o", "5c 6b 3o"), "", (3, 28)),
    ],
)
def test_at_the_counter_nobody_dares_without_the_cards(hands, line, score):
    state = play(table("argentino", *hands, score=score), line)
    assert not tokens(state, 0, BOLICHE, 200).keys() & DEAREST


def test_at_the_counter_nobody_dares_with_a_low_flor():
    state = against_a_flor("1o 3o 6o", score=(10, 38))
    assert not tokens(state, 1, BOLICHE, 200).keys() & DEAREST


def test_at_the_counter_a_truco_at_an_exposed_last_card_is_sometimes_accepted():
    """The rival knows whether it wins, so refusing always would reward any card."""
    dealt = table("argentino", "2c 3e 7b", "3b 4c 5o")
    exposed = play(dealt, "0:2c 1:3b 1:4c 0:3e 0:7b 1:truco")
    said = tokens(exposed, 0, BOLICHE, 200)
    assert said.keys() == {"quiero", "no"}
    assert 60 < said["quiero"] < 140


def test_at_the_counter_the_best_cards_are_worth_the_dearest_call():
    state = play(table("argentino", "1e 1b 4c", "2o 6o 3c"), "0:truco 1:retruco")
    assert tokens(state, 0, BOLICHE)["vale4"] > 30


def test_what_an_automatic_seat_plays_is_never_a_dare():
    """Whatever it holds, the dearest call is made with cards that are likelier than not to win."""
    rng = random.Random(3)
    rules = next(rules for rules in every_table() if rules.preset == "argentino-flor")
    for _ in range(30):
        start = first_start(rules, 0, (rng.randrange(12, 30), rng.randrange(12, 30)))
        state = deal(start, rng.sample(deck_for(rules), len(deck_for(rules))))
        while not state.over:
            seat = state.to_act[0]
            seen = view(state, seat)
            action = decide(seen, seen.legal, rng, BOLICHE)
            if isinstance(action, Call) and action.canto in levels.DEAREST:
                assert levels.DEAREST[action.canto](seen, rng) > 0.5
            state = apply(state, action)


# Styles

TASTES = (Style(calls=0.8), Style(calls=-0.6, believes=0.7), Style(guards=0.9), Style(guards=-0.5))


def test_a_plain_style_changes_nothing():
    state = table("argentino", "7e 6e 1b", "5e 6c 3o")
    for level in RobotLevel:
        assert tokens(state, 0, level) == tokens(state, 0, level, style=PLAIN)


@pytest.mark.parametrize("style", TASTES, ids=str)
def test_a_taste_does_only_what_its_level_may_do(style):
    state = table("argentino", "7e 1e 4o", "5c 6b 3o")
    known = tokens(state, 0, TAHUR, 400).keys()
    assert tokens(state, 0, TAHUR, 100, style).keys() <= known


def test_out_of_habit_nobody_stakes_the_leg():
    state = against_a_flor("1o 3o 6o", "0:flor 1:flor 0:confalta")
    assert tokens(state, 1, BOLICHE, style=Style(stubborn=1.0)).keys() == {"no"}


def test_tastes_show_where_the_level_is_of_two_minds():
    state = table("argentino", "7e 1e 4o", "5c 6b 3o")

    def calling(style):
        told = tokens(state, 0, TAHUR, 200, style)
        return sum(told[size] for size in ("envido", "real", "falta"))

    assert calling(Style(calls=-0.6)) < calling(PLAIN) < calling(Style(calls=0.6))
