"""Withdrawals and absences: standings, tie-breaks and pairing."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from tournaments.formats.options import FormatOptions
from tournaments.formats.pairing import ASKED, BYES, Outcome
from tournaments.formats.results_table import Result, tabulate
from tournaments.formats.round_draft import as_pairings
from tournaments.formats.series import Verdict
from tournaments.formats.standings import final_ranks, standings
from tournaments.formats.swiss import SWISS
from tournaments.formats.swiss_field import ByePoints, ByeTerms, Contender, asked_byes
from tournaments.formats.tie_breaks import ROUND_ROBIN, RULES, TieBreak
from tournaments.formats.tie_breaks import SWISS as TIE_BREAKS
from tournaments.formats.withdrawal import WithdrawalPolicy, annuls_results

SEEDS = range(12)


@pytest.mark.parametrize(
    ("leaving", "played", "matches", "falls"),
    [
        (WithdrawalPolicy.HALF, 0, 6, True),
        (WithdrawalPolicy.HALF, 2, 6, True),
        (WithdrawalPolicy.HALF, 3, 6, False),
        (WithdrawalPolicy.HALF, 2, 5, True),
        (WithdrawalPolicy.HALF, 3, 5, False),
        (WithdrawalPolicy.WALKOVER, 0, 6, False),
        (WithdrawalPolicy.ANNUL, 5, 6, True),
        (WithdrawalPolicy.ANNUL, 6, 6, False),
    ],
)
def test_results_are_annulled_before_half_always_or_never(leaving, played, matches, falls):
    assert annuls_results(leaving, played, matches) == falls


def a_table(chance: Random, left: set[int]):
    results = [
        Result(one, other, chance.choice(list(Verdict)), round=1 + one % 3)
        for one in range(6)
        for other in range(one)
        if chance.random() < 0.8
    ]
    return tabulate(range(6), results, left=left)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("tie_breaks", [ROUND_ROBIN, TIE_BREAKS])
def test_who_has_left_stands_below_all_and_the_others_stay_in_order(seed, tie_breaks):
    chance = Random(f"left-{seed}")
    left = set(chance.sample(range(6), chance.randrange(6)))
    table = a_table(chance, left)
    rows = standings(table, tie_breaks)
    assert [row.has_left for row in rows] == [False] * (6 - len(left)) + [True] * len(left)
    assert {row.entry for row in rows} == set(range(6))
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    points = [table.scores[row.entry] for row in rows if not row.has_left]
    assert points == sorted(points, reverse=True)


def test_the_champion_is_the_best_still_in():
    results = [Result("a", "b", Verdict.FIRST), Result("a", "c", Verdict.FIRST, 2)]
    rows = standings(
        tabulate("abc", [*results, Result("b", "c", Verdict.FIRST, 3)], left="a"), ROUND_ROBIN
    )
    assert final_ranks(rows) == [(1, "b"), (2, "c"), (3, "a")]


@pytest.mark.parametrize(
    ("left", "results", "first"),
    [
        ("abc", [Result("a", "b", Verdict.FIRST)], 2),  # no entry is left to be champion
        ("ab", [], 1),  # the only one still in
        ("a", [], 2),  # two are in, and neither ever won
        ("", [Result("a", "b", Verdict.NEITHER)], 2),
    ],
)
def test_nobody_is_first_where_nobody_is_in_or_ever_won(left, results, first):
    rows = standings(tabulate("abc", results, left=left), ROUND_ROBIN)
    assert final_ranks(rows)[0][0] == first


@pytest.mark.parametrize(
    ("points", "gained"), [(ByePoints.NONE, 0), (ByePoints.HALF, 0.5), (ByePoints.FULL, 1)]
)
def test_asked_byes_give_what_was_announced_as_often_as_was_announced(points, gained):
    terms = ByeTerms(points, most=2)
    given = [terms.bye_outcome(taken) for taken in range(4)]
    results = [Result("a", None, round=n, bye=bye) for n, bye in enumerate(given, start=1)]
    assert tabulate("a", results).scores["a"] == 2 * gained
    assert given[2:] == [Outcome.ZERO_BYE, Outcome.ZERO_BYE]
    assert ByeTerms(points, most=0).bye_outcome(0) == Outcome.ZERO_BYE


def of(rule: TieBreak, entry: str, *results: Result[str]) -> float:
    return RULES[rule](tabulate("abcd", results), entry, frozenset())


def test_a_half_bye_is_a_draw_against_an_equal_and_no_win():
    results = Result("a", "b", Verdict.FIRST), Result("a", None, round=2, bye=Outcome.HALF_BYE)
    assert of(TieBreak.POINTS, "a", *results) == 1.5
    assert of(TieBreak.WINS, "a", *results) == 1
    assert of(TieBreak.BUCHHOLZ, "a", *results) == 0 + 1.5
    assert of(TieBreak.SONNEBORN_BERGER, "a", *results) == 0 + 0.5 * 1.5
    assert of(TieBreak.PROGRESSIVE, "a", *results) == 1 + 1.5


def test_a_cut_takes_an_asked_bye_away_before_the_lowest_opponent():
    won = Result("a", "b", Verdict.FIRST), Result("c", "d", Verdict.FIRST)
    for bye, kept in ((Outcome.ZERO_BYE, 0), (Outcome.HALF_BYE, 0), (Outcome.BYE, 2)):
        results = *won, Result("a", None, round=2, bye=bye)
        assert of(TieBreak.BUCHHOLZ_CUT_1, "a", *results) == kept


@pytest.mark.parametrize("seed", SEEDS)
def test_who_asks_for_a_bye_gains_no_buchholz_after_the_cut_by_it(seed):
    chance = Random(f"cut-{seed}")
    played = [
        Result(one, other, chance.choice([Verdict.FIRST, Verdict.SECOND]), round=number)
        for number in (1, 2, 3)
        for one, other in zip("ac", "bd", strict=True)
    ]
    for bye in ASKED:
        without = of(TieBreak.BUCHHOLZ, "a", *played)
        assert (
            of(TieBreak.BUCHHOLZ_CUT_1, "a", *played, Result("a", None, round=4, bye=bye))
            == without
        )


def event(chance: Random, rounds: int, entries: int) -> dict[int, Counter[str]]:
    """Play a Swiss in which some are absent; return how often each was paired, free, absent."""
    shape, terms = FormatOptions(format="swiss", swiss_rounds=rounds), ByeTerms()
    field = {number: Contender(number, number) for number in range(entries)}
    lived: dict[int, Counter[str]] = {number: Counter() for number in field}
    for number in range(1, rounds + 1):
        there = {
            entry: replace(
                one,
                absent=terms.bye_outcome(lived[entry]["absent"]) if chance.random() < 0.2 else None,
            )
            for entry, one in field.items()
        }
        pairings = SWISS.play.next_round(shape, number, list(there.values()))
        everybody = [
            entry for one in pairings for entry in (one.first, one.second) if entry is not None
        ]
        assert sorted(everybody) == sorted(field)
        pools = tuple((one.first, one.second) for one in pairings if one.asked is None)
        assert as_pairings(pools, there)[len(pools) :] == pairings[len(pools) :]
        assert [one.first for one in pairings if one.asked] == [
            one.entry
            for one in sorted(there.values(), key=lambda c: (-c.points, c.seed))
            if one.absent
        ]
        for one in pairings:
            kind = "absent" if one.asked else "free" if one.second is None else "paired"
            for entry in (one.first, one.second):
                if entry is not None:
                    lived[entry][kind] += 1
            field = after(field, one, chance)
    return lived


def after(field, one, chance):
    first = field[one.first]
    if one.second is None:
        table = tabulate([0], [Result(0, None, bye=one.asked or Outcome.BYE)])
        free = first.byes + (one.asked in (None, Outcome.BYE))
        return field | {one.first: replace(first, points=first.points + table.scores[0], byes=free)}
    second, won = field[one.second], chance.random() < 0.5
    return field | {
        one.first: replace(
            first, points=first.points + won, opponents=(*first.opponents, one.second)
        ),
        one.second: replace(
            second, points=second.points + (not won), opponents=(*second.opponents, one.first)
        ),
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_in_a_swiss_with_absences_everybody_is_paired_free_or_absent_once_a_round(seed):
    chance = Random(f"absences-{seed}")
    rounds, entries = chance.randrange(3, 6), chance.randrange(6, 14)
    lived = event(chance, rounds, entries)
    assert all(sum(one.values()) == rounds for one in lived.values())
    assert max(one["free"] for one in lived.values()) <= 1 + (entries < rounds * 2)


def test_a_round_without_two_who_are_there_still_gives_its_byes():
    field = [Contender("a", 1), Contender("b", 2, absent=Outcome.HALF_BYE)]
    shape = FormatOptions(format="swiss", swiss_rounds=3)
    for number, there in (
        (2, field),
        (3, [replace(one, absent=Outcome.ZERO_BYE) for one in field]),
    ):
        pairings = SWISS.play.next_round(shape, number, there)
        assert {one.first for one in pairings} == {"a", "b"}
        assert all(one.is_bye for one in pairings)
    assert SWISS.play.next_round(shape, 4, field) == ()
    assert list(asked_byes([field[0]])) == []
    assert set(BYES) >= set(ASKED)
