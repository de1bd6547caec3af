"""Middleware of the whole site: request ids, socket origins, limits on numeric ids."""

import secrets
from collections.abc import Callable, Mapping
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse

from truco_site.logs import request_id

LARGEST_KEY: Final = 2**63 - 1  # of a row


def identified(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Set an id for each request, to find its errors in the log."""

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
    """Add the page's own socket to the policy: older Safari does not include it in 'self'."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        scheme = "wss" if request.is_secure() else "ws"
        of_view = getattr(response, "_csp_update", None) or {}
        response._csp_update = {**of_view, "connect-src": f"{scheme}://{request.get_host()}"}  # type: ignore[attr-defined]  # read by django-csp
        return response

    return middleware


class RejectHugeIds:
    """Middleware that answers 404 to URLs with an id too large for a row, which SQLite rejects."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: Mapping[str, object]
    ) -> None:
        """Check the numbers in the URL (a hook of Django)."""
        if any(isinstance(part, int) and part > LARGEST_KEY for part in kwargs.values()):
            raise Http404
