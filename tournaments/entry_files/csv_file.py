"""Cells of CSV and TSV as spreadsheets and forms save them, with forgotten quotes forgiven."""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Final

from tournaments.entry_files.rows import FileError

DELIMITERS: Final = ",;\t|"
SEPARATOR_LINE: Final = re.compile(r'\s*"?sep=(.)"?\s*(?:\r\n|\r|\n|$)', re.IGNORECASE)
LONGEST_CELL: Final = 8  # lines

Cells = tuple[int, list[str]]
"""The number of a line in the file, and its cells."""


def read_csv(text: str, delimiter: str) -> Iterator[Cells]:
    """Read records; a quote that nothing closes is text, and spoils its own line alone.

    Raises FileError `bad-csv` for a cell larger than any name.
    """
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
    at = 0
    while at < len(lines):
        taken = _length(lines, at, delimiter)
        record = "".join(lines[at : at + taken])
        if record.count('"') % 2:
            record = record.replace('"', "")
        at += taken
        yield at, _cells(record, delimiter, at)


def declared_delimiter(text: str) -> tuple[str, str]:
    """Return the delimiter that a line `sep=;` declares, if one does, and the text without it."""
    found = SEPARATOR_LINE.match(text)
    return (found[1], "\n" + text[found.end() :]) if found else ("", text)


def _length(lines: Sequence[str], at: int, delimiter: str) -> int:
    """Return how many lines a record takes: more than one if a quoted cell has breaks."""
    if lines[at].count('"') % 2 == 0:
        return 1
    for more in range(2, LONGEST_CELL + 1):
        record = "".join(lines[at : at + more])
        if record.count('"') % 2 == 0:
            try:
                list(csv.reader(io.StringIO(record, newline=""), delimiter=delimiter, strict=True))
            except csv.Error:
                return 1
            return more
    return 1


def _cells(record: str, delimiter: str, line: int) -> list[str]:
    try:
        rows = list(csv.reader(io.StringIO(record, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise FileError("bad-csv", str(line)) from error
    return rows[0] if rows else []
