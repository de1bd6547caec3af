"""Points of a result, and their entries in the ledger."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.ranking_points import (
    Circumstances,
    Posting,
    RankedResult,
    Reason,
    award,
    points_reason,
    postings_due,
    share_a_network,
)

PLAYED = RankedResult(reason=Reason.PLAYED, winners="AB", losers="CD")


def totals(ledger: Iterable[Posting[str]]) -> dict[str, int]:
    found: Counter[str] = Counter()
    for posting in ledger:
        found[posting.player] += posting.points
    return dict(found)


def test_winners_get_twenty_and_losers_five() -> None:
    assert totals(PLAYED.postings()) == {"A": 20, "B": 20, "C": 5, "D": 5}


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({}, Reason.PLAYED),
        ({"competitive": False}, Reason.PRACTICE),
        ({"annulled": True}, Reason.ANNULLED),
        ({"walkover": True}, Reason.WALKOVER),
        ({"shared_network": True}, Reason.SHARED_IP),
        ({"shared_network": True, "presencial": True}, Reason.PRESENCIAL),
        ({"shared_network": True, "competitive": False}, Reason.PRACTICE),
    ],
)
def test_a_result_states_why_it_scores_or_not(how: dict[str, bool], reason: Reason) -> None:
    assert points_reason(Circumstances(**how)) is reason
    scores = reason in {Reason.PLAYED, Reason.PRESENCIAL}
    assert award(reason, won=True).points == (20 if scores else 0)
    assert award(reason, won=False).points == (5 if scores else 0)


@pytest.mark.parametrize(
    ("seen", "shared"),
    [
        ([], False),
        ([("A", "x"), ("B", "y")], False),
        ([("A", "x"), ("A", "y"), ("A", "x")], False),
        ([("A", "x"), ("B", "y"), ("B", "x")], True),
    ],
)
def test_two_players_behind_one_address_share_it(seen: list[tuple[str, str]], shared: bool) -> None:
    assert share_a_network(seen) == shared


@pytest.mark.parametrize(("trusted", "shared"), [("", True), ("A", True), ("AB", False)])
def test_two_who_are_trusted_may_share_an_address(trusted: str, shared: bool) -> None:
    assert share_a_network([("A", "x"), ("B", "x")], trusted) == shared


def test_who_ended_on_automatic_gets_nothing_and_the_others_theirs() -> None:
    result = replace(PLAYED, automatic="A")
    assert totals(result.postings()) == {"A": 0, "B": 20, "C": 5, "D": 5}
    assert next(result.postings()).award.reason is Reason.AUTOMATIC


def test_a_result_delivered_twice_is_posted_once() -> None:
    ledger = postings_due([], [PLAYED])
    assert totals(ledger) == totals(PLAYED.postings())
    assert postings_due(ledger, [PLAYED]) == []


def test_a_correction_reverses_and_posts_again() -> None:
    ledger = postings_due([], [PLAYED])
    right = replace(PLAYED, winners="CD", losers="AB", number=1)
    changes = postings_due(ledger, [replace(PLAYED, taken_back=True), right])
    assert [(one.player, one.points, one.is_reversal) for one in changes] == [
        ("A", -20, True),
        ("B", -20, True),
        ("C", -5, True),
        ("D", -5, True),
        ("C", 20, False),
        ("D", 20, False),
        ("A", 5, False),
        ("B", 5, False),
    ]


@given(st.lists(st.sampled_from(["AB", "BA"]), min_size=1))
def test_the_ledger_says_the_last_result_whatever_came_before(history: list[str]) -> None:
    ledger: list[Posting[str]] = []
    for last in range(len(history)):
        results = [
            RankedResult(
                reason=Reason.PLAYED,
                winners=winner,
                losers=loser,
                number=number,
                taken_back=number < last,
            )
            for number, (winner, loser) in enumerate(history[: last + 1])
        ]
        ledger += postings_due(ledger, results)
        assert totals(ledger) == totals(results[-1].postings())
