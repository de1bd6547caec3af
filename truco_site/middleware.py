"""Middleware that belongs to the site as a whole."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse


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
