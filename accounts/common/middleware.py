"""Middleware for language, time zone and caching, and host-only storage of messages."""

from collections.abc import Callable
from typing import Final
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.core.exceptions import TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers, patch_vary_headers

from accounts.i18n.languages import LANGUAGE, supported_or_default
from accounts.i18n.time_zones import DEFAULT_ZONE, known_zones


class HostOnlyCookie(CookieStorage):
    """A cookie under a name that no other host can set."""

    cookie_name = settings.MESSAGE_COOKIE_NAME


class HostOnlyStorage(FallbackStorage):
    """The cookie storage; messages that do not fit are stored in the session."""

    storage_classes = (HostOnlyCookie, SessionStorage)


HTMX: Final = (  # accounts/common/requests.py, and the language
    "HX-Request",
    "HX-History-Restore-Request",
    "HX-Current-URL",
)
API: Final = "/api/"  # its language is the header's alone
OF_ONES_OWN: Final = ("/accounts/", "/profile/", "/asked/", "/admin/", "/oauth/")


def locale_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Activate the reader's language and time zone for the request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        language = language_of(request)
        request.LANGUAGE_CODE = language  # the attribute that Django's LocaleMiddleware sets
        with translation.override(language), timezone.override(ZoneInfo(zone_of(request))):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        by_browser = () if language_in_address(request) else ("Accept-Language",)
        patch_vary_headers(response, (*by_browser, "Cookie", *HTMX))
        return response

    return middleware


def no_store_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Forbid browsers and proxies from caching the pages of an account."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path.startswith(OF_ONES_OWN):
            add_never_cache_headers(response)
        return response

    return middleware


def language_of(request: HttpRequest) -> str:
    """Return the language of the address, else the account's, the cookie's, or the browser's.

    A part that htmx requests has the language of the page it goes into.
    """
    if language := language_in_address(request) or _language_of_page(request):
        return language
    if request.user.is_authenticated:
        return supported_or_default(request.user.language) or settings.LANGUAGE_CODE
    return translation.get_language_from_request(request)


def language_in_address(request: HttpRequest) -> str:
    """Return the language that the query names by its code; "" if there is none, and for the API.

    Each public page has an address of its own in each language, for search engines.
    """
    try:
        language = request.GET.get(LANGUAGE, "")
    except TooManyFieldsSent:  # the view refuses it
        return ""
    is_known = language in dict(settings.LANGUAGES) and not request.path.startswith(API)
    return language if is_known else ""


def _language_of_page(request: HttpRequest) -> str:
    """Return the language in the address of the page that htmx is on; "" if there is none."""
    try:
        query = urlsplit(request.headers.get("HX-Current-URL", "")).query
        language = QueryDict(query).get(LANGUAGE, "")
    except (ValueError, TooManyFieldsSent):  # no address, or a hostile one
        return ""
    return language if language in dict(settings.LANGUAGES) else ""


def zone_of(request: HttpRequest) -> str:
    """Return the reader's time zone, or the default if it is unknown."""
    return zone_from_cookie(request) or DEFAULT_ZONE


def zone_from_cookie(request: HttpRequest) -> str:
    """Return the account's time zone, else the one in the browser's cookie; "" if there is none."""
    if request.user.is_authenticated:
        return request.user.zone
    cookies = (request.COOKIES.get(name, "") for name in settings.ZONE_COOKIE_NAMES)
    zone = unquote(next(filter(None, cookies), ""))
    return zone if zone in known_zones() else ""
