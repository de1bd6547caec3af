"""One board of a match: who sits there, once that may be seen; what is written, who may come."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.urls import reverse

from games.models import Game
from tournaments.formats.chicos import Measure
from tournaments.forms.boards.results import BoardForm
from tournaments.models import BoardResult, Entry, RosterPlayer
from tournaments.pages.match_sides import SideView
from tournaments.results.boards import SIDES, Board
from tournaments.wording import by_boards as wording


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
        return wording.people(self.players)


@dataclass(frozen=True)
class BoardLine:
    """One board of a match."""

    board: Board
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
        return wording.title(self.board.number, is_tie_break=self.board.is_tie_break)

    @property
    def kind(self) -> str:
        """Who meets there: pairs, or one of each side."""
        return wording.kind(self.size)

    @property
    def sides(self) -> list[str]:
        """Who sits there for either side; empty as long as that is secret."""
        return [wording.people(players) for players in self.board.people]

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
    board: Board,
    boards: Sequence[Board],
    sizes: Sequence[int],
    measure: Measure,
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


def _spot(board: Board, boards: Sequence[Board], side: SideView, out: Collection[int]) -> Spot:
    assert side.entry is not None, "who plays is known"
    number = side.slot.side
    alike = [one for one in boards if one.is_tie_break == board.is_tie_break]
    busy = {player.pk for one in alike for player in one.people[number]}
    others = [player for player in side.entry.roster.all() if player.pk not in {*busy, *out}]
    return Spot(side.entry, board.people[number], others)
