"""The boards of a match with what their reader may do: captains, scorers, organisers."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from tournaments.formats.boards import points
from tournaments.formats.table import Pair
from tournaments.models import Competition, Entry, Match, MatchQuerySet, RosterPlayer
from tournaments.pages.boards.lines import BoardLine, line_of
from tournaments.pages.matches import MatchView, read_matches
from tournaments.results.boards import (
    SIDES,
    are_open,
    boards_of,
    deadline_of,
    fetch_boards,
    measure_of_board,
    results_of,
)

OF_COMPETITION = "round__group__stage__competition__club"


@dataclass(frozen=True)
class SideDesk:
    """What may be done for one side: by its captain, or by who organises."""

    entry: Entry
    is_own: bool
    is_in: bool


@dataclass(frozen=True)
class BoardsView:
    """The boards of a match, and what its reader may do at them."""

    match: Match
    lines: Sequence[BoardLine]
    names: tuple[str, str]
    won: Pair
    is_seen: bool
    are_in: tuple[bool, bool]
    deadline: datetime | None
    desks: Sequence[SideDesk] = ()
    organises: bool = False
    may_write: bool = False

    @property
    def is_open(self) -> bool:
        """Whether anything of it can be played, or written."""
        return _is_open(self.match)

    @property
    def is_at_tables(self) -> bool:
        """Whether its boards are played at tables of the site, and not with real cards."""
        competition = self.match.competition
        return competition is not None and not competition.with_cards

    @property
    def sit_by(self) -> datetime | None:
        """Until when people are awaited at its tables."""
        return self.match.sit_by if any(line.is_waited_for for line in self.lines) else None

    @property
    def by_hand(self) -> list[BoardLine]:
        """The boards that nobody can sit down at: of a side nobody has an account."""
        is_called = self.is_at_tables and self.is_seen and self.match.state == Match.State.CALLED
        found = (line for line in self.lines if line.result is None and line.table is None)
        return list(found) if is_called else []

    @property
    def waits(self) -> list[tuple[str, bool]]:
        """Which side has its line-up in, as long as both are secret."""
        return list(zip(self.names, self.are_in, strict=True))

    @property
    def written(self) -> int:
        """How many boards are over."""
        return sum(line.result is not None for line in self.lines)

    @property
    def has_begun(self) -> bool:
        """Whether a board is over: its points are worth telling."""
        return self.written > 0

    @property
    def to_write(self) -> list[BoardLine]:
        """The boards that have no result yet, for who may write them."""
        if not (self.may_write and self.is_open and self.is_seen):
            return []
        return [line for line in self.lines if line.result is None]

    @property
    def to_correct(self) -> list[BoardLine]:
        """The boards whose result an organiser may correct."""
        if not self.organises or not (self.is_open or self.match.is_correctable):
            return []
        return [line for line in self.lines if line.result is not None]

    @property
    def to_change(self) -> list[BoardLine]:
        """The boards at which another may still sit down."""
        may = self.is_open and self.is_seen and self.desks
        open_lines = [line for line in self.lines if line.may_change] if may else []
        return [line for line in open_lines if any(spot.others for spot in line.spots)]


def boards_shown(
    view: MatchView,
    now: datetime,
    reader: User | AnonymousUser | None = None,
    *,
    organises: bool = False,
    may_write: bool = False,
) -> BoardsView | None:
    """Return the boards of a match; None where it has one table, or is not known who plays.

    Fetch them before if there are several (`fetch_boards`). Without a reader it is what all see.
    """
    match, competition = view.match, view.match.competition
    is_known = len(view.sides) == len(SIDES) and all(side.entry for side in view.sides)
    if competition is None or not competition.boards or not is_known:
        return None
    fetch_boards([match])
    sizes, measure = competition.board_sizes, measure_of_board(match)
    first, second = (side.name for side in view.sides)
    there = {line_up.side for line_up in match.line_ups.all()}
    out = {pk for line_up in match.line_ups.all() for pk in line_up.taken_out}
    boards = boards_of(match, now)
    return BoardsView(
        match=match,
        lines=[
            line_of(board, boards, sizes, measure, view.sides, out, view.tables.get(board.number))
            for board in boards
        ],
        names=(first, second),
        won=points({number: row.winner for number, row in results_of(match).items()}),
        is_seen=are_open(match, now),
        are_in=(0 in there, 1 in there),
        deadline=deadline_of(match),
        desks=_desks(view, reader, organises=organises) if _is_open(match) else (),
        organises=organises,
        may_write=may_write or organises,
    )


def read_board_matches(matches: MatchQuerySet, now: datetime) -> list[BoardsView]:
    """Return the matches of several boards that can be played now, read at once."""
    views = read_matches(matches.filter(state__in=Match.PLAYABLE).select_related(OF_COMPETITION))
    fetch_boards([view.match for view in views])
    shown = (boards_shown(view, now) for view in views)
    return [boards for boards in shown if boards is not None]


def is_captain(entry: Entry, reader: User | AnonymousUser | None) -> bool:
    """Tell whether a reader names the line-ups of an entry; its roster was fetched."""
    if reader is None or reader.pk is None:
        return False
    places = (place for place in entry.roster.all() if place.number == RosterPlayer.CAPTAIN)
    return any(place.user_id == reader.pk for place in places)


def _is_open(match: Match) -> bool:
    going = match.competition is not None and match.competition.state in Competition.GOING
    return going and match.state in Match.PLAYABLE


def _desks(
    view: MatchView, reader: User | AnonymousUser | None, *, organises: bool
) -> list[SideDesk]:
    there = {line_up.side for line_up in view.match.line_ups.all()}
    sides = [(side.entry, side.slot.side) for side in view.sides]
    desks = [
        SideDesk(entry, is_captain(entry, reader), side in there) for entry, side in sides if entry
    ]
    return [desk for desk in desks if desk.is_own or organises]
