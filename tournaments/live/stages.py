"""The stages of a competition as pieces: brackets, tables, and every match and line in them.

Their ids: `stage1`, `b1-main` a part of a bracket, `g5` a group, `st5` its standings and `t5-1` the
first line of them, `cross5` its crosstable and `x5-1` the first row of it, `r3` a round, `m12` a
match.
"""

from collections.abc import Iterator

from accounts.values.zones import city
from games.live.drawing import draw
from games.live.pieces import Pieces
from tournaments.pages.brackets import BracketPart
from tournaments.pages.groups import CrossRow, StandingsLine, TableView
from tournaments.pages.matches import MatchView
from tournaments.pages.stages import Event, StageView

Piece = tuple[str, str]


def stage_pieces(event: Event, zone: str) -> Pieces:
    """Draw the stages of an event; their hours are those of a zone."""
    return dict(_stages(event, zone))


def own_stage_pieces(event: Event, zone: str, own: int) -> Pieces:
    """Draw again whatever an entry stands in, with its places marked as the reader's own."""
    return dict(_own(event, zone, own))


def _stages(event: Event, zone: str) -> Iterator[Piece]:
    yield "stages", draw("competition/stages", stages=event.shown)
    for view in event.shown:
        yield f"stage{view.stage.pk}", draw("competition/stage", view=view, city=city(zone))
        for part in view.parts:
            yield from _bracket(view, part, zone)
        for table in view.tables:
            yield from _group(table, zone)


def _bracket(view: StageView, part: BracketPart, zone: str) -> Iterator[Piece]:
    stage = view.stage.pk
    yield f"b{stage}-{part.name}", draw("competition/bracket", stage=stage, part=part)
    for each in part.rounds:
        yield f"r{each.row.pk}", draw("competition/bracket_round", round=each)
        for one in each.matches:
            yield _match(one, zone, is_seeded=True)


def _group(table: TableView, zone: str) -> Iterator[Piece]:
    yield f"g{table.group.pk}", draw("competition/group", table=table)
    yield from _standings(table)
    if not table.is_paired_by_results:
        yield from _crosstable(table)
    for each in table.rounds:
        yield f"r{each.row.pk}", draw("competition/table_round", round=each, zone=zone)
        for one in each.matches:
            yield _match(one, zone, is_seeded=False)


def _standings(table: TableView) -> Iterator[Piece]:
    key = table.group.pk
    rows = [f"t{key}-{line.place}" for line in table.lines]
    yield f"st{key}", draw("competition/standings", table=table, rows=rows)
    for line in table.lines:
        yield _standing(table, line)


def _crosstable(table: TableView) -> Iterator[Piece]:
    key, last = table.group.pk, len(table.crosstable)
    rows = [f"x{key}-{number}" for number in range(1, last + 1)]
    yield f"cross{key}", draw("competition/crosstable", table=table, rows=rows)
    for number, row in enumerate(table.crosstable, start=1):
        yield _cross_row(table, number, row)


def _own(event: Event, zone: str, own: int) -> Iterator[Piece]:
    for stage in event.stages:
        for view in stage.views:
            if view.has(own):
                yield _match(view, zone, is_seeded=bool(stage.parts), mine=own)
        for table in stage.tables:
            yield from _own_lines(table, own)


def _own_lines(table: TableView, own: int) -> Iterator[Piece]:
    if all(slot.entry_id != own for slot in table.members):
        return
    for line in table.lines:
        if line.entry.pk == own:
            yield _standing(table, line, own)
    for number, row in enumerate(() if table.is_paired_by_results else table.crosstable, start=1):
        if row.entry.pk == own:
            yield _cross_row(table, number, row, own)


def _match(view: MatchView, zone: str, *, is_seeded: bool, mine: int | None = None) -> Piece:
    drawn = draw("competition/match", view=view, zone=zone, seeded=is_seeded, mine=mine)
    return f"m{view.match.pk}", drawn


def _standing(table: TableView, line: StandingsLine, mine: int | None = None) -> Piece:
    name, begun = f"t{table.group.pk}-{line.place}", table.has_begun
    return name, draw("competition/standing", name=name, line=line, has_begun=begun, mine=mine)


def _cross_row(table: TableView, number: int, row: CrossRow, mine: int | None = None) -> Piece:
    name = f"x{table.group.pk}-{number}"
    return name, draw("competition/cross_row", name=name, number=number, row=row, mine=mine)
