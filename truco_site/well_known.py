"""`robots.txt`, `security.txt` and `favicon.ico`.

Crawlers are asked to avoid personal pages and secret links. The contact for vulnerabilities (RFC
9116) appears if the operator has set `SECURITY_CONTACT`.
"""

from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.common.page_meta import site_origin

LEFT_ALONE: Final = (
    *("/accounts/", "/admin/", "/asked/", "/profile/", "/code/", "/judging/"),
    *(
        "/report/",
        "/reports/",
        "/invitation/",
        "/clubs/join/",
        "/tables/join/",
        "/calendars/",
        "/embed/",
    ),
)


@require_safe
@cache_control(max_age=24 * 60 * 60, public=True)
def robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt, with one path per line."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in LEFT_ALONE)]
    sitemap = f"{site_origin(request)}{reverse('sitemap')}"
    return HttpResponse(
        "\n".join([*lines, "", f"Sitemap: {sitemap}", ""]), content_type="text/plain; charset=utf-8"
    )


@require_safe
@cache_control(max_age=24 * 60 * 60, public=True)
def favicon(request: HttpRequest) -> HttpResponse:
    """Return the icon for what asks for it without reading the page."""
    return HttpResponse(_icon(), content_type="image/x-icon")


@cache
def _icon() -> bytes:
    return Path(settings.RESOURCES, "static", "img", "favicon.ico").read_bytes()


GOOD_FOR: Final = timedelta(days=90)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return security.txt with the contact; 404 without one."""
    contact = settings.SECURITY_CONTACT
    if not contact:
        raise Http404
    address = contact if ":" in contact else f"mailto:{contact}"
    until = (timezone.now() + GOOD_FOR).strftime("%Y-%m-%dT%H:%M:%SZ")
    lines = [f"Contact: {address}", f"Expires: {until}", "Preferred-Languages: es, en, ca", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
