"""Reader for a whole list of entries in any supported container."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from tournaments.entry_import.columns import column_of
from tournaments.entry_import.containers import (
    DELIMITERS,
    KNOWN_KEYS,
    MAX_BYTES,
    Cells,
    Reading,
    Text,
    declared_delimiter,
    decode,
    is_workbook,
    read_csv,
    read_json,
    read_sheets,
)
from tournaments.entry_import.line import Line
from tournaments.entry_import.pasted_list import ListError, read_list
from tournaments.entry_import.rows import MAX_ROWS, FileError, Record, Row, read_row, with_doubles
from tournaments.entry_import.table import SEARCHED, Chosen, Table, find_titles, read_table

SAMPLE: Final = 64 * 1024  # characters in which the titles are searched
LONGEST_TITLE: Final = 40
LEAST_COLUMNS: Final = 2  # of a table
IN_BRACKETS: Final = re.compile(
    r"\[(?:\s*[x✓✔]?\s*|\d{1,3}|\d[^\[\]\"]*[/:.][^\[\]\"]*)\]\s*[^\s,]"
)
RawRecord = tuple[int, Record, tuple[str, ...]]


@dataclass(frozen=True)
class Sheet:
    """The rows of a file in order.

    `is_utf_8` is false if the encoding was guessed; `left_out` are titles of columns, and lines
    without names.
    """

    rows: tuple[Row, ...]
    is_utf_8: bool
    left_out: tuple[str, ...] = ()
    table: Table | None = None  # if there are titles
    text: str = ""  # of a list without titles
    readings: tuple[Reading, ...] = ()  # of a file whose encoding was guessed


def read_sheet(
    data: bytes, *, players: int, chosen: Chosen | None = None, encoding: str = ""
) -> Sheet:
    """Read a list of entries with `players` each.

    `chosen` holds the roles of columns by their titles; `encoding` is the chosen one of old text.
    Raises FileError as `decode`, `read_json` and `read_sheets` do, and `no-players-column`,
    `too-many-rows`, or `empty` if there are only titles.
    """
    if len(data) > MAX_BYTES:
        raise FileError("too-large")
    if is_workbook(data):
        return _of_table(_best_sheet(data, players, chosen), players, is_sure=True)
    decoded = decode(data, encoding)
    sheet = _of_text(decoded, players, chosen)
    return replace(sheet, readings=decoded.readings)


def _of_text(decoded: Text, players: int, chosen: Chosen | None) -> Sheet:
    if decoded.text.lstrip()[:1] in ("{", "[") and not _is_list(decoded.text):
        return _of_json(decoded, players)
    declared, text = declared_delimiter(decoded.text)
    table = _table_of(text, declared, players, chosen)
    if table is None:
        return _of_list(text, players, is_sure=decoded.is_sure)
    return _of_table(table, players, is_sure=decoded.is_sure)


def _of_json(decoded: Text, players: int) -> Sheet:
    records = list(islice(read_json(decoded.text), MAX_ROWS + 1))
    keys = dict.fromkeys(key for _, record, _ in records for key in record if key not in KNOWN_KEYS)
    sheet = _of_records(records, players, is_sure=decoded.is_sure)
    return replace(sheet, left_out=tuple(key[:LONGEST_TITLE] for key in keys))


def _is_list(text: str) -> bool:
    """Return whether text in brackets is a chat of iOS or a numbered list, and not JSON."""
    first = text.lstrip().partition("\n")[0]
    return IN_BRACKETS.match(first) is not None


def _table_of(text: str, declared: str, players: int, chosen: Chosen | None) -> Table | None:
    """Read a table with the delimiter that yields the most known titles."""
    best, most = "", (0, 0)
    for delimiter in declared or DELIMITERS:
        rows = list(islice(_filled(read_csv(text[:SAMPLE], delimiter)), SEARCHED))
        at = find_titles(rows, chosen or {})
        titles = [] if at is None else rows[at][1]
        known_count = sum(column_of(title) is not None for title in titles)
        score = (known_count, 1 + sum(bool(cell.strip()) for cell in titles)) if titles else (0, 0)
        if score > most:
            best, most = delimiter, score
    if not best:
        return None
    rows = list(islice(_filled(read_csv(text, best)), MAX_ROWS + SEARCHED + 1))
    return read_table(rows, size=players, chosen=chosen)


def _filled(rows: Iterable[Cells]) -> Iterable[Cells]:
    return (row for row in rows if any(cell.strip() for cell in row[1]))


def _best_sheet(data: bytes, players: int, chosen: Chosen | None) -> Table:
    """Return the first sheet of a workbook with known titles and rows under them."""
    empty = None
    unknown: tuple[str, ...] = ()
    for sheet in read_sheets(data):
        rows = list(_filled(sheet))
        table = read_table(rows, size=players, chosen=chosen)
        unknown = unknown or _likely_titles(rows)
        if table is not None and table.records:
            return table
        empty = empty or table
    if empty is None:
        raise FileError("no-players-column", titles=unknown)
    return empty


def _likely_titles(rows: Sequence[Cells]) -> tuple[str, ...]:
    """Return the cells of the first row with the most filled columns; () if that is one column."""
    filled = [(sum(bool(cell.strip()) for cell in cells), cells) for _, cells in rows[:SEARCHED]]
    widest = max((width for width, _ in filled), default=0)
    if widest < LEAST_COLUMNS:
        return ()
    return tuple(next(cells for width, cells in filled if width == widest))


def _unknown_titles(text: str) -> tuple[str, ...]:
    """Return the likely titles of a table without known titles."""
    tables = (
        _likely_titles(list(islice(_filled(read_csv(text[:SAMPLE], delimiter)), SEARCHED)))
        for delimiter in DELIMITERS
    )
    return max(tables, key=len, default=())


def _of_table(table: Table, players: int, *, is_sure: bool) -> Sheet:
    records = (
        (line, record, ("too-many-cells",) if record.get("has_more") else ())
        for line, record in table.records
    )
    sheet = _of_records(records, players, is_sure=is_sure)
    left_out = tuple(title[:LONGEST_TITLE] for title in table.left_out)
    return Sheet(sheet.rows, is_sure, left_out, table)


def _of_records(source: Iterable[RawRecord], players: int, *, is_sure: bool) -> Sheet:
    records = list(islice(source, MAX_ROWS + 1))  # limited before any row is read
    if not records:
        raise FileError("empty")
    if len(records) > MAX_ROWS:
        raise FileError("too-many-rows")
    rows = (read_row(line, record, players, *wrong) for line, record, wrong in records)
    return Sheet(tuple(with_doubles(rows)), is_sure)


def _of_list(text: str, players: int, *, is_sure: bool) -> Sheet:
    """Read a file without titles as the lines of a pasted list."""
    first = next((line for line in re.split(r"[\r\n]+", text) if line.strip()), "")
    if any(column_of(cell) for cell in re.split(r"[,;\t|]", first) if len(cell) <= LONGEST_TITLE):
        raise FileError("no-players-column", titles=_unknown_titles(text))
    try:
        lines = read_list(text, size=players)
    except ListError as error:
        raise FileError("no-players-column", titles=_unknown_titles(text)) from error
    complete = [line for line in lines if not line.is_talk and len(line.names) == players]
    if not complete:
        raise FileError("no-players-column", titles=_unknown_titles(text))
    rows = (
        Row(line.number, line.names, line.team, paid=line.paid, looks=line.looks)
        if (line in complete and not line.surname_first) or (line.looks and line.names)
        else Row(line.number, line.names or (line.written,), problems=(_doubt(line, players),))
        for line in lines
        if not line.is_talk
    )
    skipped = tuple(line.written[:LONGEST_TITLE] for line in lines if line.is_talk)
    return Sheet(tuple(with_doubles(rows)), is_sure, skipped, text=text)


def _doubt(line: Line, size: int) -> str:
    """Return the problem of a line of a list."""
    if line.surname_first:
        return "surname-first"
    return "alone" if 0 < len(line.names) < size else "wrong-number-of-players"
