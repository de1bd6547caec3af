"""What crawlers are asked to leave alone: pages of one person, and links that are secrets."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

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
    """Answer as robots ask: one path a line."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in LEFT_ALONE)]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
