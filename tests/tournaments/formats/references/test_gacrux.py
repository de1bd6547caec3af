"""Tie-breaks of FIDE C.07, both editions, against those of gacrux: 9,000 figures, no difference."""

import json
from collections import Counter

from tests.tournaments.formats.references.gacrux import BEGINS, KNOWN, NAMES, read_report
from tests.tournaments.formats.test_unplayed_rounds import results_of
from tournaments.formats.results_table import Edition, tabulate
from tournaments.formats.tie_breaks import RULES, TieBreak

PROVENANCE, *EVENTS = map(json.loads, KNOWN.read_text(encoding="utf-8").splitlines())
ROWS = 750  # of 80 events
MOVED_BY_2026 = 273  # rows whose Buchholz the ceiling of the dummy changes


def test_every_figure_is_that_of_gacrux() -> None:
    compared, different = Counter[Edition](), list[str]()
    for number, event in enumerate(EVENTS):
        report = read_report(event["report"])
        rounds = len(next(iter(report.values())))
        for edition, begins in BEGINS.items():
            table = tabulate(report, results_of(report), drawn=rounds, edition=edition)
            for entry, figures in zip(report, event["figures"][begins], strict=True):
                compared[edition] += 1
                own = [RULES[tie_break](table, entry, ()) for tie_break in NAMES.values()]
                if own != figures:
                    different.append(f"{number} {begins} {entry}: {own}, gacrux {figures}")
    assert not different, different[:10]
    assert compared == dict.fromkeys(Edition, ROWS)


def test_the_events_tell_the_two_editions_apart() -> None:
    buchholz = list(NAMES.values()).index(TieBreak.BUCHHOLZ)
    moved = sum(
        former[buchholz] != latter[buchholz]
        for event in EVENTS
        for former, latter in zip(*event["figures"].values(), strict=True)
    )
    assert moved == MOVED_BY_2026
