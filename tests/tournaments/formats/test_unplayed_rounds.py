"""Buchholz and Sonneborn-Berger where rounds are not played, held against the article itself.

The reference below is written from the FIDE Handbook, C.07 (editions of August 2024 and March
2026, which differ in 16.4), articles 8, 9 and 14 to 16, and knows nothing of our tables: each
entry has a code a round, as in reports to FIDE:
`1 = 0` played, `+ -` won or lost because one did not come, `U` the draw's bye, `F` `H` `Z` byes of
a point, of half and of nothing.
"""

from collections.abc import Mapping, Sequence
from random import Random

import pytest

from tournaments.formats.pairing import Outcome
from tournaments.formats.results_table import Edition, Result, edition_of, tabulate
from tournaments.formats.round_robin import round_robin
from tournaments.formats.series import Verdict
from tournaments.formats.tie_breaks import RULES, TieBreak

Round = tuple[int, str]
"""The opponent (0 is nobody) and the code."""
Report = Mapping[int, Sequence[Round]]
POINTS = {"1": 1, "=": 0.5, "0": 0, "+": 1, "-": 0, "U": 1, "F": 1, "H": 0.5, "Z": 0}
SEEDS = range(80)


# ---- the reference ----
def is_requested_bye(code: str) -> bool:
    """16.1.1: half a point or nothing; every round after one has left is one of nothing."""
    return code in "HZ"


def is_vur(code: str) -> bool:
    """16.1.2: a voluntary unplayed round is a requested bye or a loss by forfeit."""
    return is_requested_bye(code) or code == "-"


def category(rounds: Sequence[Round], index: int) -> str:
    """16.2, of a round that was not played."""
    code = rounds[index][1]
    if code in "UF":
        return "16.2.1"
    if code == "+":
        return "16.2.2"
    if code == "-":
        return "16.2.4"
    followed = [later for _, later in rounds[index + 1 :]]
    return "16.2.3" if any(not is_vur(later) for later in followed) else "16.2.5"


def score(report: Report, entry: int) -> float:
    return sum(POINTS[code] for _, code in report[entry])


def adjusted(report: Report, entry: int) -> float:
    """16.3: an opponent's rounds of category 16.2.5 are draws, all others what they gave."""
    total = 0.0
    for index, (_, code) in enumerate(report[entry]):
        is_draw = code not in "1=0" and category(report[entry], index) == "16.2.5"
        total += 0.5 if is_draw else POINTS[code]
    return total


def dummy(report: Report, entry: int, opponent: int, edition: Edition) -> float:
    """16.4: the player's own score; 2026: at most the rival's (16.4.1), or all draws (16.4.2)."""
    own = score(report, entry)
    if edition is Edition.AUGUST_2024:
        return own
    return min(own, adjusted(report, opponent) if opponent else 0.5 * len(report[entry]))


def contributions(report: Report, entry: int, edition: Edition) -> list[tuple[float, str]]:
    """16.3 for rounds that were played, 16.4 for others."""
    return [
        (
            adjusted(report, opponent)
            if code in "1=0"
            else dummy(report, entry, opponent, edition),
            code,
        )
        for opponent, code in report[entry]
    ]


