"""Which leaderboards a ledger line counts on: every combination of what is asked about it.

Casual tables, which belong to no club, have leaderboards of their own.
"""

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

CASUAL: Final = "casual"


class BoardKey(NamedTuple):
    """What one leaderboard asks about; empty is anything, but `kind`: competitions, or CASUAL."""

    period: str = ""  # a month, 2026-11, or a season, which is a calendar year: 2026
    club_id: int | None = None
    format: str = ""
    family: str = ""
    kind: str = ""

    def __str__(self) -> str:
        place = f"{self.period}/{self.club_id or ''}/{self.format}/{self.family}"
        return f"{self.kind}:{place}" if self.kind else place


def season_of(month: str) -> str:
    """Return the season in which a month lies."""
    return month[:4]


@lru_cache(maxsize=4096)
def boards_of(month: str, club_id: int | None, format_: str, family: str) -> frozenset[BoardKey]:
    """Return the leaderboards on which something counts that was played there and then."""
    asked = product(("", season_of(month), month), (None, club_id), ("", format_), ("", family))
    kind = CASUAL if club_id is None else ""
    return frozenset(BoardKey(*each, kind) for each in asked)
