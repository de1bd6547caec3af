"""The reader of a request: signed in or not, with htmx or without.

The POST of a signed-out reader is stored in the session and replayed after sign-in, with a new CSRF
token. So only a form whose token was checked is stored: another site cannot have the reader's
browser send a form that the reader then signs in to.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Concatenate, ParamSpec, cast
from urllib.parse import urlsplit

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from accounts.models import User

P = ParamSpec("P")
KEPT = "asked"  # session key
LIFE = timedelta(minutes=30)  # time to sign in or up, and to confirm an address
LONGEST = 16 * 1024  # bytes of a form
TOKEN, SECRET = "csrfmiddlewaretoken", "password"  # in names of fields


def is_part(request: HttpRequest) -> bool:
    """Return whether htmx wants part of a page; for the Back button it requests the full page.

    The headers are read here, because an error page may come before `HtmxMiddleware` has run.
    """
    htmx = HtmxDetails(request)
    return bool(htmx) and not htmx.history_restore_request


def htmx_redirect(request: HttpRequest, page: HttpResponseRedirect) -> HttpResponse:
    """Redirect the reader; htmx gets a header, because it follows redirects inside the fragment."""
    return HttpResponseClientRedirect(page.url) if is_part(request) else page


def person(request: HttpRequest) -> User:
    """Return the signed-in user, on pages that require an account."""
    return cast("User", request.user)


def login_required_keep_post(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Require a sign-in; afterwards show the requested page or repeat the form submission."""

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            return to_sign_in(request)
        if request.session.get(KEPT, {}).get("path") == request.get_full_path():
            del request.session[KEPT]  # only once, even if the browser goes back
        return view(request, *args, **kwargs)

    return guarded


def to_sign_up(request: HttpRequest) -> HttpResponse:
    """Redirect a visitor who is probably new to sign-up, and then to the requested page."""
    return to_sign_in(request, reverse("account_signup"))


def to_sign_in(
    request: HttpRequest, page: str | None = None, *, needs_token: bool = True
) -> HttpResponse:
    """Redirect a visitor to sign-in or to `page`, and then to the requested page.

    A form whose CSRF token was not checked is stored only for a view that needs none.
    """
    if request.method == "POST":
        is_safe = not needs_token or getattr(request, "csrf_processing_done", False)
        way_back = reverse("asked") if is_safe and _keep(request) else page_before(request)
    else:
        way_back = page_before(request) if is_part(request) else request.get_full_path()
    return htmx_redirect(request, redirect_to_login(way_back, page))


@require_safe
@never_cache
@login_required_keep_post
def replay_post(request: HttpRequest) -> HttpResponse:
    """Render the stored request as a form with a new token; a script or a tap submits it."""
    stored = request.session.get(KEPT)
    if stored is None or stored["until"] < timezone.now().timestamp():
        return render(request, "accounts/common/asked.html")
    fields = [
        (name, value) for name, values in QueryDict(stored["form"]).lists() for value in values
    ]
    return render(request, "accounts/common/asked.html", {"path": stored["path"], "fields": fields})


def _keep(request: HttpRequest) -> bool:
    """Store a form until its sender signs in, unless it is long or has a file or a secret."""
    form = request.POST.copy()
    form.pop(TOKEN, None)
    encoded = form.urlencode()
    if request.FILES or len(encoded) > LONGEST or any(SECRET in name for name in form):
        return False
    until = (timezone.now() + LIFE).timestamp()
    request.session[KEPT] = {"path": request.get_full_path(), "form": encoded, "until": until}
    return True


def page_before(request: HttpRequest) -> str:
    """Return the page of this site that a request came from, else the front page."""
    try:
        page = urlsplit(request.headers.get("Referer", ""))
    except ValueError:  # the client controls the header
        return "/"
    if page.netloc != request.get_host() or not page.path.startswith("/"):
        return "/"
    return f"{page.path}?{page.query}" if page.query else page.path
