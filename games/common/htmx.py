"""What htmx asks for, and how it is sent to another page."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from truco_site.htmx import is_part


def htmx_redirect(request: HttpRequest, page: HttpResponseRedirect) -> HttpResponse:
    """Send the reader to another page: htmx follows no redirection by itself."""
    return HttpResponseClientRedirect(page.url) if is_part(request) else page


def milliseconds(moment: datetime) -> int:
    """Return an instant as browsers count it."""
    return int(moment.timestamp() * 1000)


def person(request: HttpRequest) -> User:
    """Return who is signed in."""
    assert isinstance(request.user, User)
    return request.user
