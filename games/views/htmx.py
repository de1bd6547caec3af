"""What htmx asks for, and how it is sent to another page."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django_htmx.http import HttpResponseClientRedirect

from truco_site.htmx import is_part


def leave_for(request: HttpRequest, page: HttpResponseRedirect) -> HttpResponse:
    """Send the reader to another page: htmx follows no redirection by itself."""
    return HttpResponseClientRedirect(page.url) if is_part(request) else page
