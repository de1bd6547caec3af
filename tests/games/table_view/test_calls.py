"""Calls on the page: their places, prices and reasons for refusal."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from accounts.common.errors import find_refusal
from games.common.errors import ENGINE_REFUSALS
from games.engine import CallName
from games.house_rules import canto
from tests.games.engine.hands import table
from tests.games.table_view.boards import TWO, a_hand, make_table_view, rendered_table, tokens


def test_calls_keep_their_places_through_a_hand() -> None:
    line = "0:envido 1:quiero 0:truco 1:quiero 0:1e 1:6c 0:7o"
    kept = {"quiero", "no", "envido", "real", "falta", "mazo"}
    moments = [line.split()[:n] for n in range(len(line.split()) + 1)]
    for moment in moments:
        rows = make_table_view(a_hand(TWO, " ".join(moment)), 0).call_rows
        assert [len(row) for row in rows] == [3, 4]
        assert kept < {call.token for row in rows for call in row}


def test_a_call_that_is_not_possible_says_why() -> None:
    rows = make_table_view(a_hand(TWO, "0:envido 1:no"), 0).call_rows
    reasons = {call.token: call.why_not for row in rows for call in row}
    assert reasons["envido"] == "Ya se jugó el envido."
    assert reasons["quiero"] == "No hay nada que responder."
    assert reasons["truco"] == reasons["mazo"] == ""


@pytest.mark.parametrize(
    ("line", "place"),
    [("", "truco"), ("0:truco", "retruco"), ("0:truco 1:retruco", "vale4"),
     ("0:truco 1:quiero", "retruco"), ("0:truco 1:retruco 0:vale4 1:quiero", "vale4")],
)  # fmt: skip
def test_the_levels_of_truco_share_one_place(line: str, place: str) -> None:
    assert make_table_view(a_hand(TWO, line), 1).call_rows[0][1].token == place


def test_what_is_compulsory_is_all_that_is_offered() -> None:
    state = a_hand(("1e 7e 4e", "3o 6c 11b"), preset="argentino-flor")  # R-F2
    assert tokens(rendered_table(state, 0)) == {"flor"}


@pytest.mark.feature("Playing", "Expensive calls ask for a confirmation")
def test_grave_calls_ask_once_more() -> None:
    rows = make_table_view(a_hand(TWO), 0).call_rows
    assert {call.token for row in rows for call in row if call.asks_again} == {"falta", "mazo"}
    bids = make_table_view(table("uruguayo", *TWO, muestra="12e", flor_contest="ladder"), 0)
    asked = {call.token for row in bids.call_rows for call in row if call.asks_again}
    assert asked == {"falta", "confalta", "resto", "mazo"}
    run = make_table_view(table("paulista", *TWO, muestra="10e", score=(11, 4)), 0).call_rows
    assert [call.asks_again for row in run for call in row] == [False, True]


def test_a_call_that_awaits_the_viewer_is_urgent_and_priced() -> None:
    called = make_table_view(a_hand(TWO, "0:truco 1:retruco"), 0).prompt
    assert called.is_urgent
    assert called.line == "Martín: ¡Retruco!"
    assert called.hint == "quiero vale 3 · no quiero, 2"
    waiting = make_table_view(a_hand(TWO, "0:truco"), 0).prompt
    assert not waiting.is_urgent
    assert waiting.line == "Truco: responde Martín Ríos"


def test_the_worth_of_the_hand_is_always_said() -> None:
    assert make_table_view(a_hand(TWO), 0).prompt.hint == "La mano vale 1 punto"
    assert (
        make_table_view(a_hand(TWO, "0:truco 1:quiero"), 1).prompt.hint == "La mano vale 2 puntos"
    )


def test_cantos_stay_spanish_in_every_language() -> None:
    with translation.override("en"):
        html = rendered_table(a_hand(TWO), 0)
    assert {"Envido", "Falta envido", "Truco"} <= set(
        re.findall(r">([^<>]+?) ?(?:<small>[^<]*</small>)?</button>", html)
    )


def test_every_call_has_a_name_and_every_reason_words() -> None:
    assert all(canto(token, "truc") != token for token in CallName)
    engine = Path(__file__).parents[3] / "games/engine/illegal.py"
    codes = set(re.findall(r'"([a-z]+(?:-[a-z]+)+)"', engine.read_text()))
    other = codes - ENGINE_REFUSALS.keys()
    assert all(find_refusal(code, "games") for code in other)


def test_a_plain_flor_has_one_price() -> None:
    hands = ("2o 7b 1b", "4o 5o 3c")
    state = a_hand(hands, "0:flor", preset="uruguayo-online", muestra="6o")
    assert make_table_view(state, 1).prompt.hint == "la flor vale 3"
