"""Explanations of puzzle answers, with sums that are correct."""

from functools import cache
from typing import Any

import pytest

from games.evaluation import decisions
from games.evaluation.action_values import complete_hand
from games.models import Puzzle
from games.puzzles.queries import Verdict, verdict
from games.puzzles.services import Share
from tests.games.engine.hands import play, table

OTHER = "daría otra diferencia"
LATER = "Acá pesa más"
WANTED = {"best": "quiero", "lead": 1.0, "refused": 0.3, "wins": 0.5}


@cache
def called(line: str) -> dict[str, Any]:
    """A truco that seat 0 is to answer: wanted it is worth 2, not wanted 1."""
    hand = play(table("argentino", "4c 5c 6c", "7e 1e 12o", mano=1), f"{line} 0:no")
    told = complete_hand([*decisions([hand], 0)][-1], "one")
    assert told is not None
    return told


def answer_verdict(
    line: str = "1:1e 0:4c 1:truco", *, wants: bool = True, **changes: Any
) -> Verdict:
    content = called(line) | WANTED | changes
    return verdict(Puzzle(content=content), wants=wants, share=Share(0, 0))


def prices(**means: float) -> list[dict[str, Any]]:
    ranked = sorted(means.items(), key=lambda each: -each[1])
    return [{"token": token, "mean": mean, "share": 0.3} for token, mean in ranked]


@pytest.mark.parametrize(
    ("best", "lead", "wins", "sentence"),
    [
        ("quiero", 1.0, 0.5, ""),  # two times nothing, against one
        ("quiero", 1.2, 0.5, ""),
        ("quiero", 1.0, 0.6, OTHER),  # 1.4 by the call alone
        ("quiero", 1.5, 0.5, OTHER),
        ("no", 0.6, 0.1, ""),
        ("no", 1.0, 0.1, OTHER),
        ("quiero", 1.0, 0.2, LATER),
        ("no", 1.0, 0.6, LATER),
    ],
)
def test_where_the_stakes_tell_another_difference_it_is_said_why(
    best: str, lead: float, wins: float, sentence: str
) -> None:
    words = " ".join(
        answer_verdict(best=best, lead=lead, wins=wins, prices=prices(quiero=0, no=0)).reasons
    )
    assert [each for each in (OTHER, LATER) if each in words] == ([sentence] if sentence else [])


def test_points_beyond_the_target_explain_themselves() -> None:
    """One short of the target a truco wins one point: that alone makes 0.5, not 1."""
    start = {**called("1:1e 0:4c 1:truco")["start"], "score": [29, 0]}
    words = answer_verdict(start=start, lead=0.5, prices=prices(quiero=0, no=-0.5)).reasons
    assert not any(OTHER in each for each in words)


def test_where_a_refusal_loses_the_game_nothing_has_to_be_won_for_wanting() -> None:
    start = {**called("1:1e 0:4c 1:truco")["start"], "score": [3, 29]}
    words = answer_verdict(start=start, wins=0.05, prices=prices(quiero=0, no=-1.0)).reasons
    assert any("al menos 0 de cada 100" in each for each in words)
    assert not any(LATER in each for each in words)


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


@pytest.mark.parametrize(("wants", "words"), [(True, "Quiero"), (False, "No quiero")])
def test_what_was_answered_is_said(wants: bool, words: str) -> None:
    answers = prices(quiero=0.0, no=-1.0)
    assert answer_verdict(wants=wants, prices=answers).given == f"Contestaste: {words}."


@pytest.mark.parametrize(("answers", "shares"), [(1, []), (2, [("Quiero", 50), ("No quiero", 50)])])
def test_one_answer_makes_no_shares(answers: int, shares: list[tuple[str, int]]) -> None:
    content = called("1:truco") | WANTED | {"prices": prices(quiero=0.0, no=-1.0)}
    puzzle = Puzzle(content=content)
    assert verdict(puzzle, wants=True, share=Share(answers, 1)).shares == shares
