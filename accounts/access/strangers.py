"""Limits how many guests and accounts one address makes, so that nobody floods the site.

A hall or a bar is one address. Guests who come by the link of an event or a table count against
that event or table; all guests of tables together have a larger limit, because anybody can open
tables.
"""

from dataclasses import dataclass

from django.conf import settings

from accounts.access.counting import counted
from accounts.access.network import address_key
from accounts.services.refusals import RefusedError

HOUR, DAY = 60 * 60, 24 * 60 * 60
PER_PLAYER = 2  # a phone that is lost or cleared comes again
TABLES = "tables"  # counts the guests of all tables together


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


def of_table(table: int, seats: int) -> Allowance:
    """Return the allowance for guests who sit down at a table that waits for players."""
    return Allowance(f"table-{table}", PER_PLAYER * seats, DAY)


def of_tables() -> Allowance:
    """Return the allowance for the guests of all tables together."""
    return Allowance(TABLES, settings.TABLE_GUESTS_PER_ADDRESS, HOUR)


def count_guest(address: str, *allowances: Allowance) -> None:
    """Count one more guest of an address against each allowance.

    Raises RefusedError `too-many-guests` if one of them is used up.
    """
    for allowance in allowances:
        key = f"guests:{allowance.name}:{address_key(address)}"
        if counted(key, allowance.seconds) > allowance.most:
            raise RefusedError("too-many-guests")


def count_account(address: str) -> None:
    """Count one more account of an address in an hour; RefusedError `too-many-accounts`."""
    if counted(f"accounts:{address_key(address)}", HOUR) > settings.ACCOUNTS_PER_ADDRESS:
        raise RefusedError("too-many-accounts")
