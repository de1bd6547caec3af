"""Rows in batches, for queries with many parameters and for work on whole tables."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, TypeVar

Row = TypeVar("Row")
QUERY_SIZE: Final = 400  # parameters of a query; databases limit their number


def batches(rows: Iterable[Row], size: int = QUERY_SIZE) -> Iterator[list[Row]]:
    """Yield the rows in lists of at most `size`."""
    rest = iter(rows)
    while batch := list(islice(rest, size)):
        yield batch
