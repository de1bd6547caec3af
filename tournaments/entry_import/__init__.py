"""Import of lists of entries from files and pasted text.

The parsers use no database; each row carries its own errors. Services and views check the rows
against a competition and store them.
"""

from tournaments.entry_import.containers import MAX_BYTES, readings_of
from tournaments.entry_import.reader import Sheet, read_sheet
from tournaments.entry_import.rows import FileError, Row

__all__ = ["MAX_BYTES", "FileError", "Row", "Sheet", "read_sheet", "readings_of"]
