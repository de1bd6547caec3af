"""What htmx asks for, and how it is sent to another page."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django_htmx.http import HttpResponseClientRedirect


def leave_for(request: HttpRequest, page: HttpResponseRedirect) -> HttpResponse:
    """Send the reader to another page: htmx follows no redirection by itself."""
    return HttpResponseClientRedirect(page.url) if is_part(request) else page


def is_part(request: HttpRequest) -> bool:
    """Tell whether htmx asks, which wants the table alone."""
    return bool(request.headers.get("HX-Request"))
