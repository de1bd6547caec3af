"""One line of a list of entries, checked as far as the line alone tells."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.core.exceptions import ValidationError

from accounts.values.names import searchable, tidy, validate_shown_name

MAX_ROWS: Final = 5_000
LONGEST: Final[Mapping[str, int]] = {"player": 60, "name": 60, "affiliation": 60}
SEEDS: Final = range(1, 513)
BETWEEN_PLAYERS: Final = "/"
YES: Final = {"si", "sí", "s", "x", "1", "true", "yes", "y", "pago", "pagó", "pagado", "ok", "✓"}
NO: Final = {"", "no", "n", "0", "false", "-"}

Record = Mapping[str, object]
"""What a file says of one entry: `name`, `players` (texts), `affiliation`, `seed`, `paid`."""


class FileError(ValueError):
    """A file of which nothing can be taken; `code` says why, `detail` where or what."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code, self.detail = code, searchable(detail)


@dataclass(frozen=True)
class Row:
    """One entry as a file has it. `@name` among the players is an account."""

    line: int
    players: tuple[str, ...]
    name: str = ""
    affiliation: str = ""
    seed: int | None = None
    paid: bool = False
    problems: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong with it, as far as it was looked at."""
        return not self.problems

    def blamed(self, *problems: str) -> "Row":
        """Return the row with further problems."""
        return replace(self, problems=(*self.problems, *problems))


def read_row(line: int, record: Record, size: int, *problems: str) -> Row:
    """Read what a file says of one entry of so many players."""
    seed, seed_problems = _seed(record.get("seed", ""))
    paid, paid_problems = _paid(record.get("paid", ""))
    name, affiliation = (_text(record.get(key, "")) for key in ("name", "affiliation"))
    players = _players(record.get("players", ()), name if size == 1 else "")
    written = [*(("player", each) for each in players), ("name", name)]
    found = (
        *problems,
        *(("wrong-number-of-players",) if len(players) != size else ()),
        *_name_problems([*written, ("affiliation", affiliation)]),
        *seed_problems,
        *paid_problems,
    )
    return Row(
        line,
        tuple(map(searchable, players)),
        "" if size == 1 else searchable(name),
        searchable(affiliation),
        seed,
        paid,
        tuple(dict.fromkeys(found)),
    )


def with_doubles(rows: Iterable[Row]) -> Iterator[Row]:
    """Blame every row that has a player whom an earlier one has, or a seed that is taken."""
    seen: set[str] = set()
    seeds: set[int] = set()
    for row in rows:
        keys = [player.casefold() for player in row.players]
        if seen.intersection(keys) or len(set(keys)) < len(keys):
            row = row.blamed("twice-in-file")
        seen.update(keys)
        if row.seed is not None:
            is_taken = row.seed in seeds
            seeds.add(row.seed)
            row = row.blamed("seed-twice") if is_taken else row
        yield row


def _text(value: object) -> str:
    return tidy(value) if isinstance(value, str) else ""


def _players(value: object, alone: str) -> list[str]:
    """Return the players of a cell (`Ana / Beto`) or a list; who plays alone may be the name."""
    texts: Sequence[object] = value.split(BETWEEN_PLAYERS) if isinstance(value, str) else ()
    if isinstance(value, list | tuple):
        texts = value
    players = [text for text in map(_text, texts) if text]
    return players or [alone] if alone else players


def _name_problems(written: Iterable[tuple[str, str]]) -> Iterator[str]:
    for kind, text in written:
        if len(text) > LONGEST[kind]:
            yield "too-long"
        try:
            validate_shown_name(text)
        except ValidationError:
            yield "bad-name"


def _seed(value: object) -> tuple[int | None, tuple[str, ...]]:
    text = str(value).strip() if isinstance(value, int | str) else "?"
    if text == "":
        return None, ()
    if (
        len(text) <= len(str(SEEDS[-1]))
        and text.isascii()
        and text.isdigit()
        and int(text) in SEEDS
    ):
        return int(text), ()
    return None, ("bad-seed",)


def _paid(value: object) -> tuple[bool, tuple[str, ...]]:
    text = str(value).strip().casefold() if isinstance(value, bool | int | str) else "?"
    return text in YES, () if text in YES | NO else ("bad-paid",)
