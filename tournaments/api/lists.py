"""Lists in pages: cursors in the query string, and links to the next page (RFC 8288)."""

from collections.abc import Callable, Sequence
from typing import Annotated, Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from ninja import Field, Query, Schema

from accounts.common.pagination import Order, PageRange, Row, page, parse_number
from tournaments.api.errors import BadCursorError

BY_KEY = Order({"pk": parse_number})
LATEST = Order({"-pk": parse_number})


class Paging(Schema):
    """Which page of a list is wanted; take `from` and `to` from the `Link` header."""

    start: str = Field("", alias="from", max_length=300, description="After this cursor.")
    end: str = Field("", alias="to", max_length=300, description="Before this cursor.")
    limit: int = Field(50, ge=1, le=100, description="Rows of a page.")


Pages = Annotated[Paging, Query()]


def list_page(
    request: HttpRequest,
    response: HttpResponse,
    paging: Paging,
    rows: QuerySet[Row],
    order: Order,
    document: Callable[[Sequence[Row]], list[dict[str, Any]]],
) -> dict[str, Any]:
    """Return a page of a list, and link to the pages around it. Raises `bad-cursor`."""
    try:
        span = PageRange(order.read(paging.start), order.read(paging.end))
    except (ValueError, OverflowError) as error:
        raise BadCursorError() from error
    current = page(rows, order, span, paging.limit, may_be_empty=True)
    links = [
        f'<{_address(request, name, str(cursor))}>; rel="{rel}"'
        for rel, name, cursor in (
            ("prev", "to", current.previous),
            ("next", "from", current.following),
        )
        if cursor is not None
    ]
    if links:
        response.headers["Link"] = ", ".join(links)
    return {"items": document(current.rows)}


def _address(request: HttpRequest, name: str, cursor: str) -> str:
    query = request.GET.copy()
    query.pop("from", None)
    query.pop("to", None)
    query[name] = cursor
    return f"{request.path}?{query.urlencode()}"
