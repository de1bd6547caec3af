"""Reader for a table of entries; its title row may follow other rows."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.entry_import.columns import Columns, column_of, columns_of, read_titles
from tournaments.entry_import.containers import Cells
from tournaments.entry_import.rows import Record, count_names
from tournaments.names.words import flat

BREAKS: Final = re.compile(r"\s*[\r\n]+\s*")  # of lines, inside a cell
SEARCHED: Final = 30  # rows in which the titles are searched
SAMPLE: Final = 50  # rows whose cells decide the roles of columns
TOTAL: Final = re.compile(r"(?:sub)?tota(?:l|les|is)\b(?!\s+[^\W\d])")
PEOPLE: Final = frozenset({"players", "player", "first", "last", "name", "pair", "team"})


@dataclass(frozen=True)
class Table:
    """The rows under the titles, and the titles of the columns that are left out."""

    titles_at: int  # line
    records: tuple[tuple[int, Record], ...]
    left_out: tuple[str, ...]
    titles: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()  # the role of each column
    sample: tuple[str, ...] = ()  # the first filled cell of each column


Chosen = Mapping[tuple[str, ...], Sequence[str]]
"""Chosen roles of columns, by their titles."""


def key_of(titles: Sequence[str]) -> tuple[str, ...]:
    """Return the same key for titles that differ in case, accents and trailing empty columns."""
    key = [" ".join(flat(title).split()) for title in titles]
    while key and not key[-1]:
        key.pop()
    return tuple(key)


def read_table(rows: Sequence[Cells], *, size: int, chosen: Chosen | None = None) -> Table | None:
    """Find the titles and read the rows under them; None without titles or a column of names.

    Roles chosen earlier for these titles take precedence.
    """
    chosen = chosen or {}
    at = find_titles(rows, chosen)
    if at is None:
        return None
    line, titles = rows[at]
    under = [(number, cells) for number, cells in rows[at + 1 :] if _is_entry(cells)]
    roles = chosen.get(key_of(titles))
    if roles is not None:
        columns = columns_of(roles, titles)
    else:
        cells_under = [cells for _, cells in under[:SAMPLE]]
        columns = read_titles(titles, cells_under, size=size, count_names=count_names)
    if columns is None:
        return None
    records = [(number, _record(columns, cells, len(titles))) for number, cells in under]
    return Table(
        line,
        tuple(records),
        columns.left_out,
        tuple(title.strip() for title in titles),
        columns.roles(len(titles)),
        tuple(_first_filled(at, under) for at in range(len(titles))),
    )


def _is_entry(cells: Sequence[str]) -> bool:
    """Return whether a row is an entry, and not empty, a rule of dashes or a sum."""
    filled = [flat(cell).strip() for cell in cells if re.search(r"\w", cell)]
    return bool(filled) and TOTAL.match(filled[0]) is None


def _first_filled(at: int, rows: Sequence[Cells]) -> str:
    filled = (cells[at].strip() for _, cells in rows if at < len(cells) and cells[at].strip())
    return next(filled, "")


def find_titles(rows: Sequence[Cells], chosen: Chosen) -> int | None:
    """Return the index of the row with the most known titles, among them one of names.

    A row whose titles have chosen roles takes precedence.
    """
    best, most = None, 0
    for at, (_, cells) in enumerate(rows[:SEARCHED]):
        if chosen and key_of(cells) in chosen:
            return at
        columns = [column for column in map(column_of, cells) if column is not None]
        if len(columns) > most and any(column.role in PEOPLE for column in columns):
            best, most = at, len(columns)
    return best


def _record(columns: Columns, cells: Sequence[str], width: int) -> Record:
    def cell(at: int) -> str:
        return plain(cells[at]) if at < len(cells) else ""

    people = []
    for parts in columns.people:
        name = " ".join(filter(None, map(cell, parts)))
        if parts[0] in columns.surname_first and "," in name:
            last, _, first = name.partition(",")
            name = f"{first} {last}"
        people.append(name if len(columns.people) > 1 else BREAKS.sub(" / ", name))
    single = {role: cell(at) for role, at in columns.single.items()}
    return {
        **{
            "name" if role == "team" else role: BREAKS.sub(" ", text)
            for role, text in single.items()
        },
        "players": BREAKS.sub(" / ", single.get("players", "")),
        "people": people,
        "has_more": any(text.strip() for text in cells[width:]),
    }


def plain(cell: str) -> str:
    """Remove the apostrophe that keeps a spreadsheet from evaluating a text as a formula."""
    text = cell.strip()
    is_guarded = text[:1] == "'" and text[1:].lstrip()[:1] in frozenset("=+-@＝＋－＠;；\t")
    return text[1:] if is_guarded and len(text) > 1 else text
