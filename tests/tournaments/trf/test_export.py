"""Competitions as tournament reports."""

from datetime import datetime
from typing import Any

import pytest

from tests.tournaments.browsers import a_browser
from tests.tournaments.events import an_event, award, award_all, organiser_of, ready
from tournaments.changes.endings import Cut, finish_early
from tournaments.models import Competition, Match
from tournaments.models.competitions import EarlyEnd
from tournaments.standings.queries import group_rows
from tournaments.trf.crosstable import crosstable_of
from tournaments.trf.export import report_of
from tournaments.trf.reports import read_report
from tournaments.withdrawals.absences import mark_absent

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def download(cup: Competition, query: str = "") -> Any:
    return a_browser().get(f"/competitions/{cup.pk}/export/competition.trf{query}")


@pytest.mark.parametrize("format_", ["swiss", "league"])
def test_a_played_table_is_written_and_read_again(format_: str, now: datetime) -> None:
    event = an_event(now, format_, 5)
    award_all(event, now)
    answer = download(event)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    report = read_report(answer.content)
    (group,) = event.stages.get().groups.all()
    rows = group_rows(group)
    by_rank = sorted(report.players, key=lambda player: player.rank)
    assert [player.name for player in by_rank] == [
        event.entries.get(pk=row.entry).name for row in rows
    ]
    results = "".join(cell.result for player in report.players for cell in player.cells)
    assert results.count("+") == results.count("-") > 0
    if format_ == "swiss":
        assert results.count("U") == report.rounds
    assert b"XXR" in download(event, "?version=16").content


def test_a_bracket_has_no_report(now: datetime) -> None:
    assert download(an_event(now, "single", 4)).status_code == 404
    assert download(an_event(now, "groups", 8, group_count=2)).status_code == 404


def test_what_is_open_has_no_result(now: datetime) -> None:
    event = an_event(now, "swiss", 4)
    award(Match.objects.of(event.pk).earliest("pk"), 0, now)
    report = read_report(download(event).content)
    assert sorted(player.cells[0].result for player in report.players) == [" ", " ", "+", "-"]


@pytest.mark.parametrize("cut", [Cut.RESULTS, Cut.ROUNDS])
def test_byes_of_a_round_that_was_called_off_give_nothing(cut: Cut, now: datetime) -> None:
    event = an_event(now, "swiss", 5, swiss_rounds=3)
    absent = event.entries.earliest("pk")
    organiser = organiser_of(event)
    mark_absent(entry_id=absent.pk, actor=organiser, now=now, number=2, asked=True)
    for match in ready(event):
        award(match, 0, now)
    if cut == Cut.ROUNDS:
        award(ready(event)[0], 0, now)
    rule = EarlyEnd.STANDINGS
    finish_early(competition_id=event.pk, cut=cut, rule=rule, actor=organiser, now=now)
    report = read_report(download(event).content)
    assert [[cell.result for cell in player.cells][1:] for player in report.players] == [["Z"]] * 5
    first = "".join(player.cells[0].result for player in report.players)
    assert sum(player.points for player in report.players) == first.count("+") + first.count("U")


def test_the_crosstable_names_opponents_by_rank(now: datetime) -> None:
    event = an_event(now, "swiss", 5)
    award_all(event, now)
    lines = crosstable_of(report_of(event))
    assert [line.rank for line in lines] == [1, 2, 3, 4, 5]
    first = lines[0]
    met = int(first.cells[0].rstrip("+-").rstrip("wb")) if first.cells[0][0] != "b" else 0
    if met:
        assert lines[met - 1].cells[0].startswith("1")
    assert sum("bye 1" in cell for line in lines for cell in line.cells) == len(first.cells)
    page = a_browser().get(f"/competitions/{event.pk}/export/crosstable.html")
    assert page.status_code == 200
    assert first.name in page.content.decode()
    assert (
        a_browser().get(f"/competitions/{event.pk}/").content.decode().count("competition.trf") == 1
    )
    bracket = an_event(now, "single", 4)
    assert a_browser().get(f"/competitions/{bracket.pk}/export/crosstable.html").status_code == 404
    assert "competition.trf" not in a_browser().get(f"/competitions/{bracket.pk}/").content.decode()
