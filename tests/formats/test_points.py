"""What a result is worth, and how the ledger follows it."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.points import (
    Posting,
    RankedResult,
    Reason,
    points_reason,
    postings_due,
    ranking_points,
)

PLAYED = RankedResult("AB", "CD", {player: player for player in "ABCD"})
ONE_ADDRESS = dict.fromkeys("ABCD", "hall")


def test_winners_get_twenty_and_losers_five() -> None:
    assert ranking_points(PLAYED) == {"A": 20, "B": 20, "C": 5, "D": 5}


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (PLAYED, Reason.PLAYED),
        (replace(PLAYED, networks={}), Reason.PLAYED),
        (replace(PLAYED, competitive=False), Reason.PRACTICE),
        (replace(PLAYED, annulled=True), Reason.ANNULLED),
        (replace(PLAYED, walkover=True), Reason.WALKOVER),
        (replace(PLAYED, networks=ONE_ADDRESS), Reason.SHARED_IP),
        (replace(PLAYED, networks={"A": "x", "C": "x"}), Reason.SHARED_IP),
        (replace(PLAYED, networks=ONE_ADDRESS, presencial=True), Reason.PRESENCIAL),
    ],
)
def test_a_result_states_why_it_scores_or_not(result: RankedResult[str], reason: Reason) -> None:
    assert points_reason(result) is reason
    scores = reason in {Reason.PLAYED, Reason.PRESENCIAL}
    assert sum(ranking_points(result).values()) == (50 if scores else 0)


def test_who_ended_on_automatic_gets_nothing_and_the_others_theirs() -> None:
    result = replace(PLAYED, automatic=frozenset("A"))
    assert ranking_points(result) == {"A": 0, "B": 20, "C": 5, "D": 5}


def test_a_result_delivered_twice_is_posted_once() -> None:
    ledger = postings_due([], {"A": 20, "B": 5})
    assert ledger == (Posting("A", 20), Posting("B", 5))
    assert postings_due(ledger, {"A": 20, "B": 5}) == ()


def test_a_correction_reverses_and_posts_again() -> None:
    ledger = (Posting("A", 20), Posting("B", 5))
    assert postings_due(ledger, {"A": 5, "B": 20}) == (
        Posting("A", -20, is_reversal=True),
        Posting("B", -5, is_reversal=True),
        Posting("A", 5),
        Posting("B", 20),
    )


def test_who_is_no_longer_due_anything_is_reversed() -> None:
    ledger = (Posting("A", 20),)
    assert postings_due(ledger, {}) == (Posting("A", -20, is_reversal=True),)


@given(st.lists(st.dictionaries(st.sampled_from("ABC"), st.sampled_from([0, 5, 20]))))
def test_the_ledger_says_the_last_result_whatever_came_before(
    history: list[dict[str, int]],
) -> None:
    ledger: tuple[Posting[str], ...] = ()
    for due in history:
        ledger += postings_due(ledger, due)
        totals: Counter[str] = Counter()
        for posting in ledger:
            totals[posting.player] += posting.points
        assert +totals == +Counter(due)
