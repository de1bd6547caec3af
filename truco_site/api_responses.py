"""Responses of the API: errors as JSON, headers for caches and other sites.

The API ignores cookies: an answer depends on the address, the language and, in `/api/v1/`, the
token alone, so caches may keep it and any site may read it.
"""

from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import get_conditional_response, has_vary_header
from django.utils.translation import gettext_lazy as _

from accounts.common.cost_budgets import FILES, SPAN

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

ROOT: Final = "/api/"
VERSION_1: Final = "/api/v1/"
PROBLEM: Final = "application/problem+json"
FRESH: Final = "public, max-age=30"
KEPT_BY_NOBODY: Final = "no-store"
EXPOSED: Final = "ETag, Idempotent-Replayed, Link, Location, Retry-After, X-Request-ID"
PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": (
        "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID"
    ),
    "Access-Control-Max-Age": "86400",
}
PLAIN_ERRORS: Final[dict[int, "tuple[str, _StrPromise]"]] = {
    HTTPStatus.BAD_REQUEST: ("bad-request", _("Ese pedido no se entiende.")),
    HTTPStatus.FORBIDDEN: ("https-only", _("La API se usa por HTTPS.")),
    HTTPStatus.NOT_FOUND: ("not-found", _("Acá no hay nada, o no es para vos.")),
    HTTPStatus.METHOD_NOT_ALLOWED: ("method-not-allowed", _("Eso no se puede con ese método.")),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("too-large", _("Es demasiado grande.")),
    HTTPStatus.UNPROCESSABLE_ENTITY: ("invalid", _("Hay datos que no sirven.")),
    HTTPStatus.TOO_MANY_REQUESTS: ("too-busy", _("Son demasiados pedidos: probá en un minuto.")),
    HTTPStatus.INTERNAL_SERVER_ERROR: ("server-error", _("Algo se rompió de nuestro lado.")),
    HTTPStatus.SERVICE_UNAVAILABLE: ("unavailable", _("El sitio está ocupado: probá de nuevo.")),
}


def is_api(request: HttpRequest) -> bool:
    return request.path.startswith(ROOT)


def problem(status: int, code: str, detail: object, **members: Any) -> HttpResponse:
    """Return an error of version 1 as problem details (RFC 9457)."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "code": code,
        "detail": str(detail),
        **members,
    }
    return JsonResponse(body, status=status, content_type=PROBLEM)


def plain_error(request: HttpRequest, status: int, **members: Any) -> HttpResponse:
    """Return an error that only its status describes; older addresses have `error` alone."""
    code, detail = PLAIN_ERRORS[status]
    if request.path.startswith(VERSION_1):
        return problem(status, code, detail, **members)
    return JsonResponse({"error": code}, status=status)


def too_busy(request: HttpRequest) -> HttpResponse:
    """Return the refusal of a request beyond the budget."""
    busy = plain_error(request, HTTPStatus.TOO_MANY_REQUESTS)
    busy.headers["Retry-After"] = str(SPAN)
    return busy


def api_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Drop the cookies of a request to the API, and complete its answer."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_api(request):
            return get_response(request)
        request.COOKIES = {}
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return _for_everybody(HttpResponse(status=HTTPStatus.NO_CONTENT, headers=PREFLIGHT))
        if settings.HTTPS and not request.is_secure() and request.path.startswith(VERSION_1):
            return _complete(request, plain_error(request, HTTPStatus.FORBIDDEN))
        if request.method == "HEAD":
            request.method = "GET"  # the server leaves the body out
        if not request.path.startswith(VERSION_1):  # older addresses measure themselves
            return _complete(request, get_response(request))
        with FILES.measured(request):
            return _complete(request, get_response(request))

    return middleware


def _complete(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Set the headers for caches; return 304 to a client whose copy is current."""
    is_public = "Authorization" not in request.headers
    by_token = "" if not request.path.startswith(VERSION_1) else ", Authorization"
    by_type = ", Accept" if has_vary_header(response, "Accept") else ""
    response.headers["Vary"] = f"Accept-Language{by_token}{by_type}"
    _for_everybody(response)
    is_read = request.method == "GET" and not response.streaming
    if not is_read or response.status_code not in (HTTPStatus.OK, HTTPStatus.NOT_FOUND):
        response.headers["Cache-Control"] = KEPT_BY_NOBODY
        return response
    response.headers["Cache-Control"] = FRESH if is_public else "private, no-cache"
    if response.status_code != HTTPStatus.OK:
        return response
    response.headers.setdefault("ETag", f'"{sha256(response.content).hexdigest()[:32]}"')
    etag = response.headers["ETag"]
    current = get_conditional_response(request, etag=etag, response=response)
    return _for_everybody(current or response)  # a 304 keeps only some of the headers


def _for_everybody(response: HttpResponse) -> HttpResponse:
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = EXPOSED
    return response
