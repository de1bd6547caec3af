"""Tables of cells as CSV that a spreadsheet opens without running anything in it.

RFC 4180 with every text in quotes, and a byte order mark, without which spreadsheets guess the
encoding. A text that a spreadsheet would take for a formula is led by an apostrophe (CWE-1236).
"""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Final

Cell = str | int | float | None
BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
FORMULAS: Final = frozenset("=+-@＝＋－＠;；")
BREAKS: Final = frozenset("\t\r\n")


class CommaNumber(float):
    """A number that is written with a decimal comma."""

    def __str__(self) -> str:
        return f"{float(self):g}".replace(".", ",")


def written(
    header: Sequence[str], rows: Iterable[Sequence[Cell]], *, delimiter: str, decimal: str = "."
) -> str:
    """Return a table as text; numbers stay numbers, texts become harmless.

    `decimal` is the sign that a spreadsheet of the reader's language expects in a number.
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
        return CommaNumber(cell) if decimal == "," else cell
    return harmless(cell)


def harmless(cell: Cell) -> Cell:
    """Lead a text with an apostrophe if a spreadsheet could take it for a formula."""
    if not isinstance(cell, str):
        return "" if cell is None else cell
    is_risky = cell.lstrip()[:1] in FORMULAS or cell[:1] in BREAKS
    return f"'{cell}" if is_risky else cell
