"""Parsers for lists of entries; each row carries its own errors. No database."""

from tournaments.entry_import.containers import MAX_BYTES, readings_of
from tournaments.entry_import.reader import Sheet, read_sheet
from tournaments.entry_import.rows import FileError, Row

__all__ = ["MAX_BYTES", "FileError", "Row", "Sheet", "read_sheet", "readings_of"]
