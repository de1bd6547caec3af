"""The day's tests: the same choice in every process, and all tests within eight days."""

from datetime import date, timedelta
from types import SimpleNamespace

import pytest

from tests import conftest
from tests.runner.days import SHARE, is_picked, pick_today

NAMES = [f"name-{number}" for number in range(800)]
DAY = date(2026, 11, 28)


@pytest.fixture(autouse=True)
def _one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_DAY", str(DAY))


def test_the_choice_follows_from_name_and_day() -> None:
    assert [name for name in NAMES[:40] if is_picked(name)] == ["name-20", "name-38"]


def test_about_an_eighth_is_picked() -> None:
    assert 70 < len(pick_today(NAMES)) < 130
    assert pick_today(NAMES) == [name for name in NAMES if is_picked(repr(name))]


def test_each_item_runs_once_in_eight_days(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []
    for day in range(SHARE):
        monkeypatch.setenv("TEST_DAY", str(DAY + timedelta(day)))
        runs += pick_today(NAMES)
    assert sorted(runs) == sorted(NAMES)


def test_everything_runs_without_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEST_DAY")
    assert pick_today(NAMES) == NAMES


def test_at_least_one_is_picked(monkeypatch: pytest.MonkeyPatch) -> None:
    for day in range(30):
        monkeypatch.setenv("TEST_DAY", str(DAY + timedelta(day)))
        assert pick_today(["phone", "desk"])
    assert pick_today([]) == []


def test_the_one_is_the_same_in_every_order() -> None:
    of_tomorrow = [name for name in NAMES if not is_picked(repr(name), 2)]
    assert pick_today(of_tomorrow, 2) == pick_today(of_tomorrow[::-1], 2)


@pytest.mark.both
@pytest.mark.parametrize("turns", [SHARE, 2 * SHARE])
def test_each_day_one_database_runs_a_test(monkeypatch, request, turns: int) -> None:
    monkeypatch.setenv("THEN_POSTGRESQL", "1")
    runs = []
    for day in range(turns):
        monkeypatch.setenv("TEST_DAY", str(DAY + timedelta(day)))
        for vendor in ("sqlite", "postgresql"):
            monkeypatch.setattr(conftest, "connection", SimpleNamespace(vendor=vendor))
            runs += [(day, vendor)] if conftest._runs_here(request.node, turns) else []
    assert [day for day, _ in runs] == list(range(turns))
    assert [vendor for _, vendor in runs].count("postgresql") == 1


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_what_commits_runs_on_postgresql_daily_and_on_sqlite_by_turns(monkeypatch, request) -> None:
    monkeypatch.setenv("THEN_POSTGRESQL", "1")
    runs = []
    for day in range(4):
        monkeypatch.setenv("TEST_DAY", str(DAY + timedelta(day)))
        for vendor in ("sqlite", "postgresql"):
            monkeypatch.setattr(conftest, "connection", SimpleNamespace(vendor=vendor))
            runs += [vendor] if conftest._runs_here(request.node, SHARE) else []
    assert (runs.count("sqlite"), runs.count("postgresql")) == (2, 4)


@pytest.mark.parametrize(("changed", "days"), [(True, SHARE), (False, 1)])
def test_what_checks_files_runs_daily_while_they_change(
    monkeypatch, changed: bool, days: int
) -> None:
    mark = pytest.mark.on_change("migrations/*.py").mark
    item = SimpleNamespace(nodeid="test_schema", get_closest_marker={"on_change": mark}.get)
    monkeypatch.setattr(conftest, "is_changed", lambda base, *files: changed)
    runs = []
    for day in range(SHARE):
        monkeypatch.setenv("TEST_DAY", str(DAY + timedelta(day)))
        runs += conftest._pick_today([item])
    assert len(runs) == days


def test_the_order_of_the_cases_does_not_choose_those_of_a_day(monkeypatch, request) -> None:
    """A mark of one case says nothing of the others."""
    sampled = pytest.mark.sampled.mark
    marks = [{}, {"sampled": sampled}, {"nightly": pytest.mark.nightly.mark}, {}]
    own = request.function  # any that reads no page
    items = [
        SimpleNamespace(nodeid=f"test_stop[{number}]", get_closest_marker=each.get, function=own)
        for number, each in enumerate(marks)
    ]
    for day in range(SHARE):
        monkeypatch.setenv("TEST_DAY", str(DAY + timedelta(day)))
        one, other = ([*conftest._pick_today(order)] for order in (items, items[::-1]))
        assert sorted(item.nodeid for item in one) == sorted(item.nodeid for item in other)
        assert items[0] in one
        assert items[2] not in one
