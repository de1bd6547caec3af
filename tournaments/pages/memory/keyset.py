"""A place in a list that is ordered by an instant and a key: a page begins behind it.

However long the list is, an index leads to the place; and what is added in front moves no page.
"""

from datetime import UTC, datetime
from typing import NamedTuple, Self

from django.db.models import Q
from django.utils import timezone


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
