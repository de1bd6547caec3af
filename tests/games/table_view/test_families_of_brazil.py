"""The table of a family that no form offers: its words and prices are data."""

import pytest

from games.engine import State, first_start, make_rules
from games.house_rules import meanings, summary
from games.table_view.felt import card_order
from games.table_view.labels import reason
from games.table_view.table import TableView
from tests.games.engine.hands import dealt, play
from tests.games.table_view.boards import make_table_view

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
    assert asked.prompt.line.endswith("¡Seis!")
    assert asked.prompt.hint == "aceito vale 6 · corro, 3"


def test_the_decision_before_the_first_card_replaces_the_calls() -> None:
    state = sat(score=(11, 4))
    table = make_table_view(state, 0)
    assert labels(table) == [["Vamos jogar"], ["Corremos"]]
    assert table.prompt.hint == "vamos jogar vale 3 · corremos, 1"
    assert [row[0].why_not for row in table.call_rows] == ["", ""]
    assert "Mão de onze" in make_table_view(state, 1).prompt.line
    assert reason("mao-x-refused", "paulista") == "mão de onze sin jugar"


def test_a_blind_hand_is_played_by_place() -> None:
    state = play(sat(score=(11, 11)), "0:#2 1:#1")
    table = make_table_view(state, 0)
    assert [(card.picture, card.token) for card in table.hand] == [("back", "#1"), ("back", "#3")]
    assert table.why_no_card == ""
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
    assert table.prompt.line == "Fin de la mano"
