"""One board of a match: who sits there, once that may be seen; what is written, who may come."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from accounts.models import User
from games.models import Game
from tournaments.club_matches.forms import BoardForm
from tournaments.club_matches.standing import (
    BoardStanding,
    boards_of,
    fetch_boards,
    measure_of_board,
    results_of,
)
from tournaments.competitions import labels as competitions_labels
from tournaments.formats.club_match import points
from tournaments.formats.legs import MatchUnit
from tournaments.formats.results_table import Pair
from tournaments.matches.queries import MatchView, SideView, read_matches
from tournaments.models import BoardResult, Competition, Entry, Match, MatchQuerySet, RosterPlayer
from tournaments.models.club_matches import SIDES, are_open, deadline_of


@dataclass(frozen=True)
class Spot:
    """One side of a board, for who may send another there."""

    entry: Entry
    players: Sequence[RosterPlayer]
    others: Sequence[RosterPlayer]  # of the roster, who play at no other board, and never left

    @property
    def entry_id(self) -> int:
        """Whose side it is."""
        return self.entry.pk

    @property
    def names(self) -> str:
        """Who sits there."""
        return competitions_labels.people(self.players)


@dataclass(frozen=True)
class BoardLine:
    """One board of a match."""

    board: BoardStanding
    size: int
    form: BoardForm  # where its result may be written
    spots: Sequence[Spot] = ()
    table: Game | None = None  # of the site

    @property
    def number(self) -> int:
        """Its number in the match; the tie-break is one more than there are."""
        return self.board.number

    @property
    def title(self) -> str:
        """Its name."""
        return competitions_labels.title(self.board.number, is_tie_break=self.board.is_tie_break)

    @property
    def kind(self) -> str:
        """Who meets there: pairs, or one of each side."""
        return competitions_labels.kind(self.size)

    @property
    def sides(self) -> list[str]:
        """Who sits there for either side; empty as long as that is secret."""
        return [competitions_labels.people(players) for players in self.board.people]

    @property
    def result(self) -> BoardResult | None:
        """How it ended, if it has."""
        return self.board.result

    @property
    def score(self) -> Sequence[str]:
        """What is written at either side: points, chicos of several, or presence."""
        row = self.board.result
        if row is None:
            points = self.table.score if self.table is not None and self.is_live else ("", "")
            return [str(each) for each in points]
        if row.walkover:
            return ["W.O." if row.winner == side else "–" for side in SIDES]
        if len(row.chicos) == 1:
            return [str(row.chicos[0][side]) for side in SIDES]
        return [str(sum(c[side] > c[1 - side] for c in row.chicos)) for side in SIDES]

    @property
    def is_live(self) -> bool:
        """Whether its cards are on the move."""
        return self._table_is(Game.MOVING)

    @property
    def is_waited_for(self) -> bool:
        """Whether people still sit down at its table."""
        return self._table_is(Game.NOT_DEALT)

    @property
    def may_change(self) -> bool:
        """Whether another may still sit down there."""
        is_open = self.table is None or self.table.status == Game.Status.WAITING
        return self.board.result is None and is_open

    @property
    def page(self) -> str:
        """Where its table is seen, or once it is over the cards that were played there."""
        if self.table is None:
            return ""
        where = "tables:record" if self.table.is_over else "tables:table"
        return reverse(where, args=[self.table.pk])

    def _table_is(self, statuses: Collection[str]) -> bool:
        table = None if self.board.result is not None else self.table
        return table is not None and table.status in statuses

    @property
    def marks(self) -> list[str]:
        """How either side is drawn: as who won, or who lost."""
        row = self.board.result
        won = None if row is None else row.winner
        return ["" if won is None else "won" if won == side else "lost" for side in SIDES]

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """Either side: who sits there, what is written at it, how it is drawn."""
        return list(zip(self.sides, self.score, self.marks, strict=True))


def line_of(
    board: BoardStanding,
    boards: Sequence[BoardStanding],
    sizes: Sequence[int],
    measure: MatchUnit,
    sides: Sequence[SideView],
    out: Collection[int],
    table: Game | None,
) -> BoardLine:
    """Return a board of these as it is shown; who was taken out of a line-up comes to none."""
    size = sizes[0] if board.is_tie_break else sizes[board.number - 1]
    names = (sides[0].name, sides[1].name)
    spots = [_spot(board, boards, side, out) for side in sides if side.entry]
    return BoardLine(
        board, size, BoardForm(measure=measure, number=board.number, sides=names), spots, table
    )


def _spot(
    board: BoardStanding, boards: Sequence[BoardStanding], side: SideView, out: Collection[int]
) -> Spot:
    assert side.entry is not None, "who plays is known"
    number = side.slot.side
    alike = [one for one in boards if one.is_tie_break == board.is_tie_break]
    busy = {player.pk for one in alike for player in one.people[number]}
    others = [player for player in side.entry.roster.all() if player.pk not in {*busy, *out}]
    return Spot(side.entry, board.people[number], others)


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
