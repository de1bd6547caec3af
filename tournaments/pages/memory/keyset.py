"""A place in a list that is ordered by an instant and a key: a page begins behind it.

However long the list is, an index leads to the place; and what is added in front moves no page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, NamedTuple, Self, TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils import timezone

Row = TypeVar("Row", bound=Model)


class Place(NamedTuple):
    """Where a page begins: behind this row, in falling order of the instant, then of the key."""

    at: datetime
    pk: int

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Read a place as an address has it; None if it is none.

        Raises ValueError or OverflowError.
        """
        if not text:
            return None
        at, _separator, number = text.partition("~")
        instant, pk = datetime.fromisoformat(at), int(number)
        if timezone.is_naive(instant) or not 0 <= pk < 2**63:
            raise ValueError(text)
        return cls(instant.astimezone(UTC), pk)

    def __str__(self) -> str:
        return f"{self.at.isoformat()}~{self.pk}"

    def older(self, column: str) -> Q:
        """The condition of coming behind it, in words by which an index finds it at once."""
        same = {column: self.at, "pk__gte": self.pk}
        return Q(**{f"{column}__lte": self.at}) & ~Q(**same)


@dataclass(frozen=True)
class Behind(Generic[Row]):
    """A page of a list, and where the older rows begin if there are any."""

    rows: Sequence[Row]
    older: Place | None


def behind(found: QuerySet[Row], before: Place | None, column: str, most: int) -> Behind[Row]:
    """Read the rows behind a place, the latest first; one row more tells whether others follow."""
    rest = found if before is None else found.filter(before.older(column))
    rows = list(rest.order_by(f"-{column}", "-pk")[: most + 1])
    if len(rows) <= most:
        return Behind(rows, None)
    last = rows[most - 1]
    return Behind(rows[:most], Place(getattr(last, column), last.pk))
