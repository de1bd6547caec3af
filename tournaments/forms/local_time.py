"""A time as people write it, on a club's clock, and the instant that it is."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo


class LocalTimeError(ValueError):
    """No instant, or two of them, are called so; `code` says which."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def exact_instant(wall: datetime, zone: str) -> datetime:
    """Return the instant at which clocks in the zone show `wall`.

    Raises LocalTimeError `non-existent` when they skip it, `ambiguous` when they show it twice.
    """
    clock = ZoneInfo(zone)
    first, second = (wall.replace(tzinfo=clock, fold=fold) for fold in (0, 1))
    if first.astimezone(UTC).astimezone(clock).replace(tzinfo=None) != wall:
        raise LocalTimeError("non-existent")
    if first.utcoffset() != second.utcoffset():
        raise LocalTimeError("ambiguous")
    return first.astimezone(UTC)
