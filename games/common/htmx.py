"""Small functions for views that answer htmx: redirects, the user, times for browsers."""

from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from truco_site.htmx import is_part


def htmx_redirect(request: HttpRequest, page: HttpResponseRedirect) -> HttpResponse:
    """Redirect the reader; htmx gets a header, because it follows redirects inside the fragment."""
    return HttpResponseClientRedirect(page.url) if is_part(request) else page


def milliseconds(moment: datetime) -> int:
    """Return a time in milliseconds, as browsers count it."""
    return int(moment.timestamp() * 1000)


def minutes(left: timedelta) -> str:
    """Format a duration as browsers show it: `9:12`."""
    whole, seconds = divmod(round(left.total_seconds()), 60)
    return f"{whole}:{seconds:02}"


def person(request: HttpRequest) -> User:
    """Return the signed-in user."""
    assert isinstance(request.user, User)
    return request.user
