"""The network addresses of seats: keyed hashes, kept for thirty days (docs/ranking.md)."""

from datetime import datetime, timedelta

from games.models import Seat, SeatAddress

RETENTION = timedelta(days=30)


def remember_address(seat: Seat, key: str, now: datetime) -> None:
    """Store the address of a player's action, once per seat. The game's row is locked."""
    if key and not seat.addresses.filter(key=key).exists():
        SeatAddress.objects.create(seat=seat, key=key, seen_at=now)


def forget_old_addresses(*, now: datetime) -> int:
    """Delete addresses past their retention, after all results are decided. Return their number."""
    return SeatAddress.objects.filter(seen_at__lt=now - RETENTION).delete()[0]
