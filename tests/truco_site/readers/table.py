"""The response to each reader at each address, from `table.txt`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

READERS: Final = (
    *("stranger", "guest", "member", "other", "player", "scorer", "organiser", "rival", "staff"),
)
TABLE: Final = Path(__file__).with_name("table.txt")
NOT_ALLOWED: Final = "405"
HEAD: Final = """\
# What each of nine readers gets at each address, in a private cup of a club, at a private table.
# A status; `in`: to the sign-in; `go`: elsewhere. Where nobody may POST there is no such line.
# After a change: python -m tests.truco_site.readers, and read the difference.
"""
Answers = dict[tuple[str, str], list[str]]


def table() -> Answers:
    """Return what each reader gets, by method and route."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    assert rows[0] == ["method", *READERS, "route"]
    return {(row[0], row[-1]): row[1:-1] for row in rows[1:]}


def joined(columns: Mapping[str, Sequence[str]]) -> str:
    """Put the answers of every reader (lines of method, answer, route) side by side."""
    rows: Answers = {}
    for reader in READERS:
        for line in columns[reader]:
            method, answer, route = line.split(" ", 2)
            rows.setdefault((method, route), []).append(answer)
    kept = {key: row for key, row in rows.items() if key[0] == "GET" or {*row} != {NOT_ALLOWED}}
    head = _line("method", READERS, "route")
    return HEAD + head + "".join(_line(key[0], row, key[1]) for key, row in kept.items())


def _line(method: str, answers: Sequence[str], route: str) -> str:
    cells = "".join(
        f"{answer:{len(reader) + 1}}" for answer, reader in zip(answers, READERS, strict=True)
    )
    return f"{method:7}{cells}{route}\n"
