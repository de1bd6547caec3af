"""One thing that must never be so."""

from dataclasses import dataclass

from django.db.models import Model


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
