"""View model of a bracket: named parts and rounds in order."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.competitions import labels as competitions_labels
from tournaments.formats.bracket import Part
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
    is_play_in: bool = False  # for the last places of the bracket

    @property
    def title(self) -> str:
        """Return its name by its part and how many matches it has."""
        row, size = self.row, len(self.matches)
        if self.is_play_in:
            return competitions_labels.play_in_title()
        return competitions_labels.bracket_round(
            row.part, row.number, size, is_alone=self.is_alone, is_last=self.is_last
        )

    @property
    def short_title(self) -> str:
        """Return the round in a word or two, for narrow columns."""
        if self.is_play_in:
            return competitions_labels.play_in_title()
        return competitions_labels.short_round(self.row.part, self.row.number, len(self.matches))

    @property
    def passing(self) -> list[Entry]:
        """Return the entries with a bye, while others still play in the round."""
        if not any(view.match.state in Match.PLAYABLE for view in self.matches):
            return []
        return byes_in(self.matches)


@dataclass(frozen=True)
class BracketPart:
    """The winners' bracket, the losers', the final or the match for the third place."""

    name: str
    rounds: tuple[BracketRound, ...]
    is_alone: bool

    @property
    def title(self) -> str:
        """Return its name; a single main bracket needs none."""
        is_main = self.name == Part.MAIN
        return "" if is_main and self.is_alone else competitions_labels.part(self.name)


Column = tuple[Round, tuple[MatchView, ...]]
ORDER = (Part.MAIN, Part.LOSERS, Part.FINAL, Part.THIRD)


def bracket_parts(stage: Stage, views: Iterable[MatchView]) -> tuple[BracketPart, ...]:
    """Put the matches of a bracket into its parts and their rounds."""
    columns = _columns(views)
    is_alone = not any(row.part == Part.LOSERS for row, _ in columns)
    return tuple(
        BracketPart(name, _rounds(stage, list(found), is_alone), is_alone)
        for name, found in groupby(columns, key=lambda column: column[0].part)
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
            is_play_in=competitions_labels.is_play_in(stage, row.part, row.number),
        )
        for (row, views), size, following in zip(columns, sizes, [*sizes[1:], 0], strict=True)
    )


def _columns(views: Iterable[MatchView]) -> list[Column]:
    ordered = sorted(views, key=_place)
    return [
        (column[0].match.round, column)
        for _, found in groupby(ordered, key=lambda view: view.match.round_id)
        if (column := tuple(found))[0].match.round is not None
    ]


def _place(view: MatchView) -> tuple[int, int, int]:
    row = view.match.round
    assert row is not None, "a match of a bracket stands in a round"
    return ORDER.index(Part(row.part)), row.number, view.match.position
