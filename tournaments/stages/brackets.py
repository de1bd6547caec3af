"""View model of a bracket: named parts and rounds in order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tournaments.competitions.round_labels import bracket_part_name, bracket_round, short_round
from tournaments.formats.bracket import Part, first_place_of
from tournaments.matches.queries import MatchView, byes_in
from tournaments.models import Entry, Match, Round, Stage


@dataclass(frozen=True)
class BracketRound:
    """The matches of one column of a bracket."""

    row: Round
    matches: tuple[MatchView, ...]
    is_alone: bool  # no other part decides who wins
    is_last: bool  # of its part
    is_straight: bool  # its winners do not meet each other next, but others
    stage: Stage

    @property
    def title(self) -> str:
        """Return its name by its part and how many matches it has."""
        row, size, is_last = self.row, len(self.matches), self.is_last
        return bracket_round(
            self.stage, row.part, row.number, size, is_alone=self.is_alone, is_last=is_last
        )

    @property
    def short_title(self) -> str:
        """Return the round in a word or two, for narrow columns."""
        row, size = self.row, len(self.matches)
        return short_round(self.stage, row.part, row.number, size, is_last=self.is_last)

    @property
    def passing(self) -> list[Entry]:
        """Return the entries with a bye, while others still play in the round."""
        if not any(view.match.state in Match.PLAYABLE for view in self.matches):
            return []
        return byes_in(self.matches)


@dataclass(frozen=True)
class BracketPart:
    """The winners' bracket, the losers', the final, or a bracket for further places."""

    name: str
    rounds: tuple[BracketRound, ...]
    is_alone: bool
    is_named: bool  # next to other brackets

    @property
    def title(self) -> str:
        """Return its name; a single main bracket needs none."""
        if self.name == Part.MAIN and not self.is_named:
            return ""
        return bracket_part_name(self.name, is_alone=self.is_alone, entries=self.entries)

    @property
    def entries(self) -> int:
        """The number of entries that begin in its first round."""
        sides = (side for view in self.rounds[0].matches for side in view.sides)
        return sum(not (side.bye and side.slot.source_id is None) for side in sides)


Column = tuple[Round, tuple[MatchView, ...]]
ORDER: Final[Sequence[str]] = (Part.MAIN, Part.LOSERS, Part.FINAL)


def bracket_parts(stage: Stage, views: Iterable[MatchView]) -> tuple[BracketPart, ...]:
    """Put the matches of a bracket into its parts and their rounds."""
    columns = _columns(views)
    parts = {row.part for row, _ in columns}
    is_alone = Part.LOSERS not in parts
    is_named = not parts <= {Part.MAIN, Part.THIRD}
    return tuple(
        BracketPart(name, _rounds(stage, list(group), is_alone), is_alone, is_named)
        for name, group in groupby(columns, key=lambda column: column[0].part)
    )


def _rounds(stage: Stage, columns: Sequence[Column], is_alone: bool) -> tuple[BracketRound, ...]:
    sizes = [len(views) for _, views in columns]
    return tuple(
        BracketRound(
            row,
            views,
            is_alone,
            is_last=not following,
            is_straight=following == size,
            stage=stage,
        )
        for (row, views), size, following in zip(columns, sizes, [*sizes[1:], 0], strict=True)
    )


def _columns(views: Iterable[MatchView]) -> list[Column]:
    ordered = sorted(views, key=_place)
    return [
        (column[0].match.round, column)
        for _, group in groupby(ordered, key=lambda view: view.match.round_id)
        if (column := tuple(group))[0].match.round is not None
    ]


def _place(view: MatchView) -> tuple[int, bool, int, int, int]:
    """Return the sort key: the parts that decide who wins, then those for places, in order."""
    row = view.match.round
    assert row is not None, "a match of a bracket stands in a round"
    order = ORDER.index(row.part) if row.part in ORDER else len(ORDER)
    first = first_place_of(row.part) or 0
    return order, row.part == Part.CONSOLATION, first, row.number, view.match.position
