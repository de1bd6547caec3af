"""Families of truco: a new one is rows in tables, and the engine plays it."""

from collections.abc import Iterator
from random import Random

import pytest

from games.engine import (
    Rules,
    RulesError,
    apply,
    deal,
    deck_for,
    first_start,
    known_calls,
    legal_actions,
    make_rules,
    next_hand_start,
    read_tgn,
    replay,
    signals,
    view,
)
from games.robots import decide
from tests.games.engine import families
from tests.games.engine.hands import legal_tokens, play, refused, scored, table

HANDS = ("3e 7o 4c", "2o 6c 11b")
ENVIDOS = {"envido", "real", "falta", "vuelvo"}


@pytest.fixture
def family() -> Iterator[Rules]:
    with families.installed() as rules:
        yield rules


def test_a_level_is_not_its_price(family: Rules) -> None:
    state = table(families.NAME, *HANDS, muestra="5o")
    for line, price, refusal in (
        ("0:truco", 3, 1),
        ("0:truco 1:retruco", 6, 3),
        ("0:truco 1:retruco 0:vale4", 9, 6),
        ("0:truco 1:retruco 0:vale4 1:fuera", 12, 9),
    ):
        pending = view(play(state, line), 1 - len(line.split()) % 2).pending
        assert pending is not None
        assert (pending.quiero, pending.no) == (price, refusal)
    top = play(state, "0:truco 1:retruco 0:vale4 1:fuera 0:quiero")
    assert view(top, 0).stake == 12
    assert refused(top, "0:truco") == "top-reached"
    assert scored(play(state, "0:truco 1:retruco 0:no")) == [(1, 3, "truco-refused")]
    assert scored(play(top, "0:mazo")) == [(1, 12, "mazo")]


@pytest.mark.feature("Rules", "A new family of truco is added as values")
def test_a_preset_brings_its_own_ranks(family: Rules) -> None:
    state = table(families.NAME, *HANDS, muestra="5o")
    assert play(state, "0:3e 1:2o").tricks[0].winner == 0
    assert play(state, "0:7o 1:2o").tricks[0].winner == 0  # the one pieza
    assert play(state, "0:4c 1:2o").tricks[0].winner == 1


def test_its_prices_are_no_choice_of_a_table(family: Rules) -> None:
    assert make_rules(families.NAME, {"seats": "4"}).truco_prices == family.truco_prices
    with pytest.raises(RulesError, match="unknown-option: truco_prices"):
        make_rules(families.NAME, {"truco_prices": "1"})
    with pytest.raises(RulesError, match="no-fuera-here"):
        make_rules(families.NAME, {"truco_top": "fuera"})


def test_its_games_are_written_and_read(family: Rules) -> None:
    text = (
        f'[Rules "{families.NAME}"]\n[Seats "A" "B"]\n\n'
        "hand 1 mano=0 deal=3e,7o,4c/2o,6c,11b muestra=5o\n0:truco 1:quiero 0:mazo\n"
    )
    final = replay(read_tgn(text)).final
    assert final is not None
    assert final.score == (0, 3)


def test_robots_play_it_to_the_end(family: Rules) -> None:
    rng = Random("a family of the tests")
    start = first_start(family, 0)
    while start is not None:
        state = deal(start, rng.sample(deck_for(family), 40))
        while not state.over:
            seat = state.to_act[0]
            legal = legal_actions(state, seat)
            state = apply(state, decide(view(state, seat), legal, rng))
        start = next_hand_start(state)
    assert max(state.score) == 12


# without envido
@pytest.mark.feature("Rules", "Truco alone, without envido")
@pytest.mark.parametrize("preset", ["argentino", "argentino-flor", "trucoestrella", "truc"])
def test_truco_alone_knows_no_envido(preset: str) -> None:
    rules = make_rules(preset, {"envido_ladder": "none"})
    assert known_calls(rules).envido == ()
    hands = ("3e 7o 4c", "4o 6c 5b")
    state = table(preset, *hands, envido_ladder="none")
    assert not legal_tokens(state, 0) & ENVIDOS
    assert not legal_tokens(play(state, "0:truco"), 1) & ENVIDOS
    assert refused(state, "0:envido") == "not-in-these-rules"


def test_truco_alone_has_no_bonus_and_no_dogs() -> None:
    rules = make_rules("argentino", {"envido_ladder": "none"})
    assert rules.mazo_bonus == 0
    assert rules.options() == {"envido_ladder": "none"}
    assert scored(play(table("argentino", *HANDS, envido_ladder="none"), "0:mazo")) == [
        (1, 1, "mazo")
    ]
    with pytest.raises(RulesError, match="bonus-needs-envido: mazo_bonus, envido_ladder"):
        make_rules("argentino", {"envido_ladder": "none", "mazo_bonus": "1"})
    with pytest.raises(RulesError, match="perros-need-envido: perros, envido_ladder"):
        make_rules("uruguayo-online", {"envido_ladder": "none", "perros": "on"})


def test_truco_alone_makes_no_signs_of_envido() -> None:
    told = signals(make_rules("trucoestrella", {"seats": "4", "envido_ladder": "none"}))
    assert told == ("1e", "1b", "7e", "7o", "3", "2")
