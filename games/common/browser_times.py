"""Times as browsers count and show them."""

from datetime import datetime, timedelta


def milliseconds(moment: datetime) -> int:
    """Return a time in milliseconds, as browsers count it."""
    return int(moment.timestamp() * 1000)


def minutes(duration: timedelta) -> str:
    """Format a duration as browsers show it: `9:12`."""
    whole, seconds = divmod(round(duration.total_seconds()), 60)
    return f"{whole}:{seconds:02}"
