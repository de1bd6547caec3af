"""Lists of entries in files, read into rows; each row says what is wrong with it. No database."""

from tournaments.entry_files.reading import Sheet, read_sheet
from tournaments.entry_files.rows import FileError, Row
from tournaments.entry_files.text import MAX_BYTES, readings_of

__all__ = ["MAX_BYTES", "FileError", "Row", "Sheet", "read_sheet", "readings_of"]
