"""The reader of a page: their language and their zone."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


def reader(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Activate the language and the zone of whoever reads the page."""
    return get_response
