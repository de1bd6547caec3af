"""The organiser's view of the hall: tables, the queue and possible moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.matches.queries import MatchView, read_matches
from tournaments.models import Competition, HallTable, Match
from tournaments.models.matches import COMPETITION
from tournaments.venues.services import waiting_for_table


@dataclass(frozen=True)
class HallTableView:
    """A table of a hall, and the match that is called to it or played there."""

    table: HallTable
    view: MatchView | None
    is_used: bool  # by the competition that is looked at
    is_own: bool  # whether the match is one of that competition

    @property
    def is_free(self) -> bool:
        """Whether a match may be moved here."""
        return self.view is None and not self.table.is_out


@dataclass(frozen=True)
class Hall:
    """The tables of a club's room for one of its competitions."""

    spots: Sequence[HallTableView]
    queue: Sequence[MatchView]  # of all competitions in the room

    @property
    def used_tables(self) -> list[HallTableView]:
        """Return the tables that the competition uses, or at which it has a match."""
        return [spot for spot in self.spots if spot.is_used or spot.is_own]

    @property
    def free(self) -> list[HallTableView]:
        """Return the tables to which a match may be moved."""
        return [spot for spot in self.spots if spot.is_free]

    @property
    def occupied_tables(self) -> list[HallTableView]:
        """Return the tables with a match that can be swapped."""
        return [spot for spot in self.spots if spot.view is not None]

    @property
    def used(self) -> int:
        """Return the number of tables the competition uses."""
        return sum(spot.is_used for spot in self.spots)

    @property
    def unused_now(self) -> int:
        """Return the number of those tables that are free."""
        return sum(spot.is_used and spot.is_free for spot in self.spots)


def read_hall(competition: Competition, now: datetime) -> Hall:
    """Read the room of a competition's club."""
    called = Match.objects.filter(state=Match.State.CALLED, hall_table__club=competition.club_id)
    whole = f"{COMPETITION}__club"
    standing = {
        view.match.hall_table_id: view for view in read_matches(called.select_related(whole))
    }
    used = set(competition.hall_tables.values_list("pk", flat=True))
    spots = [
        HallTableView(table, view, table.pk in used, view is not None and _is_of(view, competition))
        for table in HallTable.objects.of_room(competition)
        for view in [standing.get(table.pk)]
    ]
    queue = read_matches(waiting_for_table(competition, now).select_related(whole))
    return Hall(spots, queue)


def _is_of(view: MatchView, competition: Competition) -> bool:
    return view.match.competition == competition
