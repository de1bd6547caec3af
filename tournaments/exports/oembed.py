"""oEmbed (https://oembed.com): how other sites show a public competition.

They ask with the address of its page, and frame the embedded one.
"""

from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from accounts.common.page_meta import in_language, site_origin
from tournaments.models import Competition
from tournaments.models.competitions import number_of

WIDTH, HEIGHT = 640, 600  # pixels
SMALLEST: Final = 200
A_DAY: Final = 24 * 60 * 60
LONGEST: Final = 400  # characters of an address
NOT_IMPLEMENTED: Final = 501  # a format that is not offered, as the standard asks
DIGITS: Final = 4


@require_safe
@cache_control(public=True, max_age=300)
def oembed(request: HttpRequest) -> HttpResponse:
    """Return how to frame the competition at `url`; `maxwidth` and `maxheight` are kept."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=NOT_IMPLEMENTED)
    pk = _competition_at(request, request.GET.get("url", "")[:LONGEST])
    public = Competition.objects.public().select_related("club")
    competition = get_object_or_404(public, pk=pk)
    origin, language = site_origin(request), get_language() or ""
    width = _at_most(request.GET.get("maxwidth", ""), WIDTH)
    height = _at_most(request.GET.get("maxheight", ""), HEIGHT)
    frame = in_language(f"{origin}{reverse('embed', args=[competition.pk])}", language)
    title = f"{competition} · {competition.club}"
    html = format_html(
        '<iframe src="{}" width="{}" height="{}" title="{}" loading="lazy"></iframe>',
        *(frame, width, height, title),
    )
    picture = reverse("competitions:picture", args=[competition.pk])
    document = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "author_name": competition.club.name,
        "author_url": f"{origin}{reverse('clubs:club', args=[competition.club.slug])}",
        "provider_name": _("Club de truco"),
        "provider_url": f"{origin}/",
        "cache_age": A_DAY,
        "thumbnail_url": in_language(f"{origin}{picture}", language),
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
        "width": width,
        "height": height,
        "html": html,
    }
    return JsonResponse(document)


def _competition_at(request: HttpRequest, address: str) -> int:
    """Return the pk of the competition at an address. Raises Http404."""
    try:
        parts = urlsplit(address)
        place = resolve(parts.path)
    except (ValueError, Resolver404):
        raise Http404 from None
    own = {request.get_host(), urlsplit(settings.SITE_URL).netloc}
    if parts.scheme not in ("http", "https") or parts.netloc not in own:
        raise Http404
    match place.view_name:
        case "competitions:competition" | "embed":
            return int(place.kwargs["pk"])
        case "short" if (number := number_of(place.kwargs["code"])) is not None:
            return number
        case _:
            raise Http404


def _at_most(value: str, usual: int) -> int:
    is_number = value.isascii() and value.isdigit() and len(value) <= DIGITS
    return max(SMALLEST, min(usual, int(value))) if is_number else usual
