"""What htmx asks for. Every view that answers with a part of a page decides by `is_part`."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


def is_part(request: HttpRequest) -> bool:
    """Tell whether htmx wants a part of a page; the Back button makes it ask for the whole page.

    The headers are read here: an error page may be shown before `HtmxMiddleware` has run.
    """
    htmx = HtmxDetails(request)
    return bool(htmx) and not htmx.history_restore_request
