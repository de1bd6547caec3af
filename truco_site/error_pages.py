"""Pages for requests that are refused before any view runs, and for those that break one."""

import sys
from collections.abc import Callable
from pathlib import PurePosixPath

from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import is_valid_path
from django.utils import translation
from django.views import defaults

from accounts.common.replayed_post import page_before
from truco_site.htmx import is_part
from truco_site.logs import request_id

BAD, NOT_ALLOWED, TOO_LARGE, AWAY = 400, 405, 413, 503
FEW_WORDS = 3  # what is longer is worth keeping
SOON = "5"  # seconds after which a database that was away may be asked again


def render_error_page(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Give a refusal that came without a body a page, with a way out of it; htmx gets the words."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        if answer.status_code not in (BAD, NOT_ALLOWED, TOO_LARGE) or answer.streaming:
            return answer
        if answer.content:
            return answer
        template = "_refused.html" if is_part(request) else "refused.html"
        context = {"status": answer.status_code, "way_out": _way_out(request, answer.status_code)}
        page = render(request, template, context, status=answer.status_code)
        if allowed := answer.headers.get("Allow"):
            page.headers["Allow"] = allowed
        return page

    return middleware


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Leave the words to `in_words`, unless the request did not come as far."""
    if not hasattr(request, "user"):
        return defaults.bad_request(request, exception)
    too_large = isinstance(exception, RequestDataTooBig)
    return HttpResponse(status=TOO_LARGE if too_large else BAD)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer as Django does, which reads the form for its token: one that cannot be read is bad."""
    try:
        return defaults.page_not_found(request, exception)
    except (BadRequest, SuspiciousOperation, MultiPartParserError) as unreadable:
        return bad_request(request, unreadable)


def _way_out(request: HttpRequest, status: int) -> str:
    """Return the page that a form was on, or the one to which an address without a page belongs."""
    before = page_before(request)
    if status != NOT_ALLOWED and before != request.get_full_path():
        return before
    above = [path for path in PurePosixPath(request.path).parents if is_valid_path(f"{path}/")]
    things = [path for path in above if path.name.isdecimal()]  # have a page: /matches/7/
    return f"{[*things, *above][0]}/" if above else "/"


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without a valid token, in words; a reload brings a new token.

    What was typed into a large field is shown again: the browser may have forgotten it.
    """
    template = "_csrf.html" if is_part(request) else "403_csrf.html"
    return render(request, template, {"typed": _typed(request)}, status=403)


def _typed(request: HttpRequest) -> list[str]:
    """Return the texts of several lines, or of many words, that a form brought."""
    try:
        texts = [text for key in request.POST for text in request.POST.getlist(key)]
    except (BadRequest, SuspiciousOperation, MultiPartParserError, OSError):
        return []
    return [text for text in texts if "\n" in text.strip() or len(text.split()) > FEW_WORDS]


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that the fault is ours, and by which number it is found; nothing is read for it.

    Where the database is away or busy, nothing was changed and it will pass: that is said instead.
    """
    language = getattr(request, "LANGUAGE_CODE", "")
    with translation.override(language or translation.get_language_from_request(request)):
        if isinstance(sys.exc_info()[1], OperationalError | InterfaceError):
            return _away(request)
        return HttpResponseServerError(
            render_to_string("500.html", {"request_id": request_id.get()})
        )


def _away(request: HttpRequest) -> HttpResponse:
    template = "_503.html" if is_part(request) else "503.html"
    return HttpResponse(render_to_string(template), status=AWAY, headers={"Retry-After": SOON})