def without_the_lowest(values: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """14.1, and 16.5.1: the lowest of the voluntary ones goes first, if there is any."""
    voluntary = [one for one in values if is_vur(one[1])]
    cut = min(voluntary or values)
    values.remove(cut)
    return values


def reference(
    report: Report, entry: int, edition: Edition = Edition.AUGUST_2024
) -> dict[TieBreak, float]:
    found = contributions(report, entry, edition)
    after_cut = without_the_lowest(list(found))
    without_both = sorted(value for value, _ in after_cut)[:-1]  # 14.3: then the highest
    return {
        TieBreak.BUCHHOLZ: sum(value for value, _ in found),
        TieBreak.BUCHHOLZ_CUT_1: sum(value for value, _ in after_cut),
        TieBreak.BUCHHOLZ_MEDIAN: sum(without_both),
        TieBreak.SONNEBORN_BERGER: sum(value * POINTS[code] for value, code in found),
    }


# ---- events of chance ----
def a_swiss(seed: int) -> Report:
    """Play a Swiss, optionally with late entries, withdrawals, byes and absences."""
    chance = Random(f"unplayed-{seed}")
    entries = range(1, chance.randrange(6, 14) + 1)
    quiet = seed % 5 == 0
    rounds = chance.randrange(3, 8)
    first = {one: 1 if quiet or chance.random() < 0.9 else 2 for one in entries}
    last = {
        one: rounds if quiet or chance.random() < 0.8 else chance.randrange(rounds)
        for one in entries
    }
    report: dict[int, list[Round]] = {one: [] for one in entries}
    for number in range(1, rounds + 1):
        there = [one for one in entries if first[one] <= number <= last[one]]
        asked = {one: chance.choice("HZF") for one in there if not quiet and chance.random() < 0.1}
        there = [one for one in there if one not in asked]
        chance.shuffle(there)
        for one in set(entries) - set(there):
            report[one].append((0, asked.get(one, "Z")))
        if len(there) % 2:
            report[there.pop()].append((0, "U"))
        for one, other in zip(there[::2], there[1::2], strict=True):
            codes = chance.choice(["10", "01", "=="] if quiet else ["10", "01", "==", "+-", "--"])
            report[one].append((other, codes[0]))
            report[other].append((one, codes[1]))
    return report


VERDICTS = {
    "10": Verdict.FIRST,
    "01": Verdict.SECOND,
    "==": Verdict.DRAW,
    "+-": Verdict.FIRST,
    "-+": Verdict.SECOND,
    "--": Verdict.NEITHER,
}
BYES = {"U": Outcome.BYE, "F": Outcome.BYE, "H": Outcome.HALF_BYE, "Z": Outcome.ZERO_BYE}


def results_of(report: Report) -> list[Result[int]]:
    """As the site stores them: who has left, or comes later, has no match in a round."""
    found = []
    for entry, rounds in report.items():
        last = max((n for n, (_, code) in enumerate(rounds, 1) if code != "Z"), default=0)
        first = min((n for n, (_, code) in enumerate(rounds, 1) if code != "Z"), default=0)
        for number, (opponent, code) in enumerate(rounds, start=1):
            if opponent > entry:
                codes = code + report[opponent][number - 1][1]
                walkover = codes in ("+-", "-+", "--")
                found.append(Result(entry, opponent, VERDICTS[codes], number, walkover=walkover))
            elif not opponent and (code != "Z" or first < number < last):
                found.append(Result(entry, None, round=number, bye=BYES[code]))
    return found


def figures(report: Report, drawn: int, edition: Edition) -> dict[int, dict[TieBreak, float]]:
    table = tabulate(report, results_of(report), drawn=drawn, edition=edition)
    names = reference(report, next(iter(report)))
    return {entry: {name: RULES[name](table, entry, ()) for name in names} for entry in report}


@pytest.mark.feature("Formats", "Rounds not played count in tie-breaks as FIDE says")
@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("seed", SEEDS)
def test_in_a_swiss_they_are_what_the_article_says(seed: int, edition: Edition) -> None:
    report = a_swiss(seed)
    expected = {entry: reference(report, entry, edition) for entry in report}
    assert figures(report, len(report[1]), edition) == expected


def test_two_byes_in_three_rounds_count_draws_all_along_since_2026() -> None:
    """16.4.2: a won all three rounds, two of them by byes: dummies of 1.5 instead of 3."""
    results = [Result("a", None, round=1), Result("a", None, round=2)]
    results += [Result("a", "b", Verdict.FIRST, 3)]
    for edition, dummies in ((Edition.AUGUST_2024, 6), (Edition.MARCH_2026, 3)):
        table = tabulate("ab", results, drawn=3, edition=edition)
        assert RULES[TieBreak.BUCHHOLZ](table, "a", ()) == dummies + table.adjusted["b"]


def test_the_edition_is_the_one_in_force_on_the_day() -> None:
    assert edition_of(2024, 1) is Edition.AUGUST_2024
    assert edition_of(2026, 2) is Edition.AUGUST_2024
    assert edition_of(2026, 3) is Edition.MARCH_2026


def test_a_cut_of_a_table_known_beforehand_takes_the_lowest() -> None:
    """15.2: there a match that one did not come to is one like any other."""
    results = [
        Result("a", "b", Verdict.SECOND, 1, walkover=True),
        Result("a", "c", Verdict.FIRST, 2),
    ]
    table = tabulate("abc", results, drawn=None)
    assert RULES[TieBreak.BUCHHOLZ_CUT_1](table, "a", ()) == 1


def test_the_events_have_all_that_the_article_tells_apart() -> None:
    found = {
        category(rounds, index)
        for seed in SEEDS
        for rounds in a_swiss(seed).values()
        for index, (_, code) in enumerate(rounds)
        if code not in "1=0"
    }
    assert found == {f"16.2.{number}" for number in range(1, 6)}


# ---- everybody against everybody: article 15.2 ----
@pytest.mark.parametrize("seed", SEEDS)
def test_where_all_matches_were_known_a_walkover_counts_like_any_other(seed: int) -> None:
    """A withdrawn entry loses its remaining matches; opponents' scores come from the table."""
    chance = Random(f"known-{seed}")
    entries = range(1, chance.randrange(4, 9) + 1)
    leaves = {one: chance.randrange(len(entries)) for one in entries if chance.random() < 0.3}
    scores, met = dict.fromkeys(entries, 0.0), []
    results = []
    for number, pairings in enumerate(round_robin(entries), start=1):
        for one, other in ((each.first, each.second) for each in pairings if each.second):
            gone = number > leaves.get(one, len(entries)), number > leaves.get(other, len(entries))
            codes = {(True, False): "-+", (False, True): "+-", (True, True): "--"}.get(gone)
            codes = codes or chance.choice(["10", "01", "=="])
            walkover = codes not in ("10", "01", "==")
            results.append(Result(one, other, VERDICTS[codes], number, walkover=walkover))
            for own, rival, code in ((one, other, codes[0]), (other, one, codes[1])):
                scores[own] += POINTS[code]
                met.append((own, rival, POINTS[code]))
    table = tabulate(entries, results, left=leaves, drawn=None)
    for entry in entries:
        expected = sum(scores[rival] * gained for own, rival, gained in met if own == entry)
        assert RULES[TieBreak.SONNEBORN_BERGER](table, entry, ()) == expected


# ---- by hand ----
def buchholz(entries: str, results: list[Result[str]], drawn: int) -> dict[str, float]:
    table = tabulate(entries, results, drawn=drawn)
    return {entry: RULES[TieBreak.BUCHHOLZ](table, entry, ()) for entry in entries}


def test_an_opponent_that_left_counts_draws_in_the_rounds_since() -> None:
    """b loses and leaves: half a point for each of two rounds; a has beaten it, and c twice."""
    results = [
        Result("a", "b", Verdict.FIRST, 1),
        Result("c", None, round=1),
        Result("a", "c", Verdict.FIRST, 2),
        Result("a", "c", Verdict.FIRST, 3),
    ]
    found = buchholz("abc", results, 3)
    assert found["a"] == (0 + 0.5 + 0.5) + 1 + 1
    assert found["b"] == 3 + 0 + 0  # rounds of its own: against a dummy of its own score, 0
    assert buchholz("abc", results, 0)["a"] == 0 + 1 + 1  # no opponent was missing


def test_a_bye_of_nothing_is_no_draw_to_opponents_if_one_comes_back() -> None:
    left = [Result("a", "b", Verdict.FIRST, 1), Result("a", "c", Verdict.FIRST, 2)]
    came_back = [*left, Result("b", "a", Verdict.FIRST, 3)]
    not_there = [*left, Result("b", "a", Verdict.SECOND, 3, walkover=True)]
    at_home = [Result("c", None, round=number) for number in (1, 3)]
    assert buchholz("abc", [*came_back, *at_home], 3)["a"] == 1 + 2 + 1
    assert buchholz("abc", [*not_there, *at_home], 3)["a"] == 0.5 + 2 + 3  # a dummy of a's 3


def test_a_cut_takes_a_loss_by_absence_away_before_the_lowest_opponent() -> None:
    results = [
        Result("a", "b", Verdict.FIRST, 1),
        Result("c", "d", Verdict.FIRST, 1),
        Result("a", "c", Verdict.SECOND, 2, walkover=True),
        Result("b", "d", Verdict.DRAW, 2),
    ]
    table = tabulate("abcd", results, drawn=2)
    assert RULES[TieBreak.BUCHHOLZ](table, "a", ()) == 0.5 + 1
    assert RULES[TieBreak.BUCHHOLZ_CUT_1](table, "a", ()) == 0.5
    assert RULES[TieBreak.BUCHHOLZ_MEDIAN](table, "a", ()) == 0


def test_a_bye_that_does_not_count_yet_is_no_missed_round() -> None:
    results = [Result("a", "b", Verdict.FIRST, 1), Result("c", None, round=1)]
    drawn = [*results, Result("a", "c", round=2), Result("b", None, round=2, bye=None)]
    assert tabulate("abc", drawn, drawn=2).lived == tabulate("abc", results, drawn=1).lived
