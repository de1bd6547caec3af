"""Where a seat's person acts from, as keyed hashes kept for thirty days (docs/ranking.md)."""

from datetime import datetime, timedelta

from games.models import Seat, SeatAddress

KEPT = timedelta(days=30)


def remember(seat: Seat, key: str, now: datetime) -> None:
    """Note the address of a person's act, once per seat. The game's row is locked."""
    if key and not seat.addresses.filter(key=key).exists():
        SeatAddress.objects.create(seat=seat, key=key, seen_at=now)


def forget_old(*, now: datetime) -> int:
    """Delete what has been kept long enough; results were decided long before. Returns how many."""
    return SeatAddress.objects.filter(seen_at__lt=now - KEPT).delete()[0]
