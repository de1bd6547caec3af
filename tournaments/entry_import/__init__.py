"""Lists of entries in files, read into rows; each row says what is wrong with it. No database."""

from tournaments.entry_import.containers import MAX_BYTES, readings_of
from tournaments.entry_import.reader import Sheet, read_sheet
from tournaments.entry_import.rows import FileError, Row

__all__ = ["MAX_BYTES", "FileError", "Row", "Sheet", "read_sheet", "readings_of"]
