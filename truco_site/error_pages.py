"""Error pages for requests refused before a view runs, and for views that fail."""

import sys
from collections.abc import Callable
from pathlib import PurePosixPath

from django.core.exceptions import (
    BadRequest,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
)
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import is_valid_path
from django.utils import translation
from django.views import defaults

from accounts.common.requests import is_part, page_before
from truco_site.api_responses import is_api, plain_error
from truco_site.logs import request_id

BAD, NOT_FOUND, NOT_ALLOWED, TOO_LARGE, FAILED, AWAY = 400, 404, 405, 413, 500, 503
FEW_WORDS = 3  # longer texts are shown again
SOON = "5"  # seconds until a retry, when the database is down


def render_error_page(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Render a page with a link for refusals without a body; htmx gets the text only."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        if answer.status_code not in (BAD, NOT_ALLOWED, TOO_LARGE) or answer.streaming:
            return answer
        is_written = "json" in answer["Content-Type"] if is_api(request) else answer.content
        if is_written:
            return answer
        if is_api(request):
            page = plain_error(request, answer.status_code)
        else:
            page = _refusal_page(request, answer.status_code)
        if allowed := answer.headers.get("Allow"):
            page.headers["Allow"] = allowed
        return page

    return middleware


def _refusal_page(request: HttpRequest, status: int) -> HttpResponse:
    template = "_refused.html" if is_part(request) else "refused.html"
    context = {"status": status, "way_out": _way_out(request, status)}
    return render(request, template, context, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Leave the text to `render_error_page`, if the request reached it."""
    status = TOO_LARGE if isinstance(exception, RequestDataTooBig) else BAD
    if is_api(request):
        return plain_error(request, status)
    if not hasattr(request, "user"):
        return defaults.bad_request(request, exception)
    if isinstance(exception, TooManyFieldsSent):  # the page that says so reads the address, too
        request.GET = QueryDict()
    return HttpResponse(status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer as Django does, which reads the form for its token.

    An unreadable form is a bad request.
    """
    if is_api(request):
        return plain_error(request, NOT_FOUND)
    try:
        return defaults.page_not_found(request, exception)
    except (BadRequest, SuspiciousOperation, MultiPartParserError) as unreadable:
        return bad_request(request, unreadable)


def _way_out(request: HttpRequest, status: int) -> str:
    """Return the page of the submitted form, or the page nearest to a URL without one."""
    before = page_before(request)
    if status != NOT_ALLOWED and before != request.get_full_path():
        return before
    above = [path for path in PurePosixPath(request.path).parents if is_valid_path(f"{path}/")]
    things = [path for path in above if path.name.isdecimal()]  # have a page: /matches/7/
    return f"{[*things, *above][0]}/" if above else "/"


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse a form without a valid token, with an explanation; a reload brings a new token.

    Long texts are shown again, because the browser may have lost them.
    """
    template = "_csrf.html" if is_part(request) else "403_csrf.html"
    return render(request, template, {"typed": _typed(request)}, status=403)


def _typed(request: HttpRequest) -> list[str]:
    """Return the submitted texts that have several lines or many words."""
    try:
        texts = [text for key in request.POST for text in request.POST.getlist(key)]
    except (BadRequest, SuspiciousOperation, MultiPartParserError, OSError):
        return []
    return [text for text in texts if "\n" in text.strip() or len(text.split()) > FEW_WORDS]


def server_error(request: HttpRequest) -> HttpResponse:
    """Render the error page with the request id; it needs no query.

    If the database is down or busy, explain instead that nothing has changed and a retry will help.
    """
    language = getattr(request, "LANGUAGE_CODE", "")
    with translation.override(language or translation.get_language_from_request(request)):
        is_away = isinstance(sys.exc_info()[1], OperationalError | InterfaceError)
        if is_api(request):
            answer = plain_error(request, AWAY if is_away else FAILED, request_id=request_id.get())
            return _soon(answer) if is_away else answer
        if is_away:
            return _away(request)
        return HttpResponseServerError(
            render_to_string("500.html", {"request_id": request_id.get()})
        )


def _away(request: HttpRequest) -> HttpResponse:
    template = "_503.html" if is_part(request) else "503.html"
    return _soon(HttpResponse(render_to_string(template), status=AWAY))


def _soon(answer: HttpResponse) -> HttpResponse:
    answer.headers["Retry-After"] = SOON
    return answer
