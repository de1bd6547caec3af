"""When the rounds of a league are played: every round has its days, and an hour in the first."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo


@dataclass(frozen=True)
class RoundDates:
    """The days of a round, and the default hour for matches that agree on no other."""

    opens_at: datetime
    slot: datetime
    deadline_at: datetime


def instant_at(wall: datetime, zone: str) -> datetime:
    """The instant at which clocks in a zone show `wall`, on every day of the year.

    An hour that the clocks skip moves forward as they do; of one that they show twice the first
    counts.
    """
    return wall.replace(tzinfo=ZoneInfo(zone), fold=0).astimezone(UTC)


def wall_time(instant: datetime, zone: str) -> datetime:
    """What the clocks in a zone show at an instant."""
    return instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None, fold=0)


def round_dates(wall: datetime, zone: str, round_days: int, rounds: int) -> Iterator[RoundDates]:
    """The dates of each round, the first at `wall`; days begin at midnight in the zone.

    Days are counted on the wall: an hour stays the same hour when the clocks change.
    """
    midnight = datetime.combine(wall.date(), time())
    for number in range(rounds):
        opens, closes = (timedelta(days=(number + more) * round_days) for more in (0, 1))
        yield RoundDates(
            instant_at(midnight + opens, zone),
            instant_at(wall + opens, zone),
            instant_at(midnight + closes, zone),
        )


def not_past(wall: datetime, zone: str, now: datetime, *, step: int = 1) -> datetime:
    """The same hour on the first day, `step` by `step` from that of `wall`, that it is to come."""
    late = max((wall_time(now, zone) - wall).days // step, 0)
    days = (wall + timedelta(days=(late + more) * step) for more in range(3))
    return next(day for day in days if instant_at(day, zone) >= now)
