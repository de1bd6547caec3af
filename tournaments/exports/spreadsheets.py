"""Entries, matches and standings as CSV that spreadsheets open safely.

RFC 4180, with every text quoted, and a byte order mark, without which spreadsheets guess the
encoding. A text that a spreadsheet would take for a formula gets a leading apostrophe (CWE-1236).
"""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from django.utils.formats import get_format
from django.utils.translation import gettext

from accounts.names.collation import by_letters
from tournaments.common.batches import batches
from tournaments.competitions.table_labels import TIE_BREAK_HEADINGS, tie_break_name
from tournaments.entries.queries import entry_list
from tournaments.exports.documents import match_documents, standings_of
from tournaments.federations.queries import joined_in, people_of, with_clubs
from tournaments.formats.series_table import Cell as SeriesCell
from tournaments.formats.tie_breaks import TieBreak
from tournaments.models import Competition, Federation, Group, Match, MatchSlot
from tournaments.series.queries import SeriesTable
from tournaments.standings.queries import bracket_places, is_seeded

Cell = str | int | float | None
BATCH: Final = 500
COMMA: Final = ","
SEMICOLON: Final = ";"
BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
FORMULAS: Final = frozenset("=+-@＝＋－＠;；")
BREAKS: Final = frozenset("\t\r\n")


class CommaNumber(float):
    """A number that is written with a decimal comma."""

    def __str__(self) -> str:
        return f"{float(self):.15g}".replace(".", ",")


def written(
    header: Sequence[str], rows: Iterable[Sequence[Cell]], *, delimiter: str, decimal: str = "."
) -> str:
    """Return a table as CSV text. Numbers stay numbers, texts are escaped.

    `decimal` is the decimal sign that a spreadsheet in the reader's language expects.
    """
    file = io.StringIO()
    writer = csv.writer(file, delimiter=delimiter, quoting=csv.QUOTE_NONNUMERIC)
    writer.writerow(header)
    writer.writerows([_cell(cell, decimal) for cell in row] for row in rows)
    return BOM + file.getvalue()


def _cell(cell: Cell, decimal: str) -> Cell:
    if isinstance(cell, float):
        if cell.is_integer():
            return int(cell)
        return CommaNumber(cell) if decimal == COMMA else cell
    return harmless(cell)


def harmless(cell: Cell) -> Cell:
    """Escape a text with an apostrophe if a spreadsheet could read it as a formula."""
    if not isinstance(cell, str):
        return "" if cell is None else cell
    is_risky = cell.lstrip()[:1] in FORMULAS or cell[:1] in BREAKS
    return f"'{cell}" if is_risky else cell


