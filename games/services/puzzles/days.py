"""Which day it is for everybody: a puzzle has one, wherever its readers are."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from accounts.values.zones import DEFAULT_ZONE


def day_of(instant: datetime) -> date:
    """Return the day that most readers' clocks show."""
    return instant.astimezone(ZoneInfo(DEFAULT_ZONE)).date()
