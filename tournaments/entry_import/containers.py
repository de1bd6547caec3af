"""Readers for CSV, TSV, JSON and .xlsx files.

Unclosed quotes in CSV are tolerated. JSON has the form `{"entries": [{"players": ["Ana",
"@beto"]}]}`. The limits on workbooks are far above the size of any list of entries. A file of
another type is rejected with an error that names the type.
"""

import codecs
import csv
import io
import json
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Final

from tournaments.entry_import.rows import MAX_ROWS, FileError, Record

DELIMITERS: Final = ",;\t|"
SEPARATOR_LINE: Final = re.compile(r'\s*"?sep=(.)"?\s*(?:\r\n|\r|\n|$)', re.IGNORECASE)
LONGEST_CELL: Final = 8  # lines
Cells = tuple[int, list[str]]
"""A line number of the file, and the cells of its record."""


def read_csv(text: str, delimiter: str) -> Iterator[Cells]:
    """Yield records. An unclosed quote is taken as text and affects only its own line.

    Raises FileError `bad-csv` for an oversized cell.
    """
    lines = re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)
    at = 0
    while at < len(lines):
        length = _length(lines, at, delimiter)
        record = "".join(lines[at : at + length])
        if record.count('"') % 2:
            record = record.replace('"', "")
        at += length
        yield at, _cells(record, delimiter, at)


def declared_delimiter(text: str) -> tuple[str, str]:
    """Return the delimiter of a `sep=;` line, or "", and the text without that line."""
    match = SEPARATOR_LINE.match(text)
    return (match[1], "\n" + text[match.end() :]) if match else ("", text)


def _length(lines: Sequence[str], at: int, delimiter: str) -> int:
    """Return the number of lines of a record: several if a quoted cell has line breaks."""
    if lines[at].count('"') % 2 == 0:
        return 1
    for more in range(2, LONGEST_CELL + 1):
        record = "".join(lines[at : at + more])
        if record.count('"') % 2 == 0:
            try:
                list(csv.reader(io.StringIO(record, newline=""), delimiter=delimiter, strict=True))
            except csv.Error:
                return 1
            return more
    return 1


