"""A whole list of entries, whichever container it comes in."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tournaments.entry_files.columns import column_of
from tournaments.entry_files.csv_file import DELIMITERS, Cells, declared_delimiter, read_csv
from tournaments.entry_files.json_file import read_json
from tournaments.entry_files.pasted import ListError, read_list
from tournaments.entry_files.rows import MAX_ROWS, FileError, Record, Row, read_row, with_doubles
from tournaments.entry_files.spreadsheet import is_workbook, read_sheets
from tournaments.entry_files.table import SEARCHED, Table, find_titles, read_table
from tournaments.entry_files.text import MAX_BYTES, decode

SAMPLE: Final = 64 * 1024  # signs in which the titles are looked for
LONGEST_TITLE: Final = 40
IN_BRACKETS: Final = re.compile(
    r"\[(?:\s*[x✓✔]?\s*|\d{1,3}|\d[^\[\]\"]*[/:.][^\[\]\"]*)\]\s*[^\s,]"
)

Written = tuple[int, Record, tuple[str, ...]]


@dataclass(frozen=True)
class Sheet:
    """The rows of a file in their order.

    `is_utf_8` is false if its accents were guessed; `left_out` are titles of columns, and lines
    that name nobody.
    """

    rows: tuple[Row, ...]
    is_utf_8: bool
    left_out: tuple[str, ...] = ()


def read_sheet(data: bytes, *, players: int) -> Sheet:
    """Read a list of entries of so many players each.

    Raises FileError if nothing can be taken of it: see `decode`, `read_json`, `read_sheets`; also
    `no-players-column`, `too-many-rows`, and `empty` where there are titles alone.
    """
    if len(data) > MAX_BYTES:
        raise FileError("too-large")
    if is_workbook(data):
        return _of_table(_best_sheet(data, players), players, is_sure=True)
    found = decode(data)
    if found.text.lstrip()[:1] in ("{", "[") and not _is_list(found.text):
        return _of_written(read_json(found.text), players, is_sure=found.is_sure)
    declared, text = declared_delimiter(found.text)
    table = _table_of(text, declared, players)
    if table is None:
        return _of_list(text, players, is_sure=found.is_sure)
    return _of_table(table, players, is_sure=found.is_sure)


def _is_list(text: str) -> bool:
    """Tell a chat of iOS, or lines with numbers or ticks in brackets, from JSON."""
    first = text.lstrip().partition("\n")[0]
    return IN_BRACKETS.match(first) is not None


def _table_of(text: str, declared: str, players: int) -> Table | None:
    """Read text with the delimiter that shows the most titles."""
    best, most = "", 0
    for delimiter in declared or DELIMITERS:
        rows = list(islice(_filled(read_csv(text[:SAMPLE], delimiter)), SEARCHED))
        at = find_titles(rows)
        width = 0 if at is None else 1 + sum(bool(cell.strip()) for cell in rows[at][1])
        if width > most:
            best, most = delimiter, width
    if not best:
        return None
    rows = list(islice(_filled(read_csv(text, best)), MAX_ROWS + SEARCHED + 1))
    return read_table(rows, size=players)


def _filled(rows: Iterable[Cells]) -> Iterable[Cells]:
    return (row for row in rows if any(cell.strip() for cell in row[1]))


def _best_sheet(data: bytes, players: int) -> Table:
    """Return the first sheet of a workbook with titles of ours and rows under them."""
    empty = None
    for rows in read_sheets(data):
        table = read_table(list(_filled(rows)), size=players)
        if table is not None and table.records:
            return table
        empty = empty or table
    if empty is None:
        raise FileError("no-players-column")
    return empty


def _of_table(table: Table, players: int, *, is_sure: bool) -> Sheet:
    written = (
        (line, record, ("too-many-cells",) if record.get("has_more") else ())
        for line, record in table.records
    )
    sheet = _of_written(written, players, is_sure=is_sure)
    return Sheet(sheet.rows, is_sure, tuple(title[:LONGEST_TITLE] for title in table.left_out))


def _of_written(read: Iterable[Written], players: int, *, is_sure: bool) -> Sheet:
    written = list(islice(read, MAX_ROWS + 1))  # counted before any is looked at
    if not written:
        raise FileError("empty")
    if len(written) > MAX_ROWS:
        raise FileError("too-many-rows")
    rows = (read_row(line, record, players, *wrong) for line, record, wrong in written)
    return Sheet(tuple(with_doubles(rows)), is_sure)


def _of_list(text: str, players: int, *, is_sure: bool) -> Sheet:
    """Read a file without titles as the lines of a pasted list."""
    first = next((line for line in re.split(r"[\r\n]+", text) if line.strip()), "")
    if any(column_of(cell) for cell in re.split(r"[,;\t|]", first) if len(cell) <= LONGEST_TITLE):
        raise FileError("no-players-column")
    try:
        lines = read_list(text, size=players)
    except ListError as error:
        raise FileError("no-players-column") from error
    named = [line for line in lines if not line.is_talk and len(line.names) == players]
    if not named:
        raise FileError("no-players-column")
    rows = (
        Row(line.number, line.names, line.team, paid=line.paid)
        if line in named and not line.surname_first
        else Row(line.number, line.names or (line.written,), problems=("wrong-number-of-players",))
        for line in lines
        if not line.is_talk
    )
    skipped = tuple(line.written[:LONGEST_TITLE] for line in lines if line.is_talk)
    return Sheet(tuple(with_doubles(rows)), is_sure, skipped)
