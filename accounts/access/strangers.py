"""How many guests may come from one address, so that nobody can flood the site with them.

A hall is one address: guests who come by an event's link count for that event alone.
"""

from dataclasses import dataclass

from django.conf import settings

from accounts.access.counting import counted
from accounts.access.network import address_key
from accounts.services.refusals import RefusedError

HOUR, DAY = 60 * 60, 24 * 60 * 60
PER_PLAYER = 2  # a phone that is lost or cleared comes again


@dataclass(frozen=True)
class Allowance:
    """So many guests of one address within so many seconds, counted under a name of its own."""

    name: str
    most: int
    seconds: int


def everyday() -> Allowance:
    """Return the allowance for ordinary visitors."""
    return Allowance("", settings.GUESTS_PER_ADDRESS, HOUR)


def of_event(event: str, players: int) -> Allowance:
    """Return the allowance for guests who come by an event's link, for so many players."""
    return Allowance(event, PER_PLAYER * players, DAY)


def count_guest(address: str, allowance: Allowance) -> None:
    """Count one more guest of an address; RefusedError `too-many-guests` if it is one too many."""
    if (
        counted(f"guests:{allowance.name}:{address_key(address)}", allowance.seconds)
        > allowance.most
    ):
        raise RefusedError("too-many-guests")


def count_account(address: str) -> None:
    """Count one more account of an address in an hour; RefusedError `too-many-accounts`."""
    if counted(f"accounts:{address_key(address)}", HOUR) > settings.ACCOUNTS_PER_ADDRESS:
        raise RefusedError("too-many-accounts")
