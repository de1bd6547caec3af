"""The calendar of a league: an hour stays the same hour, whatever the clocks do."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.schedule.services import instant_at, not_past, wall_time

ZONES = (
    "America/Argentina/Buenos_Aires",
    "America/Santiago",
    "America/Montevideo",
    "America/Asuncion",
    "Europe/Madrid",
    "Pacific/Chatham",
    "Australia/Lord_Howe",
)
HOURS = st.datetimes(datetime(2004, 1, 1), datetime(2030, 1, 1)).map(  # noqa: DTZ001
    lambda wall: wall.replace(second=0, microsecond=0)
)
STEPS = st.sampled_from((1, 7))


def slots(first: str, zone: str, days: int, rounds: int) -> list[str]:
    """The default hours, as clocks of the zone show them."""
    walls = [datetime.fromisoformat(first) + timedelta(days=n * days) for n in range(rounds)]
    found = [instant_at(wall, zone) for wall in walls]
    return [f"{each.astimezone(ZoneInfo(zone)):%d/%m %H:%M %z}" for each in found]


@pytest.mark.parametrize(
    ("first", "zone", "expected"),
    [
        (  # Chile goes back on the night to April 5th, 2026
            "2026-04-02 21:40",
            "America/Santiago",
            ["02/04 21:40 -0300", "09/04 21:40 -0400", "16/04 21:40 -0400"],
        ),
        (  # Spain goes forward on March 29th
            "2026-03-22 20:30",
            "Europe/Madrid",
            ["22/03 20:30 +0100", "29/03 20:30 +0200", "05/04 20:30 +0200"],
        ),
        (  # 2:30 does not exist on that day: it moves forward, for that day alone
            "2026-03-22 02:30",
            "Europe/Madrid",
            ["22/03 02:30 +0100", "29/03 03:30 +0200", "05/04 02:30 +0200"],
        ),
        (  # 2:30 happens twice on October 25th: the first counts
            "2026-10-18 02:30",
            "Europe/Madrid",
            ["18/10 02:30 +0200", "25/10 02:30 +0200", "01/11 02:30 +0100"],
        ),
        (  # Uruguay had summer time until 2015
            "2014-10-03 22:00",
            "America/Montevideo",
            ["03/10 22:00 -0300", "10/10 22:00 -0200", "17/10 22:00 -0200"],
        ),
        (  # and has none today
            "2026-10-02 22:00",
            "America/Montevideo",
            ["02/10 22:00 -0300", "09/10 22:00 -0300", "16/10 22:00 -0300"],
        ),
    ],
)
def test_every_round_is_played_at_the_same_hour(first: str, zone: str, expected: list[str]) -> None:
    assert slots(first, zone, 7, 3) == expected


def test_a_midnight_that_the_clocks_skip_is_an_hour_later() -> None:
    midnight = datetime(2026, 9, 6)  # noqa: DTZ001
    assert instant_at(midnight, "America/Santiago").isoformat() == "2026-09-06T04:00:00+00:00"


@given(HOURS, st.sampled_from(ZONES))
def test_an_hour_on_the_wall_is_shown_unless_the_clocks_skip_it(meant: datetime, zone: str) -> None:
    shown = wall_time(instant_at(meant, zone), zone)
    assert shown == meant or meant < shown <= meant + timedelta(hours=1)
    assert shown == meant or instant_at(meant, zone) == instant_at(shown, zone)


@given(HOURS, st.sampled_from(ZONES))
def test_of_an_hour_that_comes_twice_the_first_counts(wall: datetime, zone: str) -> None:
    instant = instant_at(wall, zone)
    shown = [
        earlier
        for minutes in (30, 60)
        if wall_time(earlier := instant - timedelta(minutes=minutes), zone) == wall
    ]
    assert shown == []


@given(HOURS, st.sampled_from(ZONES), st.integers(-400, 400), st.integers(0, 1439), STEPS)
def test_an_hour_that_has_passed_is_that_of_the_next_day_on_which_it_has_not(
    wall: datetime, zone: str, days: int, minutes: int, step: int
) -> None:
    now = instant_at(wall, zone) + timedelta(days=days, minutes=minutes)
    moved = not_past(wall, zone, now, step=step)
    assert instant_at(moved, zone) >= now
    assert moved.time() == wall.time()
    assert (moved - wall).days % step == 0
    assert moved == wall or instant_at(moved - timedelta(days=step), zone) < now


def test_an_hour_to_come_stays() -> None:
    wall = datetime(2026, 11, 26, 21)  # noqa: DTZ001
    assert not_past(wall, "Europe/Madrid", datetime(2026, 11, 21, tzinfo=UTC)) == wall
