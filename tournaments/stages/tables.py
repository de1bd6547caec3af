"""View model of a group: standings, crosstable and rounds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import groupby, pairwise

from django.utils import timezone
from django.utils.translation import gettext

from tournaments.competitions.round_labels import HALVES, group_name, pending_draw, round_of_table
from tournaments.competitions.table_labels import (
    TIE_BREAK_HEADINGS,
    figure,
    ranking_order,
    reason_above,
    row_tie_break_value,
    tie_break_heading,
    tie_break_name,
)
from tournaments.formats.league import HALVES_OF_A_SEASON, half_of
from tournaments.formats.pairing import REST, Outcome
from tournaments.formats.results_table import Table
from tournaments.formats.standings import Row, parted_by
from tournaments.formats.tie_breaks import TieBreak
from tournaments.matches.queries import MatchView, SideView, byes_in
from tournaments.models import Competition, Entry, Group, Match, Round, Stage, StageSlot
from tournaments.models.competitions import bye_in_words
from tournaments.standings.queries import rows_of, surely, table_of


class Zone(StrEnum):
    """Destinations of the first and last places of a table."""

    QUALIFIES = "qualifies"
    GOES_UP = "goes-up"
    GOES_DOWN = "goes-down"


@dataclass(frozen=True)
class Borders:
    """The numbers of first and last places that move, and the destination of the first."""

    first: int = 0
    last: int = 0
    upwards: Zone = Zone.GOES_UP

    def zone(self, place: int, size: int) -> Zone | None:
        """Return where a place leads, 1 being the first."""
        if place <= self.first:
            return self.upwards
        return Zone.GOES_DOWN if place > size - self.last else None


@dataclass(frozen=True)
class StandingsLine:
    """A row of the standings with its entry's stage slot."""

    row: Row[int]
    slot: StageSlot
    score: float
    place: int  # from the top, ignoring shared ranks
    zone: Zone | None
    is_sure: bool  # to end among the first, whatever is played yet
    ends_zone: bool  # the line of those who qualify, or who fall, is drawn below
    note: str  # why it stands above the next
    figures: Sequence[str]  # what the tie-breaks that have a column came to

    @property
    def entry(self) -> Entry:
        """Return the entry that this line counts."""
        return _entry(self.slot)

    @property
    def points(self) -> str:
        """Return the points of its matches, as a figure."""
        return figure(self.score)

    @property
    def won(self) -> int:
        """Matches won, byes apart."""
        return self.row.won

    @property
    def drawn(self) -> int:
        """Matches that ended level."""
        return self.row.drawn

    @property
    def lost(self) -> int:
        """Matches lost, also by not being there."""
        return self.row.lost

    @property
    def played(self) -> int:
        """Matches decided, byes apart."""
        return self.row.played

    @property
    def rank(self) -> str:
        """Return its rank; withdrawn entries have none."""
        return "" if self.row.has_left else str(self.row.rank)


@dataclass(frozen=True)
class CrosstableCell:
    """One match as the crosstable shows it to the entry of the row."""

    view: MatchView
    own: SideView
    other: SideView

    @property
    def text(self) -> str:
        """Return the score, the games of a series, or how it was decided without any."""
        if self.view.match.state in (Match.State.WALKOVER, Match.State.DOUBLE_WALKOVER):
            return "W.O." if self.own.won else "–"
        if self.own.score is None or self.other.score is None:
            return "·"
        return f"{self.own.score}–{self.other.score}"


@dataclass(frozen=True)
class CrossRow:
    """An entry's results against everybody, in the order of the rows; None is the entry itself."""

    slot: StageSlot
    cells: tuple[tuple[CrosstableCell, ...] | None, ...]

    @property
    def entry(self) -> Entry:
        """Return the entry in this row of the crosstable."""
        return _entry(self.slot)


@dataclass(frozen=True)
class TableRound:
    """The matches of a round, and the resting entries."""

    row: Round
    matches: tuple[MatchView, ...]
    resting: tuple[Entry, ...]
    stage: Stage

    @property
    def is_open(self) -> bool:
        """Whether any of it is still to be played."""
        return any(not view.match.is_decided for view in self.matches)

    @property
    def has_run_out(self) -> bool:
        """Whether its days are over; without days it never has."""
        return self.row.deadline_at is not None and self.row.deadline_at <= timezone.now()

    @property
    def idle(self) -> list[Entry]:
        """Return the entries without an opponent in the round, with or without a counted bye."""
        return [*self.resting, *byes_in(self.matches)]

    @property
    def title(self) -> str:
        """Return the round in words."""
        return round_of_table(self.stage, self.row.number)


