"""Families of truco: a preset is data, and the engine plays it."""

from collections.abc import Iterator
from random import Random

import pytest

from games.engine import (
    CHOICES,
    OPTION_KEYS,
    RulesError,
    apply,
    deal,
    deck_for,
    draw_dealer,
    first_start,
    known_calls,
    legal_actions,
    make_rules,
    next_hand_start,
    signals,
    view,
)
from games.engine.ranks import RANKS, order_of
from games.robots import decide
from games.robots.levels import RobotLevel
from tests.games.engine.families import Family, installed
from tests.games.engine.hands import legal_tokens, play, refused, scored, table
from tests.games.engine.mineiro import MINEIRO
from tests.games.engine.paulista import PAULISTA

HANDS = ("3e 7o 4c", "2o 6c 11b")
ENVIDOS = {"envido", "real", "falta", "vuelvo"}
FAMILIES = pytest.mark.parametrize("family", [PAULISTA, MINEIRO], ids=lambda each: each.name)


@pytest.fixture(autouse=True)
def families() -> Iterator[None]:
    with installed(PAULISTA, MINEIRO):
        yield


def test_a_rank_stands_for_its_cards_not_named_before() -> None:
    assert order_of("1e 7o 1 7") == ("1e", "7o", "1b 1o 1c", "7e 7b 7c")
    assert [len(line.split()) for line in RANKS["spanish"].plain] == [
        *(1, 1, 1, 1, 4, 4, 2, 4, 4, 4, 2, 4, 4, 4)
    ]


@FAMILIES
def test_what_a_family_brings_is_no_choice_of_a_table(family: Family) -> None:
    rules = make_rules(family.name, {"seats": "2"})
    assert rules == family.make_rules(seats=2)
    assert rules.options() == {"seats": "2"}
    for key in set(family.rules) - set(OPTION_KEYS):
        with pytest.raises(RulesError, match=f"unknown-option: {key}"):
            make_rules(family.name, {key: "1"})
    assert "24" not in CHOICES["deck"]


@pytest.mark.parametrize(
    ("family", "changes", "code"),
    [
        (PAULISTA, {"truco_top": "fuera"}, "no-fuera-here: truco_top"),
        (PAULISTA, {"deck": 22}, "deck-not-for-ranks: deck"),
        (MINEIRO, {"deck": 24}, "deck-not-for-ranks: deck"),
        (PAULISTA, {"deck": 25}, "bad-value: deck"),
        (PAULISTA, {"muestra": False}, "vira-needs-muestra: muestra"),
        (PAULISTA, {"envido_ladder": "argentine"}, "mao-x-without-envido: mao_x"),
        (PAULISTA, {"mao_x": False}, "ferro-needs-mao-x: ferro"),
        (PAULISTA, {"seats": 6, "pico": "malas"}, "mao-x-without-pico: mao_x"),
        (MINEIRO, {"tie_two_cards": True}, "one-tie-rule: tie_highest"),
    ],
)
def test_data_that_contradict_each_other_are_refused(
    family: Family, changes: dict[str, object], code: str
) -> None:
    with pytest.raises(RulesError, match=code):
        family.make_rules(**changes)


def test_a_ladder_is_as_long_as_its_prices() -> None:
    rules = MINEIRO.make_rules(truco_prices=(2, 4, 12))
    assert known_calls(rules).truco == ("truco", "retruco")
    assert rules.truco_raises[2:] == (("retruco",), ())


@FAMILIES
def test_its_signs_come_with_its_ranks(family: Family) -> None:
    assert signals(make_rules(family.name)) == family.ranks.signs
    assert signals(make_rules(family.name, {"seats": "2"})) == ()


@pytest.mark.parametrize("deck", ["40", "24"])
def test_the_draw_tells_cards_of_one_rank_apart_by_suit(deck: str) -> None:
    rules = make_rules("paulista", {"deck": deck})
    cards = sorted(deck_for(rules), key=lambda card: (-card.rank % 4, "oecb".index(card.suit)))
    threes = [card for card in cards if card.rank == 3]
    drawn = draw_dealer(rules, threes)
    assert len(drawn.rounds) == 1
    assert drawn.rounds[0][drawn.dealer].suit == "b"


@pytest.mark.feature("Rules", "A new family of truco is added as values")
@FAMILIES
@pytest.mark.parametrize("level", RobotLevel)
def test_robots_play_it_to_the_end(family: Family, level: RobotLevel) -> None:
    rng = Random(f"a family of the tests {level}")
    for seats, score in (
        ("2", (0, 0)),
        ("4", (0, 0)),
        ("2", (family.x, 4)),
        ("4", (family.x,) * 2),
    ):
        rules = make_rules(family.name, {"seats": seats})
        start = first_start(rules, 0, score)
        while start is not None:
            state = deal(start, rng.sample(deck_for(rules), len(deck_for(rules))))
            while not state.over:
                seat = state.to_act[0]
                legal = legal_actions(state, seat)
                state = apply(state, decide(view(state, seat), legal, rng, level))
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
