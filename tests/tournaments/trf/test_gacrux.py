"""Another program reads the reports that we write, and finds the same points in them."""

import json

import pytest

from tests.tournaments.trf.references import KNOWN, SEEDS, digest_of, report_of
from tournaments.trf.reports import read_report, write_report

PROVENANCE, *EVENTS = map(json.loads, KNOWN.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("seed", SEEDS)
def test_gacrux_finds_our_points_in_our_report(seed: int) -> None:
    report, known = report_of(seed), EVENTS[seed]
    assert digest_of(report) == known["digest"], "ask gacrux again: the report has changed"
    assert [player.points for player in report.players] == [each[0] for each in known["figures"]]
    again = read_report(write_report(report).encode())
    assert [player.cells for player in again.players] == [player.cells for player in report.players]
