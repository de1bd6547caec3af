"""A whole list of entries, whichever way it is written."""

from dataclasses import dataclass
from itertools import islice

from tournaments.entry_files.csv_file import read_csv
from tournaments.entry_files.json_file import read_json
from tournaments.entry_files.rows import MAX_ROWS, FileError, Row, read_row, with_doubles
from tournaments.entry_files.text import decode


@dataclass(frozen=True)
class Sheet:
    """The rows of a file in their order; `is_utf_8` is false if its accents were guessed."""

    rows: tuple[Row, ...]
    is_utf_8: bool


def read_sheet(data: bytes, *, players: int) -> Sheet:
    """Read a list of entries of so many players each.

    Raises FileError if nothing can be taken of it: see `decode`, `read_csv`, `read_json`; also
    `too-many-rows`, and `empty` where there are titles alone.
    """
    found = decode(data)
    is_json = found.text.lstrip()[:1] in ("{", "[")
    read = read_json(found.text) if is_json else read_csv(found.text)
    written = list(islice(read, MAX_ROWS + 1))  # counted before any is looked at
    if not written:
        raise FileError("empty")
    if len(written) > MAX_ROWS:
        raise FileError("too-many-rows")
    rows = (read_row(line, record, players, *wrong) for line, record, wrong in written)
    return Sheet(tuple(with_doubles(rows)), found.is_utf_8)
