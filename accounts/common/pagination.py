"""Keyset pagination: a page starts after one row, or ends before one.

An index finds the row at any length of the list, and rows that are added, moved or deleted
elsewhere do not shift a page. The cursor is part of the query string.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from django.http import Http404, HttpRequest
from django.utils import timezone

Row = TypeVar("Row", bound=Model)
Value = int | str | datetime
Column = tuple[str, bool, Value]  # its name, whether it descends, the cursor's value
LONGEST_NAME = 200  # letters in a URL


@dataclass(frozen=True)
class Cursor:
    """The values of a row in the order columns, its key last."""

    values: tuple[Value, ...]

    def __str__(self) -> str:
        return "~".join(map(_written, self.values))


@dataclass(frozen=True)
class Order:
    """Ordering of a list: columns with a parser for URL values; "-" marks descending ones.

    The last column is a key. A text column comes first, because text may contain the separator.
    """

    columns: Mapping[str, Callable[[str], Value]]

    def read(self, text: str) -> Cursor | None:
        """Parse a cursor from a URL; None for an empty text.

        Raises ValueError or OverflowError for an invalid one.
        """
        if not text:
            return None
        parts = text.rsplit("~", len(self.columns) - 1)
        read = zip(self.columns.values(), parts, strict=True)
        return Cursor(tuple(each(part) for each, part in read))

    def cursor_of(self, row: Model) -> Cursor:
        return Cursor(tuple(getattr(row, name) for name, _falls in self._named))

    def condition_after(self, cursor: Cursor) -> Q:
        """Return the condition for rows after a cursor, in a form that uses an index."""
        return _rows_after([(*column, value) for column, value in self._at(cursor)])

    def condition_before(self, cursor: Cursor) -> Q:
        """Return the condition for rows before a cursor."""
        return _rows_after([(name, not falls, value) for (name, falls), value in self._at(cursor)])

    def ordering(self, *, backwards: bool = False) -> list[str]:
        """Return the columns for `order_by`, from the last row to the first if `backwards`."""
        return [f"-{name}" if falls != backwards else name for name, falls in self._named]

    @property
    def _named(self) -> list[tuple[str, bool]]:
        return [(column.removeprefix("-"), column.startswith("-")) for column in self.columns]

    def _at(self, cursor: Cursor) -> Iterable[tuple[tuple[str, bool], Value]]:
        return zip(self._named, cursor.values, strict=True)


@dataclass(frozen=True)
class PageRange:
    """The requested page: after a cursor, or before one; the first page without either."""

    after: Cursor | None = None
    before: Cursor | None = None


@dataclass(frozen=True)
class OlderRows(Generic[Row]):
    """Some rows of a list, newest first, and the cursor of the older ones, if any."""

    rows: Sequence[Row]
    older: Cursor | None


@dataclass(frozen=True)
class Page(Generic[Row]):
    """A page of a list, with its first and last cursor if there are rows beyond them."""

    rows: Sequence[Row]
    previous: Cursor | None
    following: Cursor | None

    @property
    def is_part(self) -> bool:
        """Whether there are rows on other pages."""
        return self.previous is not None or self.following is not None


def parse_number(text: str) -> int:
    """Parse a key or another non-negative number."""
    read = int(text)
    if not 0 <= read < 2**63:
        raise ValueError(text)
    return read


def parse_instant(text: str) -> datetime:
    """Parse a timestamp with a UTC offset."""
    read = datetime.fromisoformat(text)
    if timezone.is_naive(read):
        raise ValueError(text)
    return read.astimezone(UTC)


def parse_words(text: str) -> str:
    """Return a name as it is; raises ValueError if no row can have it."""
    if "\0" in text or len(text) > LONGEST_NAME:
        raise ValueError(text)
    return text


def newest_first(column: str) -> Order:
    """Return the order by a timestamp, newest first."""
    return Order({f"-{column}": parse_instant, "-pk": parse_number})


LATEST_FIRST = newest_first("at")


def older_rows(
    queryset: QuerySet[Row], before: Cursor | None, column: str, most: int
) -> OlderRows[Row]:
    """Read the rows that are older than a cursor, or the newest ones, up to `most`."""
    order = newest_first(column)
    rows, more = _rows(queryset, order, before, most)
    return OlderRows(rows, order.cursor_of(rows[-1]) if more else None)


def page(
    queryset: QuerySet[Row], order: Order, span: PageRange, most: int, *, may_be_empty: bool = False
) -> Page[Row]:
    """Read a page; fall back to the first if the requested one is empty or incomplete.

    With `may_be_empty` no rows after a cursor are an empty page, so that a list has an end.
    """
    if span.before is not None:
        preceding = queryset.filter(order.condition_before(span.before))
        rows = list(preceding.order_by(*order.ordering(backwards=True))[: most + 1])
        if len(rows) > most:
            page_rows = rows[most - 1 :: -1]
            return Page(page_rows, order.cursor_of(page_rows[0]), order.cursor_of(page_rows[-1]))
    page_rows, more = _rows(queryset, order, span.after, most)
    if not page_rows and span.after is not None:
        if may_be_empty:
            return Page([], span.after, None)
        return page(queryset, order, PageRange(), most)  # the rows after the cursor have gone
    first = order.cursor_of(page_rows[0]) if page_rows and span.after is not None else None
    return Page(page_rows, first, order.cursor_of(page_rows[-1]) if more else None)


def _rows(
    queryset: QuerySet[Row], order: Order, cursor: Cursor | None, most: int
) -> tuple[list[Row], bool]:
    """Read the rows after a cursor; one extra row shows whether more follow."""
    rest = queryset if cursor is None else queryset.filter(order.condition_after(cursor))
    rows = list(rest.order_by(*order.ordering())[: most + 1])
    return rows[:most], len(rows) > most


def _rows_after(columns: Sequence[Column]) -> Q:
    (name, falls, value), *rest = columns
    sign = "lt" if falls else "gt"
    beyond = Q(**{f"{name}__{sign}": value})
    return Q(**{f"{name}__{sign}e": value}) & (beyond | _rows_after(rest)) if rest else beyond


def _written(value: Value) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def requested_cursor(request: HttpRequest, order: Order, name: str = "before") -> Cursor | None:
    """Return the cursor in the URL; 404 if it is invalid."""
    try:
        return order.read(request.GET.get(name, ""))
    except (ValueError, OverflowError) as error:
        raise Http404 from error


def requested_range(request: HttpRequest, order: Order) -> PageRange:
    """Return the requested page: `?from=` starts after a cursor, `?to=` ends before one."""
    return PageRange(
        after=requested_cursor(request, order, "from"),
        before=requested_cursor(request, order, "to"),
    )
