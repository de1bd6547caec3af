"""Results from a CSV file: the site's export of matches, with the points written into it.

A row is read by its number; the names of the sides, if the file has them, have to be those of the
match. Each result is saved on its own, as a row of the grid is; a file never replaces one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Final

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override

from accounts.common.errors import RefusedError
from accounts.models import User
from tournaments.entry_import.containers import DELIMITERS, Cells, declared_delimiter, read_csv
from tournaments.entry_import.rows import FileError
from tournaments.entry_import.table import plain
from tournaments.models import Match, ResultSubmission, names_of_sides
from tournaments.names.words import flat
from tournaments.results.forms import Pair
from tournaments.results.labels import refusal
from tournaments.results.services import current_submission, save_row
from tournaments.standings.queries import ended_games

MAX_BYTES: Final = 512 * 1024
MAX_ROWS: Final = 500  # with points; each is saved by itself
TITLES_WITHIN: Final = 10  # rows in which the titles are searched
NUMBER, POINTS, FIRST, SECOND = "número", "tantos", "primera", "segunda"
SCORE: Final = re.compile(r"(\d{1,3})\s*[-–—:]\s*(\d{1,3})")
BETWEEN: Final = re.compile(r"[\s/,;|]*")  # games of one match


class ResultFileError(Exception):
    """The file cannot be read; the message says why, in the reader's language."""


class ResultFileForm(forms.Form):
    """One uploaded file, which `save_file` reads."""

    file = forms.FileField(label=gettext_lazy("Archivo CSV"), allow_empty_file=True)


@dataclass(frozen=True)
class Problem:
    """A row that was not saved, and the reason in words."""

    line: int
    words: str


@dataclass(frozen=True)
class Written:
    """Outcome of a file: results saved, those that were there already, and problems."""

    saved: int
    known: int
    problems: Sequence[Problem]


@dataclass(frozen=True)
class _Row:
    line: int
    number: str
    points: str
    names: tuple[str, str]  # "" where the file has none


def save_file(*, competition_id: int, data: bytes, actor: User, now: datetime) -> Written:
    """Save the results of a CSV file; raises ResultFileError if it is no CSV.

    Rows are saved in the order of the matches, since an earlier result fills a later match.
    """
    rows = sorted(_rows(data), key=lambda row: (len(row.number), row.number))  # in numeric order
    if len(rows) > MAX_ROWS:
        raise ResultFileError(_("Son demasiados resultados: hasta %(most)s.") % {"most": MAX_ROWS})
    saved, unchanged, problems = 0, 0, []
    for row in rows:
        try:
            is_new = _save(competition_id, row, actor, now)
        except _RowError as error:
            problems.append(Problem(row.line, str(error)))
        else:
            saved, unchanged = saved + is_new, unchanged + (not is_new)
    return Written(saved, unchanged, sorted(problems, key=lambda problem: problem.line))


class _RowError(Exception):
    """The words of a problem."""


def _save(competition_id: int, row: _Row, actor: User, now: datetime) -> bool:
    """Save one row; return False if the match has this very result."""
    games = read_points(row.points)
    if games is None:
        raise _RowError(_("«%(text)s» no es un resultado") % {"text": row.points[:40]})
    match = _find(competition_id, row)
    submission = current_submission(match)
    if list(games) in _results_of(match, submission):
        return False
    if submission:
        raise _RowError(_("ya tiene otro resultado"))
    try:
        save_row(match_id=match.pk, games=games, seen=0, actor=actor, now=now)
    except RefusedError as refused:
        raise _RowError(refusal(refused.code, games, match.measure)) from refused
    return True


def _results_of(match: Match, submission: ResultSubmission | None) -> list[list[Pair]]:
    """Return what a file may say of a played match: each chico, or as the export each game's last.

    None of a match that is to be played.
    """
    if match.state != Match.State.COMPLETED:
        return []
    chicos = [tuple(one) for game in submission.chicos for one in game] if submission else []
    return [chicos, [(game.score[0], game.score[1]) for game in ended_games(match)]]


def _find(competition_id: int, row: _Row) -> Match:
    number = int(row.number) if row.number.isdecimal() and len(row.number) < 9 else 0
    numbered = Match.objects.of(competition_id).filter(number=number)
    match = numbered.select_related("round__group__stage__competition").first()
    if match is None:
        raise _RowError(_("no hay partido «%(number)s»") % {"number": row.number[:40]})
    sides = names_of_sides(match.slots.select_related("entry"))
    if any(row.names) and [flat(name) for name in row.names] != [flat(side) for side in sides]:
        raise _RowError(_("ese partido es %(sides)s") % {"sides": " – ".join(sides)})
    return match


def read_points(text: str) -> tuple[Pair, ...] | None:
    """Read `30–22 / 18–30`, with any dash or colon; None if anything else is in it."""
    if BETWEEN.fullmatch(SCORE.sub("", text)) is None:
        return None
    return tuple((int(first), int(second)) for first, second in SCORE.findall(text)) or None


def _rows(data: bytes) -> Iterator[_Row]:
    """Yield the rows that have points."""
    lines = _lines(data)
    roles = [_columns(cells) for _line, cells in lines[:TITLES_WITHIN]]
    titled = [at for at, columns in enumerate(roles) if {NUMBER, POINTS} <= columns.keys()]
    if not titled:
        raise ResultFileError(_("El archivo no tiene las columnas «número» y «tantos»."))
    columns = roles[titled[0]]
    for line, cells in lines[titled[0] + 1 :]:
        row = {name: plain(cells[place]) for name, place in columns.items() if place < len(cells)}
        if row.get(POINTS):
            names = (row.get(FIRST, ""), row.get(SECOND, ""))
            yield _Row(line, row.get(NUMBER, ""), row[POINTS], names)


def _lines(data: bytes) -> list[Cells]:
    if len(data) > MAX_BYTES or b"\0" in data:
        raise ResultFileError(_("El archivo no es un CSV, o es demasiado grande."))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")  # as spreadsheets on Windows save it
    delimiter, text = declared_delimiter(text)
    head = text.lstrip()[:400]
    try:
        return list(read_csv(text, delimiter or max(DELIMITERS, key=head.count)))
    except FileError as error:
        raise ResultFileError(_("El archivo no es un CSV, o es demasiado grande.")) from error


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """Return the places of the columns by role; the first of two counts."""
    places: dict[str, int] = {}
    for place, title in enumerate(cells):
        role = _titles().get(flat(title).strip())
        if role is not None:
            places.setdefault(role, place)
    return places


@cache
def _titles() -> dict[str, str]:
    """Return the role of each title, in every language in which the site exports matches."""
    titles = {"number": NUMBER, "points": POINTS, "score": POINTS, "result": POINTS}
    for language, _name in settings.LANGUAGES:
        with override(language):
            labels = {NUMBER: _("número"), POINTS: _("tantos")}
            labels |= {FIRST: _("primera"), SECOND: _("segunda")}
            titles |= {flat(words): role for role, words in labels.items()}
    return titles
