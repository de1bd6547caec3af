"""Detection of htmx requests: views that can answer with a fragment decide by `is_part`."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


def is_part(request: HttpRequest) -> bool:
    """Return whether htmx wants part of a page; for the Back button it requests the full page.

    The headers are read here, because an error page may come before `HtmxMiddleware` has run.
    """
    htmx = HtmxDetails(request)
    return bool(htmx) and not htmx.history_restore_request
