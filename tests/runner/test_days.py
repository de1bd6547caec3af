"""What runs today: the same choice in every process, all of it nightly, everything in time."""

from datetime import date, timedelta

import pytest

from tests.runner.days import is_picked, pick_today

NAMES = [f"name-{number}" for number in range(800)]


@pytest.fixture(autouse=True)
def _one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_DAY", "2026-11-28")
    monkeypatch.delenv("NIGHTLY", raising=False)


def test_choice_follows_from_name_and_day() -> None:
    assert pick_today(["es-ar", "en", "ca-valencia", "es"]) == ["es"]
    assert [name for name in NAMES[:20] if is_picked(name)] == [
        "name-1",
        "name-6",
        "name-9",
        "name-17",
    ]


def test_an_eighth_is_picked() -> None:
    assert 70 < len(pick_today(NAMES)) < 130
    assert pick_today(NAMES) == [name for name in NAMES if is_picked(repr(name))]


def test_another_day_picks_others(monkeypatch: pytest.MonkeyPatch) -> None:
    today = pick_today(NAMES)
    monkeypatch.setenv("TEST_DAY", "2026-11-29")
    assert pick_today(NAMES) != today


def test_nightly_picks_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NIGHTLY", "1")
    assert pick_today(NAMES) == NAMES
    assert all(map(is_picked, NAMES))


def test_at_least_one_is_picked(monkeypatch: pytest.MonkeyPatch) -> None:
    for day in range(30):
        monkeypatch.setenv("TEST_DAY", str(date(2026, 1, 1) + timedelta(day)))
        assert pick_today(["phone", "desk"])
    assert pick_today([]) == []


def test_each_name_is_picked_within_months(monkeypatch: pytest.MonkeyPatch) -> None:
    left = set(NAMES[:40])
    for day in range(90):
        monkeypatch.setenv("TEST_DAY", str(date(2026, 1, 1) + timedelta(day)))
        left -= set(pick_today(sorted(left)))
    assert not left