def localized_csv(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a table as a CSV file that spreadsheets of the reader's locale open."""
    decimal = get_format("DECIMAL_SEPARATOR")
    delimiter = SEMICOLON if decimal == COMMA else COMMA
    return written(header, rows, delimiter=delimiter, decimal=decimal).encode()


Rows = Iterator[Sequence[Cell]]
Table = tuple[Sequence[str], Rows]
JOINED = " / "
FIGURES: Final = 8  # columns of a standings row, from points to the difference of points


def entries(competition: Competition) -> Table:
    """Return one row per entry, by seed. The file can be imported again (docs/entries.md)."""
    header = (
        gettext("cabeza de serie"),
        gettext("nombre"),
        gettext("jugadores"),
        gettext("club de origen"),
        gettext("estado"),
    )
    return header, _entries(competition)


def matches(competition: Competition) -> Table:
    """Return one row per match, by number."""
    header = (
        gettext("número"),
        gettext("etapa"),
        gettext("grupo"),
        gettext("parte"),
        gettext("ronda"),
        gettext("mesa"),
        gettext("primera"),
        gettext("segunda"),
        gettext("estado"),
        gettext("ganó"),
        gettext("tantos"),
        gettext("programado"),
        gettext("terminado"),
        gettext("por tiempo"),
    )
    return header, _matches(competition)


def standings(competition: Competition) -> Table:
    """Return one row per entry of each table and bracket, best first.

    A column of a tie-break is empty in stages that do not use it.
    """
    groups = list(
        Group.objects.filter(stage__competition=competition).select_related("stage__competition")
    )
    used = dict.fromkeys(
        TieBreak(name)
        for group in groups
        for name in group.stage.tie_breaks
        if name in TIE_BREAK_HEADINGS
    )
    header = (
        gettext("etapa"),
        gettext("división"),
        gettext("grupo"),
        gettext("puesto"),
        gettext("nombre"),
        gettext("puntos"),
        gettext("jugados"),
        gettext("ganados"),
        gettext("empatados"),
        gettext("perdidos"),
        gettext("tantos a favor"),
        gettext("tantos en contra"),
        gettext("diferencia de tantos"),
        *(tie_break_name(name) for name in used),
        gettext("decidido por"),
    )
    return header, _standings(groups, list(used))


def payments(competition: Competition) -> Table:
    """Return one row per entry, by name: what it owes or has paid, and how."""
    header = (
        gettext("nombre"),
        gettext("jugadores"),
        gettext("estado"),
        gettext("pagó"),
        gettext("cómo pagó"),
        gettext("debe"),
        gettext("moneda"),
    )
    return header, _payments(competition)


def series_table_rows(table: SeriesTable) -> Table:
    """Return one row per player of a series: the points of each competition, and the sum.

    A dropped result is in brackets.
    """
    header = (
        gettext("puesto"),
        gettext("jugador"),
        *(event.name for event in table.events),
        gettext("fechas"),
        gettext("no cuentan"),
        gettext("puntos"),
    )
    return header, _series_lines(table)


def federation_players(federation: Federation) -> Table:
    """Return one row per player of a federation, with the clubs that know them."""
    header = (gettext("jugador"), gettext("clubes"), gettext("usuario"))
    return header, _federation_players(federation)


TABLES: Final[Mapping[str, Callable[[Competition], Table]]] = {
    "entries": entries,
    "matches": matches,
    "standings": standings,
}


def _entries(competition: Competition) -> Rows:
    for line in entry_list(competition):
        entry, players = line.entry, JOINED.join(player.name for player in line.players)
        yield entry.seed, entry.name, players, entry.affiliation, entry.get_state_display()


def _payments(competition: Competition) -> Rows:
    due = float(competition.amount_due)
    for line in sorted(entry_list(competition), key=lambda line: by_letters(line.entry)):
        entry = line.entry
        yield (
            entry.name,
            JOINED.join(player.name for player in line.players),
            entry.get_state_display(),
            due if entry.paid else None,
            entry.get_paid_by_display() if entry.paid_by else None,
            due if due and entry.owes else None,
            competition.currency,
        )


def _matches(competition: Competition) -> Rows:
    for match in match_documents(Match.objects.of(competition.pk)):
        first, second = match["sides"]
        yield (
            *(match[key] for key in ("number", "stage", "group", "part", "round", "table")),
            first["name"],
            second["name"],
            str(Match.State(match["state"]).label),
            None if match["winner"] is None else match["sides"][match["winner"]]["name"],
            JOINED.join("–".join(map(str, game["score"])) for game in match["games"]),
            match["scheduled_at"],
            match["completed_at"],
            gettext("sí") if match["by_time"] else None,
        )


def _federation_players(federation: Federation) -> Rows:
    joined = joined_in(federation)
    for people in batches(people_of(federation, joined).iterator(chunk_size=BATCH), BATCH):
        for player in with_clubs(federation, joined, people):
            clubs = JOINED.join(club.name for club in player.clubs)
            yield player.person.public_name, clubs, player.username


def _series_lines(table: SeriesTable) -> Rows:
    for line in table.lines:
        cells = [_series_cell(cell) for cell in line.row.cells]
        yield line.rank, line.player.name, *cells, line.attended, line.dropped, line.total


def _series_cell(cell: SeriesCell | None) -> Cell:
    """Return the points; in brackets if they are dropped, so that a sum leaves them out."""
    if cell is None:
        return None
    return cell.points if cell.is_counted else f"[{cell.points}]"


def _standings(groups: Sequence[Group], tie_breaks: Sequence[TieBreak]) -> Rows:
    for group in groups:
        where = group.stage.number, group.stage.tier, group.number
        lines = (
            _reached(group, tie_breaks) if group.stage.is_bracket else _ranked(group, tie_breaks)
        )
        for line in lines:
            yield (*where, *line)


def _ranked(group: Group, tie_breaks: Sequence[TieBreak]) -> Rows:
    for row in standings_of(group):
        values = row["values"]
        decided = row["decided_by"] and tie_break_name(TieBreak(row["decided_by"]))
        yield (
            *(row[key] for key in ("rank", "name")),
            values.get(TieBreak.POINTS),
            *(row[key] for key in ("played", "won", "drawn", "lost", "scored", "conceded")),
            row["scored"] - row["conceded"],
            *(values.get(name) for name in tie_breaks),
            decided,
        )


def _reached(group: Group, tie_breaks: Sequence[TieBreak]) -> Rows:
    """Yield the places of a bracket with known entries. Ranks are shown once all are final."""
    names = dict(
        MatchSlot.objects.filter(match__round__group=group, entry__isnull=False)
        .order_by()
        .values_list("entry", "entry__name")
    )
    places = bracket_places(group) if is_seeded(group) else []
    is_over = all(place.rank is not None for place in places)
    for place in places:
        empty = [None] * (FIGURES + len(tie_breaks) + 1)
        yield (place.rank if is_over else None, names[place.seed], *empty)