def _cells(record: str, delimiter: str, line: int) -> list[str]:
    try:
        rows = list(csv.reader(io.StringIO(record, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise FileError("bad-csv", str(line)) from error
    return rows[0] if rows else []


LONE: Final = re.compile("[\ud800-\udfff]")  # surrogates, which no valid text contains
KNOWN_KEYS: Final = frozenset(
    # `id` is in the site's own exports
    {"id", "name", "players", "affiliation", "seed", "paid", "state"}
)


def read_json(text: str) -> Iterator[tuple[int, Record, tuple[str, ...]]]:
    """Yield each entry with its number in the list and its problems.

    Keys other than `KNOWN_KEYS` are ignored. Raises FileError `bad-json` or `no-entries`.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FileError("bad-json") from error
    entries = document.get("entries") if isinstance(document, dict) else document
    if not isinstance(entries, list):
        raise FileError("no-entries")
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, dict):
            record = {**entry, "players": _players(entry.get("players", []))}
            yield number, record, _problems(record)
        else:
            yield number, {}, ("not-an-entry",)


def _players(players: object) -> object:
    """Return players as strings. The site's export has objects, with reserves among them."""
    if not isinstance(players, list):
        return players
    playing = [each for each in players if not (isinstance(each, dict) and each.get("reserve"))]
    return [_player(each) if isinstance(each, dict) else each for each in playing]


def _player(player: dict[str, object]) -> object:
    username = player.get("username")
    return f"@{username}" if isinstance(username, str) and username else player.get("name", 0)


def _problems(entry: Record) -> tuple[str, ...]:
    """Return a problem if a value that must be text is not."""
    players = entry.get("players", [])
    texts = [entry.get("name") or "", entry.get("affiliation") or ""]
    texts += players if isinstance(players, list) else [players]
    is_written = all(isinstance(text, str) and not LONE.search(text) for text in texts)
    return () if is_written else ("not-an-entry",)


ZIP: Final = b"PK\x03\x04"
READ: Final = (".xml", ".rels")  # parts that hold cells; pictures are never read
MAX_UNPACKED: Final = 16 * 1024 * 1024  # bytes of all parts together
MAX_MARKS: Final = 300_000  # 20,000 cells of text have about as many
MARKS_OF_WORK: Final = b"<& \t\n\r\0" + bytes(range(0x80, 0x100))
"""The bytes that begin elements, attributes, references and items of lists.

openpyxl takes up to 27 microseconds for each, so their number bounds the time of a workbook.
Items of a list may be separated by any space of Unicode, and the file may be in UTF-16: so NUL and
all bytes beyond ASCII count, too.
"""
MAX_PARTS: Final = 500
MAX_COLUMNS: Final = 64
MAX_SHEETS: Final = 20
MAX_TEXT: Final = 500  # characters of a cell; many cells may share one text


def is_workbook(data: bytes) -> bool:
    """Return whether bytes are a zip file that contains a workbook."""
    if not data.startswith(ZIP):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            return any(name.startswith("xl/") for name in parts.namelist())
    except Exception:  # zipfile raises many exceptions for damaged files
        return False


def read_sheets(data: bytes) -> Iterator[list[Cells]]:
    """Yield the filled rows of each sheet of a workbook.

    Raises FileError `large-workbook` if it would take too long, `binary` for a broken file.
    """
    import openpyxl  # 80 ms of a start, which only a workbook needs

    try:
        book = openpyxl.load_workbook(_unpacked(data), read_only=True, data_only=True)
        for sheet in book.worksheets[:MAX_SHEETS]:
            rows = sheet.iter_rows(max_row=MAX_ROWS + 100, max_col=MAX_COLUMNS, values_only=True)
            yield [
                (line, [_text(cell) for cell in row])
                for line, row in enumerate(rows, 1)
                if row.count(None) < len(row)  # a row that the file leaves out has Nones
            ]
    except FileError:
        raise
    except Exception as error:  # zipfile and openpyxl raise many exceptions for damaged files
        raise FileError("binary") from error


def _unpacked(data: bytes) -> io.BytesIO:
    """Return the workbook without compression and pictures, if its size permits reading it."""
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        sizes = [part.file_size for part in parts.infolist()]  # zipfile reads no more than those
        if len(sizes) > MAX_PARTS or sum(sizes) > MAX_UNPACKED:
            raise FileError("large-workbook")
        read = {name: parts.read(name) for name in parts.namelist() if name.endswith(READ)}
    marks = sum(len(each) - len(each.translate(None, MARKS_OF_WORK)) for each in read.values())
    if marks > MAX_MARKS:
        raise FileError("large-workbook")
    plain = io.BytesIO()
    with zipfile.ZipFile(plain, "w") as parts:
        for name, part in read.items():
            parts.writestr(name, part)
    return plain


def _text(value: object) -> str:
    """Return a cell's value as spreadsheets show it."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer():
            return str(int(value))
        case datetime() | date() | time():
            return value.isoformat()
        case _:
            return str(value)[:MAX_TEXT]


MAX_BYTES: Final = 2 * 1024 * 1024
MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
BINARY: Final = re.compile(rb"[\x00-\x08\x0e-\x1f]")
CONTROLS: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
DOUBTFUL: Final = re.compile(rb"[A-Za-z'\x80-\xff]{0,30}[\x80-\xff][A-Za-z'\x80-\xff]{0,30}")
SHOWN: Final = 6  # doubtful words
SAMPLE: Final = 4096  # bytes checked for UTF-16 without a byte order mark
GUESSES: Final = ("cp1252", "mac_roman", "cp850")
# Characters in names and notes of Spanish, Catalan, Portuguese and English lists.
EXPECTED: Final = frozenset("áéíóúàèìòùâêôãõäëïöüñçÁÉÍÓÚÀÈÌÒÙÂÊÔÃÕÄËÏÖÜÑÇºª·¿¡«»–—‘’“”…€°\u00a0")


@dataclass(frozen=True)
class Reading:
    """The doubtful words of a file in one encoding."""

    encoding: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Text:
    """The text of a file, and whether its encoding is certain.

    A guessed encoding has other readings; the chosen one comes first.
    """

    text: str
    is_sure: bool
    readings: tuple[Reading, ...] = ()


def decode(data: bytes, encoding: str = "") -> Text:
    """Decode UTF-8, UTF-16 and UTF-32, or guess an encoding of old programs.

    `encoding` is the organiser's choice among the latter. Raises FileError `too-large`, `empty`,
    `encoding` or `binary`.
    """
    if len(data) > MAX_BYTES:
        raise FileError("too-large")
    decoded = _marked(data) or _decoded(data, encoding)
    if CONTROLS.search(decoded.text):
        raise FileError("binary")
    if not decoded.text.strip():
        raise FileError("empty")
    return decoded


def _marked(data: bytes) -> Text | None:
    """Decode by a byte order mark, or by the NUL bytes of UTF-16; None if there are none."""
    encoding = next((name for mark, name in MARKS if data.startswith(mark)), "")
    if not encoding:
        sample = data[: SAMPLE - SAMPLE % 2]
        even, odd = sample[::2].count(0), sample[1::2].count(0)
        half = max(len(sample) // 2, 1)
        if odd > 0.6 * half and even == 0:
            encoding = "utf-16-le"
        elif even > 0.6 * half and odd == 0:
            encoding = "utf-16-be"
    if not encoding:
        return None
    try:
        return Text(data.decode(encoding), is_sure=True)
    except UnicodeDecodeError as error:
        raise FileError("binary") from error


def _decoded(data: bytes, chosen: str) -> Text:
    if BINARY.search(data):
        raise FileError("binary")
    try:
        return Text(data.decode("utf-8-sig"), is_sure=True)
    except UnicodeDecodeError:
        pass
    texts = {name: data.decode(name, errors="replace") for name in GUESSES}
    if chosen in texts:
        return Text(texts[chosen], is_sure=False, readings=_readings(data, texts, chosen))
    for name, text in texts.items():
        if "\ufffd" not in text and _is_plausible(text):
            return Text(text, is_sure=False, readings=_readings(data, texts, name))
    raise FileError("encoding")


def readings_of(data: bytes) -> tuple[Reading, ...]:
    """Return the possible readings of a file of unknown encoding, by its doubtful words."""
    return _readings(data, {name: data.decode(name, errors="replace") for name in GUESSES}, "")


def _readings(data: bytes, texts: Mapping[str, str], chosen: str) -> tuple[Reading, ...]:
    """Return the distinct readings of the words that are not ASCII, `chosen` first."""
    doubtful = dict.fromkeys(DOUBTFUL.findall(data))
    some = [*doubtful][:SHOWN]
    name_by_words: dict[tuple[str, ...], str] = {}
    for name in sorted(texts, key=lambda each: each != chosen):
        words = tuple(word.decode(name, errors="replace") for word in some)
        name_by_words.setdefault(words, name)
    return tuple(Reading(name, words) for words, name in name_by_words.items())


def _is_plausible(text: str) -> bool:
    """Return whether the characters beyond ASCII are plausible, and letters within words."""
    strange = [sign for sign in text if not sign.isascii() and sign not in EXPECTED]
    if any(not unicodedata.category(sign).startswith("L") for sign in strange):
        return False
    rare = sum(not sign.isascii() for sign in text)
    inside = re.search(r"(?<=[^\W\d_])[–—‘“”…€°¿¡«»ºª](?=[^\W\d_])", text)
    has_odd_capitals = re.search("[a-zß-ÿ][À-ÖØ-Þ]", text) is not None
    return inside is None and not has_odd_capitals and len(strange) <= rare // 2
