"""Families of truco: a preset is data, and the engine plays it."""

from random import Random

import pytest

from games.engine import (
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
    to_token,
    view,
)
from games.engine.ranks import RANKS, order_of
from games.robots import decide
from games.robots.levels import RobotLevel
from tests.games.engine.hands import legal_tokens, play, refused, scored, table

HANDS = ("3e 7o 4c", "2o 6c 11b")
ENVIDOS = {"envido", "real", "falta", "vuelvo"}
FAMILIES = pytest.mark.parametrize("preset", ["paulista", "mineiro"])


def test_a_rank_stands_for_its_cards_not_named_before() -> None:
    assert order_of("1e 7o 1 7") == ("1e", "7o", "1b 1o 1c", "7e 7b 7c")
    assert [len(line.split()) for line in RANKS["spanish"].plain] == [
        *(1, 1, 1, 1, 4, 4, 2, 4, 4, 4, 2, 4, 4, 4)
    ]


@pytest.mark.parametrize(
    ("preset", "options", "code"),
    [
        ("paulista", {"truco_top": "fuera"}, "no-fuera-here: truco_top, prices"),
        ("paulista", {"deck": "22"}, "deck-not-for-ranks: deck"),
        ("mineiro", {"deck": "24"}, "deck-not-for-ranks: deck"),
        ("paulista", {"deck": "25"}, "bad-value: deck"),
        ("paulista", {"muestra": "off"}, "vira-needs-muestra: muestra"),
        ("paulista", {"envido_ladder": "argentine"}, "mao-x-without-envido: mao_x"),
        ("paulista", {"mao_x": "off"}, "ferro-needs-mao-x: ferro"),
        ("paulista", {"seats": "6", "pico": "malas", "halves": "two"}, "mao-x-without-pico: mao_x"),
        ("mineiro", {"tie_two_cards": "on"}, "one-tie-rule: tie_highest"),
    ],
)
def test_data_that_contradict_each_other_are_refused(
    preset: str, options: dict[str, str], code: str
) -> None:
    with pytest.raises(RulesError, match=code):
        make_rules(preset, options)


def test_a_robot_decides_by_the_cards_it_sees() -> None:
    weak, strong = "4e 5e 6e", "11b 11c 3e"
    for mate, choice in ((strong, "joga"), ("4c 5c 6c", "corre")):
        rivals = ("2o 1c 12b", "7o 7c 12c")
        state = table("paulista", weak, rivals[0], mate, rivals[1], muestra="10e", score=(11, 4))
        seen = view(state, 0)
        assert to_token(decide(seen, seen.legal, Random("a mate's hand"))) == choice


def test_a_ladder_is_as_long_as_its_prices() -> None:
    rules = make_rules("mineiro", {"prices": "1-2-3-4"})
    assert known_calls(rules).truco == ("truco", "retruco", "vale4")
    assert rules.truco_raises[3:] == (("vale4",), ())


@FAMILIES
def test_its_signs_come_with_its_ranks(preset: str) -> None:
    rules = make_rules(preset)
    assert signals(rules) == RANKS[rules.ranks].signs
    assert signals(make_rules(preset, {"seats": "2"})) == ()


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
def test_robots_play_it_to_the_end(preset: str, level: RobotLevel) -> None:
    rng = Random(f"a family of Brazil {level}")
    x = 12 - make_rules(preset).truco_prices[0]
    for seats, score in (
        ("2", (0, 0)),
        ("4", (0, 0)),
        ("2", (x, 4)),
        ("4", (x, x)),
    ):
        rules = make_rules(preset, {"seats": seats})
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
