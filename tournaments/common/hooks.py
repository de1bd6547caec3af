"""Calls from a subject to a later one in the order of imports.

`tournaments.apps` connects each protocol to the module that implements it. A caller imports this
module and calls `hooks.qualifiers.final_changed(final)`. Every call runs in the caller's
transaction and under the locks that its method names.
"""

from datetime import datetime, timedelta
from typing import Protocol

from accounts.models import User
from games.models import Game
from tournaments.models import Competition, Entry, Match


class Qualifiers(Protocol):
    """Places in a final that other competitions fill (`tournaments.qualifiers.places`)."""

    def source_competition_changed(self, source: Competition) -> None:
        """Check after the commit which entries a locked competition sends to finals."""

    def final_changed(self, final: Competition) -> None:
        """Check after the commit which entries other competitions send to a locked final."""

    def release_qualifier_places(self, final: Competition, actor: User, now: datetime) -> None:
        """Drop the feeders of a locked final that is cancelled."""

    def give_up_place(self, entry: Entry) -> None:
        """Record that an entry leaves its place in a final."""


class ClubMatches(Protocol):
    """Tables and line-ups of matches with several boards (`tournaments.club_matches.tables`).

    The match is locked.
    """

    def open_boards(self, match: Match, *, now: datetime, window: timedelta | None = None) -> bool:
        """Open the tables that are due; return whether there were any."""

    def close_boards(self, match: Match, *, now: datetime) -> None:
        """Decide each board whose players did not all sit down in time."""

    def clear_table(self, match: Match, board: int, *, now: datetime) -> None:
        """Void the table of a board."""

    def has_begun(self, match: Match, board: int) -> bool:
        """Return whether a board is decided, or its game may be in progress."""

    def keep_revealed_line_ups(self, match: Match, *, now: datetime) -> None:
        """Fix the line-ups that both sides have seen, before the match is moved."""

    def forget_who_left(self, match: Match) -> None:
        """Delete line-ups that name former players."""

    def board_finished(self, match: Match, board: int, game: Game, *, now: datetime) -> None:
        """Record the result of a board whose game ended."""


class Venues(Protocol):
    """Tables of a hall (`tournaments.venues.services`)."""

    def assign_table(self, match: Match, *, now: datetime) -> bool:
        """Assign a free table to a locked match, or queue it; return whether it may be played."""

    def take_tables(
        self, competition: Competition, count: int, *, actor: User, now: datetime
    ) -> None:
        """Use the tables 1 to `count` in a competition without matches, creating missing ones."""


qualifiers: Qualifiers
club_matches: ClubMatches
venues: Venues
