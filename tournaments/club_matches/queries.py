"""The boards of a club match with the actions open to the reader.

Line-ups appear only once they are revealed. Readers are captains, scorers and organisers.
"""

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
from tournaments.competitions.board_labels import board_kind, board_players, board_title
from tournaments.formats.club_match import points
from tournaments.formats.series import MatchUnit, Pair
from tournaments.matches.queries import MatchView, SideView, read_matches
from tournaments.models import BoardResult, Competition, Entry, Match, MatchQuerySet, RosterPlayer
from tournaments.models.club_matches import SIDES, are_open, deadline_of


@dataclass(frozen=True)
class BoardSide:
    """One side of a board, for the page on which it is changed."""

    entry: Entry
    players: Sequence[RosterPlayer]
    # in the roster, not at another board and, at tables of the site, not taken out of the line-up
    others: Sequence[RosterPlayer]

    @property
    def entry_id(self) -> int:
        return self.entry.pk

    @property
    def names(self) -> str:
        """Return the names of the players."""
        return board_players(self.players)


@dataclass(frozen=True)
class BoardLine:
    """A board as the page of its match shows it."""

    board: BoardStanding
    size: int
    form: BoardForm  # the form for its result
    spots: Sequence[BoardSide] = ()
    table: Game | None = None  # on the site

    @property
    def number(self) -> int:
        """Return the number of the board in its match. The tie-break has the last number."""
        return self.board.number

    @property
    def title(self) -> str:
        """Return the title of the board."""
        return board_title(self.board.number, is_tie_break=self.board.is_tie_break)

    @property
    def kind(self) -> str:
        """Return the kind of the board: pairs, or one player of each side."""
        return board_kind(self.size)

    @property
    def sides(self) -> list[str]:
        """Return the names of both sides; empty while line-ups are secret."""
        return [board_players(players) for players in self.board.people]

    @property
    def result(self) -> BoardResult | None:
        return self.board.result

    @property
    def score(self) -> Sequence[str]:
        """Return the score of each side: points, won chicos, or the walkover."""
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
        """Return whether the game at the table is in progress."""
        return self._table_is(Game.MOVING)

    @property
    def is_waited_for(self) -> bool:
        """Return whether the table waits for players to sit down."""
        return self._table_is(Game.NOT_DEALT)

    @property
    def may_change(self) -> bool:
        """Return whether a player can still be substituted at its table of the site."""
        is_open = self.table is None or self.table.status == Game.Status.WAITING
        return self.board.result is None and is_open

    @property
    def page(self) -> str:
        """Return the address of the table, or of the record of its game once that is over."""
        if self.table is None:
            return ""
        where = "tables:record" if self.table.is_over else "tables:table"
        return reverse(where, args=[self.table.pk])

    def _table_is(self, statuses: Collection[str]) -> bool:
        table = None if self.board.result is not None else self.table
        return table is not None and table.status in statuses

    @property
    def marks(self) -> list[str]:
        """Return the CSS mark of each side: won, lost or none."""
        row = self.board.result
        won = None if row is None else row.winner
        return ["" if won is None else "won" if won == side else "lost" for side in SIDES]

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """Return names, score and mark of each side."""
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
    """Return the view of a board. `out` holds players who were taken out of a line-up."""
    size = sizes[0] if board.is_tie_break else sizes[board.number - 1]
    names = (sides[0].name, sides[1].name)
    spots = [_board_side(board, boards, side, out) for side in sides if side.entry]
    return BoardLine(
        board, size, BoardForm(measure=measure, number=board.number, sides=names), spots, table
    )


def _board_side(
    board: BoardStanding, boards: Sequence[BoardStanding], side: SideView, out: Collection[int]
) -> BoardSide:
    assert side.entry is not None, "who plays is known"
    number = side.slot.side
    alike = [one for one in boards if one.is_tie_break == board.is_tie_break]
    busy = {player.pk for one in alike for player in one.people[number]}
    others = [player for player in side.entry.roster.all() if player.pk not in {*busy, *out}]
    return BoardSide(side.entry, board.people[number], others)


OF_COMPETITION = "round__group__stage__competition__club"


@dataclass(frozen=True)
class SideDesk:
    """One side of a match, for its captain or an organiser."""

    entry: Entry
    is_own: bool
    is_in: bool


