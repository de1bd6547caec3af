"""Middleware that belongs to the site as a whole."""

import secrets
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from truco_site.logs import request_id


def identified(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Give each request an id, by which what went wrong is found in the log."""

    def middleware(request: HttpRequest) -> HttpResponse:
        token = request_id.set(secrets.token_hex(8))
        try:
            response = get_response(request)
            response.headers["X-Request-ID"] = request_id.get()
        finally:
            request_id.reset(token)
        return response

    return middleware


def socket_origin(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Name the page's own socket in the policy: older Safari does not take it from 'self'."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        scheme = "wss" if request.is_secure() else "ws"
        response._csp_update = {"connect-src": f"{scheme}://{request.get_host()}"}  # type: ignore[attr-defined]  # read by django-csp
        return response

    return middleware
