"""Where a page of a list begins or ends, as an address has it."""

from django.http import Http404, HttpRequest

from accounts.values.keyset import Order, Place, Span


def place_asked_for(request: HttpRequest, order: Order, name: str = "before") -> Place | None:
    """Return the place that an address names; 404 where there is no such place."""
    try:
        return order.read(request.GET.get(name, ""))
    except (ValueError, OverflowError) as error:
        raise Http404 from error


def span_asked_for(request: HttpRequest, order: Order) -> Span:
    """Return the page that is asked for: `?from=` begins behind a place, `?to=` ends before one."""
    return Span(
        behind=place_asked_for(request, order, "from"),
        in_front_of=place_asked_for(request, order, "to"),
    )
