"""The tables of paulista and mineiro: their words, prices, last hands and manilhas."""

import pytest
from django.utils import translation

from games.engine import State, first_start, make_rules
from games.house_rules import meanings, summary
from games.table_view.felt import card_order
from games.table_view.labels import reason
from games.table_view.table import TableView
from tests.games.engine.hands import dealt, play
from tests.games.table_view.boards import make_table_view, pictures, rendered_table

TWO = ("3e 11o 4c", "2o 6c 11b")


def sat(preset: str = "paulista", score: tuple[int, int] = (0, 0)) -> State:
    rules = make_rules(preset, {"seats": "2"})
    return dealt(first_start(rules, 0, score), *TWO, muestra="10e" if rules.muestra else None)


def labels(table: TableView) -> list[list[str]]:
    return [[button.label for button in row] for row in table.call_rows]


@pytest.mark.parametrize(
    ("preset", "calls"),
    [
        ("paulista", {"Truco!": 3, "Seis!": 6, "Nove!": 9, "Doze!": 12}),
        ("mineiro", {"Truco!": 4, "Seis!": 6, "Dez!": 10, "Doze!": 12}),
    ],
)
def test_calls_are_explained_by_the_prices_of_the_rules(preset: str, calls: dict[str, int]) -> None:
    told = dict(meanings(make_rules(preset)))
    assert [told[call] for call in calls] == [f"la mano, por {price}" for price in calls.values()]


def test_the_buttons_and_the_prompt_speak_as_the_family() -> None:
    asked = make_table_view(play(sat(), "0:truco 1:retruco"), 0)
    assert labels(asked) == [["Aceito", "Nove!", "Corro"], ["Desisto da mão"]]
    assert asked.prompt.line.endswith(": Seis!")
    assert asked.prompt.hint == "aceito vale 6 · corro, 3"


def test_the_decision_before_the_first_card_replaces_the_calls() -> None:
    state = sat(score=(11, 4))
    table = make_table_view(state, 0)
    assert labels(table) == [["Vamos jogar"], ["Corremos"]]
    assert table.prompt.hint == "vamos jogar vale 3 · corremos, 1"
    assert [row[0].why_not for row in table.call_rows] == ["", ""]
    assert "Mão de onze" in make_table_view(state, 1).prompt.line
    assert reason("mao-x-refused", "paulista") == "mão de onze sin jugar"


@pytest.mark.parametrize(
    ("price", "is_legal"),
    [
        ("banned", False),
        ("loses_hand", True),
        ("loses_leg", True),
    ],
)
def test_a_truco_in_a_mao_de_onze_is_a_call_to_confirm(price: str, is_legal: bool) -> None:
    """R-B3: where the house lets it be called, it loses the hand or the leg."""
    rules = make_rules("paulista", {"seats": "2", "mao_x_truco": price})
    state = play(dealt(first_start(rules, 0, (11, 4)), *TWO, muestra="10e"), "0:joga")
    with translation.override("en"):
        (_, call, _), *_ = make_table_view(state, 0).call_rows
    assert (call.token, call.label, call.gloss) == ("truco", "Truco!", "")
    assert call.asks_again
    assert (not call.why_not) == is_legal


def test_a_blind_hand_is_played_by_place() -> None:
    state = play(sat(score=(11, 11)), "0:#2 1:#1")
    table = make_table_view(state, 0)
    assert [(card.picture, card.token) for card in table.hand] == [("back", "#1"), ("back", "#3")]
    assert table.why_no_card == ""
    assert table.prompt.hint == "Mão de ferro: elegí una carta sin verla"
    waiting = make_table_view(state, 1)
    assert [card.token for card in waiting.hand] == ["", ""]


def test_manilhas_are_marked_and_named() -> None:
    mine = make_table_view(sat(), 0).hand
    assert [card.is_wild for card in mine] == [False, True, False]
    assert mine[1].name.endswith(", manilha")
    laid = make_table_view(play(sat(), "0:11o"), 1).tricks[0].cards[0]
    assert laid.is_wild


def test_no_piezas_are_told_where_there_are_none() -> None:
    rules = make_rules("paulista")
    assert card_order(rules).piezas == card_order(rules).substitutes == ()
    assert not [clause for clause in summary(rules) if "piezas" in clause.words]


def test_a_hand_without_winner_ends_and_pays_nothing() -> None:
    rules = make_rules("paulista", {"seats": "2"})
    state = dealt(first_start(rules, 0), "3e 2e 1e", "3o 2o 1o", muestra="10e")
    table = make_table_view(play(state, "0:3e 1:3o 0:2e 1:2o 0:1e 1:1o"), 0)
    assert table.prompt.line == "Tres pardas: nadie marca"


def test_the_highest_card_is_asked_for_after_a_tied_first_trick() -> None:
    rules = make_rules("mineiro", {"seats": "2"})
    tied = play(dealt(first_start(rules, 0), "3e 12o 12c", "3o 6c 11b"), "0:3e 1:3o")
    hints = [make_table_view(tied, seat).prompt.hint for seat in (0, 1)]
    assert hints == ["La mano vale 2 puntos", "Va la más alta · La mano vale 2 puntos"]


FOUR = ("3e 11o 4c", "2o 6c 11b", "5e 5c 1b", "7o 12b 12c")


def of_four(sees: str = "team") -> State:
    rules = make_rules("paulista", {"mao_x_sees": sees})
    return dealt(first_start(rules, 1, (11, 4)), *FOUR, muestra="10e")


@pytest.mark.feature("Rules", "Partners see each other's cards in a mão de onze only")
@pytest.mark.parametrize(
    ("sees", "seen"),
    [("team", [[2], [], [0], []]), ("both", [[2], [3], [0], [1]]), ("own", [[]] * 4)],
)
def test_partners_see_each_others_cards_until_the_decision(
    sees: str, seen: list[list[int]]
) -> None:
    """R-B2: nobody else does, a spectator least of all."""
    state = of_four(sees)
    for viewer, mates in enumerate(seen):
        known = {card for seat in (viewer, *mates) for card in FOUR[seat].split()} | {"10e"}
        assert pictures(rendered_table(state, viewer)) == known
        assert len(make_table_view(state, viewer).mates) == len(mates)
        played = rendered_table(play(state, "2:joga"), viewer)
        assert pictures(played) == {*FOUR[viewer].split(), "10e"}
    assert pictures(rendered_table(state, None)) == {"10e"}


def test_cards_have_the_faces_and_names_of_the_family() -> None:
    html = rendered_table(sat(), 0)
    assert "deck.svg#f11o" in html
    assert "deck.svg#n" not in html
    assert make_table_view(sat(), 0).hand[0].name == "tres de picas"
    assert make_table_view(sat(), 0).hand[1].name == "jota de diamantes, manilha"


def test_a_leg_of_one_stretch_is_told_without_malas_and_buenas() -> None:
    own, others = make_table_view(sat("paulista", score=(11, 1)), 0).scores
    assert (own.is_whole, own.words, others.words) == (True, "11 puntos", "1 punto")
    assert own.halves == ((2, 0, 2), (0, 1, 1))
    assert not make_table_view(sat("gauderio"), 0).scores[0].is_whole
