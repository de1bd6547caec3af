"""Explanations of puzzle answers, with sums that are correct."""

from functools import cache
from typing import Any

import pytest

from games.evaluation import decisions
from games.evaluation.action_values import complete_hand
from games.models import Puzzle
from games.puzzles.queries import Verdict, verdict
from tests.games.engine.hands import play, table

WANTED = {"best": "quiero", "lead": 1.0, "refused": 0.3, "wins": 0.5}


@cache
def called(line: str) -> dict[str, Any]:
    """A truco that seat 0 is to answer: wanted it is worth 2, not wanted 1."""
    hand = play(table("argentino", "4c 5c 6c", "7e 1e 12o", mano=1), f"{line} 0:no")
    told = complete_hand([*decisions([hand], 0)][-1], "one")
    assert told is not None
    return told


def answer_verdict(
    line: str = "1:1e 0:4c 1:truco", *, said: str = "quiero", **changes: Any
) -> Verdict:
    content = called(line) | WANTED | changes
    return verdict(Puzzle(content=content), said=said, share={})


def prices(**means: float) -> list[dict[str, Any]]:
    ranked = sorted(means.items(), key=lambda each: -each[1])
    return [{"token": token, "mean": mean, "share": 0.3} for token, mean in ranked]


def test_each_answer_is_told_by_the_chance_of_the_game() -> None:
    """At 0 to 0 a point is about one game in thirty; the better answer stands first."""
    told = answer_verdict(prices=prices(quiero=0.5, no=-1.0)).reasons
    assert told[0] == "Con «Quiero» ganás la partida 51,9 de cada 100 veces."
    assert told[1] == "Con «No quiero» ganás la partida 46,0 de cada 100 veces."
    assert told[2] == "Lo que te cantan lo ganás 50 de cada 100 veces, por lo que se ve."


def test_where_a_refusal_loses_the_game_its_chance_is_nothing() -> None:
    start = {**called("1:1e 0:4c 1:truco")["start"], "score": [3, 29]}
    words = answer_verdict(start=start, prices=prices(quiero=0, no=-1.0)).reasons
    assert "Con «No quiero» ganás la partida 0,0 de cada 100 veces." in words


@pytest.mark.parametrize(
    ("line", "token", "words"),
    [
        ("1:1e 0:4c 1:truco", "retruco", "Subir también es querer, y más. Mejor todavía: Retruco."),
        ("1:truco", "envido", "Mejor todavía, antes de contestar: Envido."),
    ],
)
def test_what_is_better_than_wanting_is_told_with_what_it_is(line, token, words) -> None:
    raised = answer_verdict(line, prices=prices(quiero=0.0, no=-1.0, **{token: 0.5}))
    assert raised.reasons[-1] == words
    refused = answer_verdict(line, best="no", prices=prices(no=0.0, quiero=-1.0, **{token: 0.5}))
    assert not any("Mejor todavía" in each for each in refused.reasons)


def test_a_rare_call_is_not_recommended() -> None:
    rare = [{"token": "retruco", "mean": 2.0, "share": 0.02}, *prices(quiero=0.0, no=-1.0)]
    assert not any("Mejor todavía" in each for each in answer_verdict(prices=rare).reasons)


@pytest.mark.parametrize(("said", "words"), [("quiero", "Quiero"), ("no", "No quiero")])
def test_what_was_answered_is_said(said: str, words: str) -> None:
    answers = prices(quiero=0.0, no=-1.0)
    assert answer_verdict(said=said, prices=answers).given == f"Contestaste: {words}."


@pytest.mark.parametrize(
    ("given", "shares"),
    [({"quiero": 1}, []), ({"quiero": 1, "no": 1}, [("Quiero", 50), ("No quiero", 50)])],
)
def test_one_answer_makes_no_shares(given: dict[str, int], shares: list[tuple[str, int]]) -> None:
    content = called("1:truco") | WANTED | {"prices": prices(quiero=0.0, no=-1.0)}
    puzzle = Puzzle(content=content)
    assert verdict(puzzle, said="quiero", share=given).shares == shares
