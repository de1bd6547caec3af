"""Clubs with a host name of their own: `clubname.example` shows the club's page as its home.

The operator names the hosts (`CLUB_HOSTS`). Every other page is there, too; its canonical address
stays that of the site.
"""

from collections.abc import Callable
from functools import partial

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from accounts.models import Club


def club_host_middleware(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Show the page of a club at the root of its host; `request.host_club` is that club."""

    def middleware(request: HttpRequest) -> HttpResponse:
        slug = slug_of_host(request)
        if slug:
            # read when a page shows its name: most answers have none
            request.host_club = SimpleLazyObject(partial(_club, slug))  # type: ignore[attr-defined]
            if request.path_info == "/":
                request.path_info = reverse("clubs:club", args=[slug])  # `path` stays as it was
        return get_response(request)

    return middleware


def slug_of_host(request: HttpRequest) -> str:
    """Return the slug of the club that has the host of a request; "" for the site's own hosts."""
    if not settings.CLUB_HOSTS:
        return ""
    host = request.get_host().partition(":")[0].lower()
    slug: str = settings.CLUB_HOSTS.get(host, "")
    return slug


def home_of(club: Club) -> str:
    """Return the address of a club's own host; "" if it has none."""
    hosts = [host for host, slug in settings.CLUB_HOSTS.items() if slug == club.slug]
    scheme = "https" if settings.HTTPS else "http"
    return f"{scheme}://{hosts[0]}/" if hosts else ""


def _club(slug: str) -> Club | None:
    return Club.objects.filter(slug=slug).first()
