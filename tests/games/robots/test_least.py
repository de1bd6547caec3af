"""What is played for a seat whose time ran out, family by family."""

import random

import pytest

from games.engine import (
    AnswerPerros,
    Call,
    Fold,
    State,
    apply,
    apply_log,
    deal,
    deck_for,
    first_start,
    legal_actions,
    lines,
    make_rules,
    next_hand_start,
    to_token,
    view,
)
from games.robots import timeout_action
from tests.games.engine.hands import dealt, every_table, play, table

PLAIN = ("7e 1o 4c", "3o 6c 11b")
FLOR, WORSE = "7e 6e 5e", "4c 5c 1c"
TRUC_TIED = "0:3e 1:3b"


def least_of(state: State, seat: int) -> str:
    seen = view(state, seat)
    return to_token(timeout_action(seen, seen.legal))


@pytest.mark.feature("Playing", "The least legal action is played when the clock runs out")
@pytest.mark.parametrize(
    ("preset", "hands", "line", "seat", "played"),
    [
        ("argentino", PLAIN, "", 0, "4c"),  # the lowest card, neither a call nor the mazo
        ("argentino", PLAIN, "0:7e", 1, "6c"),
        ("argentino", ("11b 11c 1e", "3o 6c 5b"), "", 0, "11b"),  # equal cards: always the same
        ("argentino", PLAIN, "0:truco", 1, "no"),
        ("argentino", PLAIN, "0:envido", 1, "no"),
        ("argentino", PLAIN, "0:truco 1:envido", 0, "no"),
        ("argentino", PLAIN, "0:truco 1:quiero", 0, "4c"),
        ("argentino", PLAIN, "0:truco 1:retruco", 0, "no"),
        ("argentino-flor", (FLOR, PLAIN[1]), "", 0, "flor"),  # compulsory
        ("argentino-flor", (FLOR, WORSE), "0:flor", 1, "achico"),
        ("argentino-flor", (FLOR, WORSE), "0:flor 1:flor", 0, "quiero"),  # as it stands: no raise
        ("argentino-flor", (FLOR, WORSE), "0:flor 1:contraflor", 0, "no"),
        ("uruguayo-online", (FLOR, WORSE), "0:flor", 1, "flor"),  # knows no achico
        ("uruguayo-online", (FLOR, WORSE), "0:flor 1:conflor", 0, "no"),
        ("truc", ("3e 7e 5c", "3b 6b 4e"), TRUC_TIED, 0, "5c/7e"),  # the two lowest, it beneath
        ("truc", ("3e 7e 5c", "3b 6b 4e"), "", 0, "5c"),
        ("truc", ("3e 7e 5c", "3b 6b 4e"), "0:truco", 1, "no"),
    ],
)
def test_the_least_is_played(preset, hands, line, seat, played):
    muestra = "7o" if preset.startswith("uruguayo") else None
    assert least_of(play(table(preset, *hands, muestra=muestra), line), seat) == played


def test_a_card_lies_open_unless_its_seat_has_to_cover():
    covers = {"covered": "on"}
    state = table("argentino", *PLAIN, **covers)
    assert least_of(state, 0) == "4c"
    covered = play(state, "0:(7e) 1:3o 1:6c")
    assert least_of(covered, 0) == "(4c)"


def test_a_pieza_is_no_low_card():
    assert least_of(table("uruguayo-online", "2o 3e 1c", "12e 6c 5b", muestra="7o"), 0) == "1c"


@pytest.mark.parametrize(("hand", "ley"), [(FLOR, "ley"), ("7e 1o 4c", "punto")])
def test_the_dogs_are_passed(hand, ley):
    rules = make_rules("uruguayo-online", {"seats": "2", "perros": "on"})
    state = dealt(first_start(rules, 0), PLAIN[1], hand, muestra="7o", perros=0)
    assert least_of(state, 1) == f"{ley}:pasa:pasa"


@pytest.mark.parametrize("rules", every_table(), ids=lambda rules: f"{rules.preset}-{rules.seats}")
def test_whole_games_of_nothing_but_the_least_are_legal_and_ask_for_nothing(rules):
    """In every family and at every size; the same view gets the same, whatever chance would say."""
    rng, start, hands = random.Random(11), first_start(rules, 0), 0
    while start is not None and hands < 60:
        deck = list(deck_for(rules))
        rng.shuffle(deck)
        thrown = 0 if rules.perros and not start.part and hands % 3 == 0 else None
        state = apply_log(deal(start, deck), lines(thrown))
        while not state.over:
            state = apply(state, _checked(state, state.to_act[-1]))
        start, hands = next_hand_start(state), hands + 1
    assert hands > 1


def _checked(state: State, seat: int):
    seen = view(state, seat)
    action = timeout_action(seen, seen.legal)
    assert action in legal_actions(state, seat)
    assert action == timeout_action(seen, tuple(reversed(seen.legal)))
    assert not isinstance(action, Fold)
    if isinstance(action, Call):
        assert action.canto.value in {"flor", "achico"}
    if isinstance(action, AnswerPerros):
        assert (action.first, action.truco) == (False, False)
    return action
