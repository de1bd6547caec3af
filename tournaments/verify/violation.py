"""One thing that must never be so."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from django.db.models import Model

Row = TypeVar("Row")


@dataclass(frozen=True)
class Violation:
    """Which invariant, in which row, and what is wrong with it."""

    invariant: str
    row: str
    what: str

    def __str__(self) -> str:
        return f"{self.invariant} {self.row}: {self.what}"


def found(invariant: str, row: Model, what: str) -> Violation:
    """Name a violation in a row."""
    return Violation(invariant, f"{row._meta.label_lower} {row.pk}", what)


def batches(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """Return rows in lists of at most that many: memory stays bounded."""
    rest = iter(rows)
    while batch := list(islice(rest, size)):
        yield batch
