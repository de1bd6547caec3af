"""Blocks of schema.org for search engines (https://schema.org), as plain values."""

from collections.abc import Mapping
from typing import Any, Final

SPORT: Final = "Truco"
Data = dict[str, Any]


def organization(kind: str, name: str, address: str, **more: Any) -> Data:
    """Return a club (`SportsOrganization`), a team (`SportsTeam`) or the site; empty ones left out.

    `address` is absolute.
    """
    data = {"@type": kind, "name": name, "url": address, **more}
    if kind.startswith("Sports"):
        data["sport"] = SPORT
    return members_with_value(data)


def members_with_value(members: Mapping[str, Any]) -> Data:
    """Return the members that have a value."""
    return {name: value for name, value in members.items() if value not in (None, "", [], {})}
