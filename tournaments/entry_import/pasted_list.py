"""Parser and editor of a pasted list: lines, headings, or a table of cells.

No line is an error: unreadable parts are skipped and reported. Text between « and » is one name,
whatever it contains. An edit identifies its line by number and content.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from tournaments.entry_import.chat_export import read_message
from tournaments.entry_import.line import Line, read_line
from tournaments.entry_import.rows import Record, read_row
from tournaments.entry_import.table import read_table
from tournaments.names import words
from tournaments.names.letters import has_letters, has_pictures

MAX_LINES: Final = 512
MAX_BYTES: Final = 64 * 1024


class ListError(ValueError):
    """A list that cannot be read; `code` is the reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_list(text: str, *, size: int, taken: Collection[str] = ()) -> list[Line]:
    """Read a list of teams of `size`. Lines without letters or pictures are ignored.

    Lines in `taken` are names by the organiser's decision. A line of pictures only has no names and
    is no talk. Raises ListError `too-large` or `too-many-lines`.
    """
    if len(text.encode(errors="replace")) > MAX_BYTES:
        raise ListError("too-large")
    numbered = enumerate(map(str.strip, split(text)), 1)
    lines = [(at, line) for at, line in numbered if has_letters(line) or has_pictures(line)]
    if len(lines) > MAX_LINES:
        raise ListError("too-many-lines")
    if (table := _table(text, size, taken)) is not None:
        return table
    return _sectioned(
        [read_line(number, line, size, is_taken=line in taken) for number, line in lines], taken
    )


def _sectioned(lines: Sequence[Line], taken: Collection[str]) -> list[Line]:
    """Skip the lines under a heading of a waiting list or of withdrawals."""
    section, result = "", []
    for line in lines:
        text = words.flat(read_message(line.written).text)
        text = words.BRACKETS.sub(" ", text).strip()
        waiting = words.WAITING.fullmatch(text)
        if line.written in taken:
            result.append(line)
        elif waiting and not has_letters(waiting["after"]):
            section = "waiting"
            result.append(replace(line, is_talk=True))
        elif waiting:
            result.append(replace(line, is_talk=True, why="waiting"))
        elif words.LEFT.fullmatch(text):
            section = "withdrawn"
            result.append(replace(line, is_talk=True))
        elif words.PLAYING.fullmatch(text):
            section = ""
            result.append(line)
        elif section and not line.is_talk:
            result.append(replace(line, is_talk=True, why=section))
        else:
            result.append(line)
    return result


def _table(text: str, size: int, taken: Collection[str]) -> list[Line] | None:
    """Read cells copied from a spreadsheet whose titles are known; None if there are none."""
    rows = [(at, line) for at, line in enumerate(split(text), 1) if line.strip()]
    if not rows or "\t" not in text:
        return None
    table = read_table([(at, line.split("\t")) for at, line in rows], size=size)
    if table is None:
        return None
    records = dict(table.records)
    lines = []
    for at, whole in rows:
        original = whole.strip()
        if not has_letters(original):
            continue
        if at <= table.titles_at:
            lines.append(Line(at, original, is_talk=True))
        elif "\t" not in original or at not in records or original in taken:
            lines.append(read_line(at, original, size, is_taken=original in taken))
        else:
            lines.append(_of_record(at, original, records[at], size))
    return lines


def _of_record(at: int, original: str, record: Record, size: int) -> Line:
    row = read_row(at, record, size)
    name = row.name if size > 1 and "«" not in row.name else ""
    is_gone = "withdrawn" in row.problems
    return Line(
        at,
        original,
        row.players,
        paid=row.paid,
        team=name,
        looks=row.looks,
        is_talk=is_gone or not row.players,
        why="withdrawn" if is_gone else "",
    )


def split(text: str) -> list[str]:
    """Return the lines of a text."""
    return re.split(r"\r\n|\r|\n|\u2028|\u2029|\x0b|\x0c|\x85", text)


def with_line(text: str, number: int, original: str, instead: Sequence[str]) -> str:
    """Replace or delete a line; if it is gone, nothing changes.

    Lines may have been inserted above it meanwhile: then the first identical line is meant.
    """
    lines = split(text)
    at = _place(lines, number, original)
    if at is None:
        return text
    return "\n".join([*lines[:at], *instead, *lines[at + 1 :]])


def without(text: str, numbers: Collection[int]) -> str:
    """Remove lines by their numbers."""
    remaining = (line for number, line in enumerate(split(text), 1) if number not in numbers)
    return "\n".join(remaining).strip("\n")


def with_more(text: str, line: str) -> str:
    return f"{text.rstrip()}\n{line}\n" if text.strip() else f"{line}\n"


def _place(lines: Sequence[str], number: int, original: str) -> int | None:
    same = [at for at, line in enumerate(lines) if line.strip() == original]
    if number - 1 in same:
        return number - 1
    return same[0] if same else None