@dataclass(frozen=True)
class BoardsView:
    """The boards of a match, and what its reader may do with them."""

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
        """Return whether the match can be played or a result written."""
        return _is_open(self.match)

    @property
    def is_at_tables(self) -> bool:
        """Return whether the boards are played on the site, not with real cards."""
        competition = self.match.competition
        return competition is not None and not competition.with_cards

    @property
    def sit_by(self) -> datetime | None:
        """Return the end of the sit-down window while a table waits for players."""
        return self.match.sit_by if any(line.is_waited_for for line in self.lines) else None

    @property
    def by_hand(self) -> list[BoardLine]:
        """Return the open boards without a table: one side has no player with an account."""
        is_called = self.is_at_tables and self.is_seen and self.match.state == Match.State.CALLED
        lines = (line for line in self.lines if line.result is None and line.table is None)
        return list(lines) if is_called else []

    @property
    def waits(self) -> list[tuple[str, bool]]:
        """Return each side with whether its line-up is in."""
        return list(zip(self.names, self.are_in, strict=True))

    @property
    def written(self) -> int:
        """Return the number of finished boards."""
        return sum(line.result is not None for line in self.lines)

    @property
    def has_begun(self) -> bool:
        """Return whether a board is finished, so that the points are shown."""
        return self.written > 0

    @property
    def to_write(self) -> list[BoardLine]:
        """Return the boards without a result, if the reader may write them."""
        if not (self.may_write and self.is_open and self.is_seen):
            return []
        return [line for line in self.lines if line.result is None]

    @property
    def to_correct(self) -> list[BoardLine]:
        """Return the boards whose result an organiser may correct."""
        if not self.organises or not (self.is_open or self.match.is_correctable):
            return []
        return [line for line in self.lines if line.result is not None]

    @property
    def to_change(self) -> list[BoardLine]:
        """Return the boards at which the reader may substitute a player."""
        if not (self.is_open and self.is_seen and self.desks):
            return []
        if self.is_at_tables:
            lines = [line for line in self.lines if line.may_change]
        else:
            lines = list(self.lines) if self.organises else []
        return [line for line in lines if any(spot.others for spot in line.spots)]


def boards_shown(
    view: MatchView,
    now: datetime,
    reader: User | AnonymousUser | None = None,
    *,
    organises: bool = False,
    may_write: bool = False,
) -> BoardsView | None:
    """Return the boards of a match; None for a match with one table or with an unknown side.

    For several matches, call `fetch_boards` first. Without a reader, it is the public view.
    """
    match, competition = view.match, view.match.competition
    is_known = len(view.sides) == len(SIDES) and all(side.entry for side in view.sides)
    if competition is None or not competition.boards or not is_known:
        return None
    fetch_boards([match])
    sizes, measure = competition.board_sizes, measure_of_board(match)
    first, second = (side.name for side in view.sides)
    lined_up = {line_up.side for line_up in match.line_ups.all()}
    line_ups = () if competition.with_cards else match.line_ups.all()
    taken_out = {pk for line_up in line_ups for pk in line_up.taken_out}
    boards = boards_of(match, now)
    return BoardsView(
        match=match,
        lines=[
            line_of(
                board, boards, sizes, measure, view.sides, taken_out, view.tables.get(board.number)
            )
            for board in boards
        ],
        names=(first, second),
        won=points({number: row.winner for number, row in results_of(match).items()}),
        is_seen=are_open(match, now),
        are_in=(0 in lined_up, 1 in lined_up),
        deadline=deadline_of(match),
        desks=_desks(view, reader, organises=organises) if _is_open(match) else (),
        organises=organises,
        may_write=may_write or organises,
    )


def read_board_matches(matches: MatchQuerySet, now: datetime) -> list[BoardsView]:
    """Return the playable matches of several boards, with prefetched rows."""
    views = read_matches(matches.filter(state__in=Match.PLAYABLE).select_related(OF_COMPETITION))
    fetch_boards([view.match for view in views])
    board_views = (boards_shown(view, now) for view in views)
    return [boards for boards in board_views if boards is not None]


def is_captain(entry: Entry, reader: User | AnonymousUser | None) -> bool:
    """Return whether the reader is the captain of an entry. The roster is prefetched."""
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
    lined_up = {line_up.side for line_up in view.match.line_ups.all()}
    sides = [(side.entry, side.slot.side) for side in view.sides]
    desks = [
        SideDesk(entry, is_captain(entry, reader), side in lined_up)
        for entry, side in sides
        if entry
    ]
    return [desk for desk in desks if desk.is_own or organises]
