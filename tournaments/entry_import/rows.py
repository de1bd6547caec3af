"""Validation of single rows of a list of entries, without the database."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from django.core.exceptions import ValidationError

from accounts.names.validation import searchable, validate_shown_name
from tournaments.entry_import.line import cell_name, read_people
from tournaments.formats.format import MOST
from tournaments.names import words
from tournaments.names.comparison import comparison_key
from tournaments.names.given_names import is_given_name
from tournaments.names.letters import has_letters

MAX_ROWS: Final = 5_000
LONGEST: Final[Mapping[str, int]] = {"player": 60, "name": 60, "affiliation": 60}
SEEDS: Final = range(1, MOST + 1)
LONGEST_SEED: Final = 12  # characters
BETWEEN_PLAYERS: Final = "/"
YES: Final = frozenset(
    [
        "si",
        "s",
        "x",
        "1",
        "true",
        "yes",
        "y",
        "ok",
        "verdadero",
        "vertader",
        "verdadeiro",
        "cert",
        "sim",
        "listo",
        "✓",
        "✔",
        "✅",
        "☑",
        "on",
    ]
)
STATES_OUT: Final = re.compile(
    r"withdr\w+|retir\w+|cancel\w+|(?:de )?baja|baixa|dropped.*|disqualified|descalificad[oa]"
    r"|rejected|rechazad[oa]|desist\w+"
)
Record = Mapping[str, object]
"""Values of one entry in a file: `name`, `players` (strings), `affiliation`, `seed`, `paid`."""


class FileError(ValueError):
    """A file that cannot be read; `code` is the reason, `detail` the place or value.

    If a table has no known titles, `titles` are the cells of its first row.
    """

    def __init__(self, code: str, detail: str = "", titles: Iterable[str] = ()) -> None:
        super().__init__(code)
        self.code, self.detail, self.titles = code, searchable(detail), tuple(titles)


@dataclass(frozen=True)
class Row:
    """One entry of a file. A player `@name` is an account."""

    line: int
    players: tuple[str, ...]
    name: str = ""
    affiliation: str = ""
    seed: int | None = None
    paid: bool = False
    problems: tuple[str, ...] = ()
    looks: bool = False  # for a partner
    waits: bool = False  # it was in a waiting list

    @property
    def is_good(self) -> bool:
        """Whether no problem has been found so far."""
        return not self.problems

    def blamed(self, *problems: str) -> "Row":
        """Return the row with further problems."""
        return replace(self, problems=(*self.problems, *problems))


def read_row(line: int, record: Record, size: int, *problems: str) -> Row:
    """Read one entry with `size` players from a file."""
    seed, seed_problems = _seed(record.get("seed", ""))
    paid = _paid(record.get("paid", ""))
    name, affiliation = (_text(record.get(key, "")) for key in ("name", "affiliation"))
    people = _people(record, name, size)
    lacks = 0 < len(people.names) < size
    players = list(people.names)
    paid = paid or (people.paid and not _text(record.get("paid", "")))
    is_out = people.is_gone or STATES_OUT.fullmatch(words.flat(_text(record.get("state", ""))))
    texts = [*(("player", each) for each in players), ("name", name)]
    all_problems = (
        *problems,
        *(("withdrawn",) if is_out else ()),
        *(("wrong-number-of-players",) if len(players) != size and not lacks else ()),
        *_name_problems([*texts, ("affiliation", affiliation)]),
        *seed_problems,
    )
    return Row(
        line,
        tuple(map(_clean, players)),
        "" if size == 1 else _clean(name),
        _clean(affiliation),
        seed,
        paid,
        tuple(dict.fromkeys(all_problems)),
        people.looks or lacks,
        words.WAITS.fullmatch(words.flat(_text(record.get("state", "")))) is not None,
    )


def with_doubles(rows: Iterable[Row]) -> Iterator[Row]:
    """Mark every row with a player or a seed that an earlier row has."""
    seen: set[str] = set()
    seeds: set[int] = set()
    for row in rows:
        if "withdrawn" in row.problems:
            yield row
            continue
        keys = [
            player if player.startswith("@") else comparison_key(player) for player in row.players
        ]
        if seen.intersection(keys) or len(set(keys)) < len(keys):
            row = row.blamed("twice-in-file")
        seen.update(keys)
        if row.seed is not None:
            is_taken = row.seed in seeds
            seeds.add(row.seed)
            row = row.blamed("seed-twice") if is_taken else row
        yield row


def _text(value: object) -> str:
    return _clean(value) if isinstance(value, str) else ""


def _clean(text: str) -> str:
    """Tidy a text as `searchable` does, but keep `ª` and `º`, as in `Mª`."""
    pieces = re.split("([ªº])", text)
    plain = [piece if piece in ("ª", "º") else searchable(f"-{piece}-")[1:-1] for piece in pieces]
    return "".join(plain).strip()


@dataclass(frozen=True)
class _People:
    names: tuple[str, ...] = ()
    paid: bool = False
    looks: bool = False
    is_gone: bool = False


def _people(record: Record, name: str, size: int) -> _People:
    """Return the players of a row: from one cell (`Ana / Beto`), a list, or single cells.

    In a list of single players the name may be in the team's column.
    """
    together = record.get("players", ())
    apart = record.get("people", ())
    cells = [_text(each) for each in (apart if isinstance(apart, list | tuple) else ())]
    if isinstance(together, list | tuple):
        cells = [*map(_text, together), *cells]
        together = ""
    people = _of_cell(_text(together), size)
    names = [*people.names]
    is_gone = people.is_gone
    looks = people.looks
    for cell in filter(None, cells):
        if size > 1 and len(cells) == 1 and not names:
            one = _of_cell(cell, size)
        else:
            one = _of_person(cell)
        names += one.names
        looks, is_gone = looks or one.looks, is_gone or one.is_gone
    if size == 1 and not names and name:
        names = [*_of_person(name).names]
    return _People(tuple(names), people.paid, looks, is_gone)


def _of_cell(cell: str, size: int) -> _People:
    """Read a cell that names all players, with the rules of a pasted list."""
    if not cell:
        return _People()
    line = read_people(cell, size)
    if line.why == "withdrawn":
        return _People(tuple(_split(cell)), is_gone=True)
    parts = [_of_person(part) for part in _split(cell)]
    names = tuple(name for part in parts for name in part.names)
    if len(names) != size and len(line.names) == size and not line.surname_first:
        names = line.names
    return _People(names, line.paid, any(part.looks for part in parts) or line.looks)


def _split(cell: str) -> list[str]:
    return list(filter(None, map(str.strip, cell.split(BETWEEN_PLAYERS))))


def _of_person(cell: str) -> _People:
    """Read a cell, or a part of one, of a single player."""
    line = read_people(cell, 1)
    if line.why == "withdrawn":
        return _People((cell,), is_gone=True)
    if not cell.strip("?¿-–—_.… ") or words.LOOKS.fullmatch(words.flat(cell).strip("?¿()-–— .")):
        return _People(looks=True)
    name = cell_name(cell)
    if words.NOBODY.fullmatch(words.flat(name).strip("?-–— .")) and has_letters(name):
        return _People(looks=True)
    last, comma, given = (part.strip() for part in name.partition(","))
    if comma and last and given and "," not in given and not is_given_name(last):
        name = f"{given} {last}"
    return _People((name,))


def count_names(cell: str) -> int:
    """Return how many people a cell names."""
    if BETWEEN_PLAYERS in cell:
        return len(_split(cell))
    return len(read_people(cell, 2).names)


def _name_problems(texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    for kind, text in texts:
        if len(text) > LONGEST[kind]:
            yield "too-long"
        try:
            validate_shown_name(text)
        except ValidationError:
            yield "bad-name"


def _seed(value: object) -> tuple[int | None, tuple[str, ...]]:
    """Parse `1`, `1.0`, `1,0`, `1º` and `#1`; None in JSON is none."""
    if value is None:
        return None, ()
    is_text = isinstance(value, int | str) and not isinstance(value, bool)
    text = str(value).strip().lstrip("'") if is_text and len(str(value)) < LONGEST_SEED else "?"
    if text in ("", "-", "–", "—"):
        return None, ()
    match = re.fullmatch(r"#?(?:[nN][.º°o]{0,2}\s*)?([0-9]{1,4})(?:[.,]0+|\s?[.ºª°oa])?", text)
    if match and int(match[1]) in SEEDS:
        return int(match[1]), ()
    return None, ("bad-seed",)


def _paid(value: object) -> bool:
    """Parse a payment as people and spreadsheets write it. An unclear value counts as unpaid."""
    if isinstance(value, bool):
        return value
    text = words.flat(str(value).strip()[:80]) if isinstance(value, int | str) else ""
    text = text.replace("\ufe0f", "").strip()
    amount = re.fullmatch(
        r"(?:[a-z]{0,3}\$|€|ars|eur)?\s*([\d.,]+)\s*(?:\$|€|ars|eur|pesos|euros)?", text
    )
    if amount:
        return amount[1].strip("0.,") != ""
    if words.UNPAID.search(text) or words.PARTLY.search(text):
        return False
    tokens = set(re.findall(r"[^\s.,;:()!]+", text))
    return bool(tokens & (YES | words.PAID)) and not tokens & {"no", "nao", "not", "pendiente"}
