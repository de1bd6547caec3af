"""Lists of entries as spreadsheets save them: commas, semicolons or tabs between the columns."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tournaments.entry_files.rows import BETWEEN_PLAYERS, FileError, Record

DELIMITERS: Final = ",;\t"
COLUMNS: Final[Mapping[str, str]] = {
    "name": "name",
    "nombre": "name",
    "team": "name",
    "equipo": "name",
    "pareja": "name",
    "players": "players",
    "jugadores": "players",
    "player": "player1",
    "jugador": "player1",
    "affiliation": "affiliation",
    "club": "affiliation",
    "club de origen": "affiliation",
    "seed": "seed",
    "cabeza de serie": "seed",
    "paid": "paid",
    "pago": "paid",
}
"""What a column may be called; case, accents and underscores do not matter."""

NUMBERED: Final = re.compile(r"(?:player|jugador) ?([1-6])")
LONGEST_TITLE: Final = 40


def read_csv(text: str) -> Iterator[tuple[int, Record, tuple[str, ...]]]:
    """Read each line under the titles: its number, what it says, what is wrong with its cells.

    Raises FileError `unknown-column`, `column-twice`, `no-players-column` or `bad-csv`.
    """
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(text), strict=True)
    try:
        titles = _titles(next((line for line in lines if any(line)), []))
        for cells in lines:
            if any(cell.strip() for cell in cells):
                extra = any(cell.strip() for cell in cells[len(titles) :])
                problems = ("too-many-cells",) if extra else ()
                yield lines.line_num, _record(titles, cells), problems
    except csv.Error as error:
        raise FileError("bad-csv", str(lines.line_num)) from error


def _delimiter(text: str) -> str:
    """Return what stands most often between the titles."""
    first = text.lstrip().partition("\n")[0]
    return max(DELIMITERS, key=first.count)


def _titles(cells: Sequence[str]) -> list[str]:
    titles = [_title(cell) for cell in cells]
    if len(set(titles)) < len(titles):
        raise FileError("column-twice")
    if not any(title == "name" or title.startswith("player") for title in titles):
        raise FileError("no-players-column")
    return titles


def _title(cell: str) -> str:
    plain = unicodedata.normalize("NFKD", cell.strip().casefold().replace("_", " "))
    said = "".join(sign for sign in plain if not unicodedata.combining(sign))
    numbered = NUMBERED.fullmatch(said)
    known = f"player{numbered[1]}" if numbered else COLUMNS.get(said)
    if known is None:
        raise FileError("unknown-column", cell.strip()[:LONGEST_TITLE])
    return known


def _record(titles: Sequence[str], cells: Sequence[str]) -> Record:
    """Return the cells by their titles, with the players of all columns in one list."""
    said = dict(zip(titles, cells, strict=False))
    numbered = sorted(title for title in said if title.startswith("player") and title != "players")
    together = said.get("players", "").split(BETWEEN_PLAYERS)
    return {**said, "players": [*together, *(said[title] for title in numbered)]}
