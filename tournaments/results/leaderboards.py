"""Which leaderboards a ledger line counts on: every combination of what is asked about it.

Casual tables, which belong to no club, have leaderboards of their own.
"""

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

CASUAL: Final = "casual"


class BoardKey(NamedTuple):
    """What one leaderboard asks about; empty is anything, but `kind`: competitions, or CASUAL."""

    period: str = ""  # a month, 2026-11; a calendar year, 2026; a season of the club's own, s12
    club_id: int | None = None
    format: str = ""
    family: str = ""
    kind: str = ""

    def __str__(self) -> str:
        place = f"{self.period}/{self.club_id or ''}/{self.format}/{self.family}"
        return f"{self.kind}:{place}" if self.kind else place


def year_of(month: str) -> str:
    """Return the year in which a month lies."""
    return month[:4]


@lru_cache(maxsize=4096)
def boards_of(
    month: str, club_id: int | None, format_: str, family: str, season: int | None = None
) -> frozenset[BoardKey]:
    """Return the leaderboards on which something counts that was played there and then.

    A season of the club's own is asked about at that club alone.
    """
    asked = product(("", year_of(month), month), (None, club_id), ("", format_), ("", family))
    kind = CASUAL if club_id is None else ""
    keys = frozenset(BoardKey(*each, kind) for each in asked)
    return keys if season is None else keys | season_boards(season, club_id, format_, family)


def season_boards(
    season: int, club_id: int | None, format_: str, family: str
) -> frozenset[BoardKey]:
    """Return the leaderboards of a club's own season on which something counts."""
    asked = product((f"s{season}",), (club_id,), ("", format_), ("", family))
    return frozenset(BoardKey(*each) for each in asked)