@dataclass(frozen=True)
class StandingsTableView:
    """A group with its members, as they were dealt, and its matches."""

    competition: Competition
    stage: Stage
    group: Group
    members: Sequence[StageSlot]
    views: Sequence[MatchView]
    borders: Borders
    half: int = 0  # 1 or 2: of the matches of a half of the season only

    @property
    def key(self) -> str:
        """Return what tells its pieces from those of other tables."""
        return f"{self.group.pk}h{self.half}" if self.half else str(self.group.pk)

    @property
    def title(self) -> str:
        """Return the group in words; empty where a stage has one group only."""
        return group_name(self.group.number) if self.stage.how.sends_on else ""

    @property
    def standings_title(self) -> str:
        """Return the name of its standings; empty where a stage has one table only."""
        if self.half:
            return str(HALVES[self.half])
        return gettext("Tabla anual") if self.stage.split_season else self.title

    @cached_property
    def halves(self) -> list["StandingsTableView"]:
        """Return the tables of the halves of its season that have begun."""
        if not self.stage.split_season or self.half:
            return []
        tables = [self._of_half(half) for half in range(1, HALVES_OF_A_SEASON + 1)]
        return [table for table in tables if table.has_begun]

    @property
    def with_halves(self) -> list["StandingsTableView"]:
        """Return its table, and those of the halves of its season that have begun."""
        return [self, *self.halves]

    @property
    def champion(self) -> Entry | None:
        """Return who won a half of a season; None while it is played."""
        is_over = self.half and all(view.match.is_decided for view in self.views)
        return self.lines[0].entry if is_over and self.has_begun else None

    def _of_half(self, half: int) -> "StandingsTableView":
        members = len(self.members)
        views = [view for view in self.views if half_of(_round_of(view), members) == half]
        return replace(self, views=views, borders=Borders(), half=half)

    @property
    def heading(self) -> str:
        """Return a heading for its matches, where it has no title."""
        if self.stage.how.has_seasons:
            return gettext("Fechas")
        return gettext("Rondas") if self.stage.how.play.is_round_by_round else gettext("Partidos")

    @property
    def partners_change(self) -> bool:
        """Whether people enter alone and sides are drawn again for every round."""
        return self.stage.how.play.partners_change

    @property
    def rest(self) -> str:
        """Return what the draw's bye gives, or a rest in turn, in words."""
        return bye_in_words(REST if self.partners_change else Outcome.BYE, self.stage.shape)

    @property
    def last_round_number(self) -> int:
        """Return the number of its last round so far; 0 before the first."""
        return max((each.row.number for each in self.rounds), default=0)

    def has(self, entry: Entry) -> bool:
        """Return whether an entry is one of its members."""
        return any(slot.entry_id == entry.pk for slot in self.members)

    @property
    def awaits(self) -> str:
        """What is being drawn from its results, in words."""
        return pending_draw(self.group)

    @property
    def has_begun(self) -> bool:
        """Whether it is a ranking yet: a match is decided. Byes alone make no ranking."""
        return any(view.match.is_decided and not view.is_bye for view in self.views)

    @property
    def rules(self) -> list[str]:
        """Return the tie-breaks in order, in words."""
        return [tie_break_name(TieBreak(name), **self._words) for name in self.stage.tie_breaks]

    @property
    def order(self) -> str:
        """The same in a line."""
        return ranking_order(self.stage.tie_breaks, **self._words)

    @cached_property
    def columns(self) -> list[TieBreak]:
        """Return the tie-breaks to show as columns; those that differ in no row are hidden."""
        names = [TieBreak(name) for name in self.stage.tie_breaks]
        single = self.competition.best_of == 1 and not self.competition.boards
        hidden = {TieBreak.GAMES} if single else set()
        if not any(row.counts[Outcome.ABSENCE] for row in self.rows):
            hidden.add(TieBreak.FEWEST_WALKOVERS)
        return [name for name in names if name in TIE_BREAK_HEADINGS and name not in hidden]

    @property
    def heads(self) -> list[tuple[str, str]]:
        """Return the heads of those columns, short and in full."""
        words, names = self._words, self.columns
        return [(tie_break_heading(one, **words), tie_break_name(one, **words)) for one in names]

    @cached_property
    def rows(self) -> tuple[Row[int], ...]:
        """Return the standings, computed from the stored results."""
        return rows_of(self._table, self.stage)

    @cached_property
    def lines(self) -> list[StandingsLine]:
        """Return the standings, best first; in the order of the draw before any result."""
        slots, rows = {slot.entry_id: slot for slot in self.members}, self.rows
        if not self.has_begun:
            rows = tuple(sorted(rows, key=lambda row: slots[row.entry].number))
        zones = [self.borders.zone(place, len(rows)) for place in range(1, len(rows) + 1)]
        played = [view.played for view in self.views]
        notes, sure = self._notes(rows), surely(self.borders.first, self._table, played, self.stage)
        return [
            StandingsLine(
                row=row,
                slot=slots[row.entry],
                score=self._table.scores[row.entry],
                place=index + 1,
                zone=zones[index] if self.has_begun else None,
                is_sure=row.entry in sure,
                ends_zone=index + 1 < len(rows) and zones[index] != zones[index + 1],
                note=notes[index],
                figures=[row_tie_break_value(row, name, **self._words) for name in self.columns],
            )
            for index, row in enumerate(rows)
        ]

    @cached_property
    def crosstable(self) -> list[CrossRow]:
        """Everybody's results against everybody, in the order they were dealt.

        Empty where not everybody meets everybody: matches are made as they come.
        """
        if self.stage.how.play.is_paired_in_play:
            return []
        met: dict[tuple[int | None, int | None], list[CrosstableCell]] = {}
        for view in self.views:
            for own, other in (view.sides, view.sides[::-1]):
                pair = (own.slot.entry_id, other.slot.entry_id)
                met.setdefault(pair, []).append(CrosstableCell(view, own, other))
        entries = [slot.entry_id for slot in self.members]
        return [
            CrossRow(
                slot,
                tuple(
                    None if slot.entry_id == other else tuple(met.get((slot.entry_id, other), ()))
                    for other in entries
                ),
            )
            for slot in self.members
        ]

    @cached_property
    def rounds(self) -> list[TableRound]:
        """Return its rounds, from the first; where results pair them, only those that were.

        Without rounds all matches are one list: those that are open, then the newest first.
        """
        if self.views and not self.stage.how.play.is_round_by_round:
            first = self.views[0].match.round
            assert first is not None, "matches of competitions have a round"
            newest = sorted(self.views, key=lambda view: -view.match.number)
            open_first = sorted(newest, key=lambda view: view.match.is_decided)
            return [self._round(first, tuple(open_first))]
        by_round = groupby(self.views, key=lambda view: view.match.round)
        return [self._round(row, tuple(views)) for row, views in by_round if row is not None]

    @property
    def current(self) -> TableRound | None:
        """Return the first round to play that has not run out, else the first to play."""
        open_ = [each for each in self.rounds if each.is_open]
        to_come = [each for each in open_ if each.row.deadline_at and not each.has_run_out]
        return next(iter(to_come or open_), None)

    @property
    def ahead(self) -> list[TableRound]:
        """Return the rounds that are open before their days come."""
        current = self.current
        if current is None or not self.stage.is_scheduled:
            return []
        later = [each for each in self.rounds if each.row.number > current.row.number]
        return [each for each in later if not each.has_run_out]

    @property
    def _words(self) -> dict[str, bool]:
        return {"by_boards": bool(self.competition.boards)}

    @cached_property
    def _table(self) -> Table[int]:
        return table_of(self.members, [view.played for view in self.views], self.stage)

    def _round(self, row: Round, views: tuple[MatchView, ...]) -> TableRound:
        playing = {side.slot.entry_id for view in views for side in view.sides}
        resting = [_entry(slot) for slot in self.members if slot.entry_id not in playing]
        present = [one for one in resting if one.state != Entry.State.WITHDRAWN]
        rests = () if self.stage.how.play.is_paired_in_play else tuple(present)
        return TableRound(row, views, rests, self.stage)

    def _notes(self, rows: Sequence[Row[int]]) -> list[str]:
        """Return for each line the tie-break that puts it above the next; empty if points do."""
        return [*(self._note(upper, lower) for upper, lower in pairwise(rows)), ""]

    def _note(self, upper: Row[int], lower: Row[int]) -> str:
        parted = parted_by(upper, lower)
        if parted is None or parted[0] == TieBreak.POINTS or not self.has_begun or lower.has_left:
            return ""
        name, own, its = parted
        below = next(_entry(slot) for slot in self.members if slot.entry_id == lower.entry)
        return reason_above(name, str(below), own, its, **self._words)


def _round_of(view: MatchView) -> int:
    assert view.match.round is not None, "matches of competitions have a round"
    return view.match.round.number


def _entry(slot: StageSlot) -> Entry:
    assert slot.entry is not None, "who plays for a table is known"
    return slot.entry
