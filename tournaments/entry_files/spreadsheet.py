"""Cells of .xlsx workbooks, within limits that no list of entries reaches."""

import io
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Final
from xml.etree.ElementTree import ParseError

import openpyxl

from tournaments.entry_files.csv_file import Cells
from tournaments.entry_files.rows import MAX_ROWS, FileError

ZIP: Final = b"PK\x03\x04"
MAX_UNPACKED: Final = 32 * 1024 * 1024  # bytes of all parts together
MAX_PARTS: Final = 500
MAX_COLUMNS: Final = 64
MAX_SHEETS: Final = 20


def is_workbook(data: bytes) -> bool:
    """Tell whether bytes are a zip file with a workbook of cells in it."""
    if not data.startswith(ZIP):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            return any(name.startswith("xl/") for name in parts.namelist())
    except (zipfile.BadZipFile, ValueError):
        return False


def read_sheets(data: bytes) -> Iterator[list[Cells]]:
    """Read the sheets of a workbook, one after the other.

    Raises FileError `too-large` for what unpacks to more than a list, `binary` for a broken file.
    """
    _require_small(data)
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        for sheet in book.worksheets[:MAX_SHEETS]:
            rows = sheet.iter_rows(max_row=MAX_ROWS + 100, max_col=MAX_COLUMNS, values_only=True)
            yield [(line, [_text(cell) for cell in row]) for line, row in enumerate(rows, 1)]
    except FileError:
        raise
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, OSError, ParseError) as error:
        raise FileError("binary") from error


def _require_small(data: bytes) -> None:
    """Refuse a workbook by the sizes it declares; zipfile reads no more than those."""
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        sizes = [part.file_size for part in parts.infolist()]
    if len(sizes) > MAX_PARTS or sum(sizes) > MAX_UNPACKED:
        raise FileError("too-large")


def _text(value: object) -> str:
    """Write a cell as people see it."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case datetime() | date() | time():
            return value.isoformat()
        case _:
            return str(value)
