"""Codes and links that people were given: where each leads, or why it leads nowhere."""

import re
from typing import Final
from urllib.parse import urlsplit

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access.guesses import refuse_guess
from accounts.services import clubs
from accounts.services.refusals import RefusedError
from tournaments.models import Competition, Entry
from tournaments.models.codes import number_of
from tournaments.services.entries.registering import hash_token
from tournaments.services.names import door
from tournaments.views.entries.following import can_be_followed, followed_in
from tournaments.views.finding import find_competition

LONGEST: Final = 400
SECRET: Final = re.compile(r"[\w-]{20,64}")  # what the links of clubs and entries end in


@require_safe
@never_cache
def code(request: HttpRequest) -> HttpResponse:
    """Ask for a code and go where it leads. Guesses are counted, those that lead somewhere not."""
    written = request.GET.get("code", "").strip()[:LONGEST]
    if not written:
        return render(request, "tournaments/code.html")
    place = _place(request, written)
    if place is not None:
        return redirect(place)
    if refusal := refuse_guess(request):
        return refusal
    context = {
        "written": written,
        "refused": _(
            "Ese código no lleva a ningún lado. Fijate si está completo, o pedilo otra vez."
        ),
    }
    return render(request, "tournaments/code.html", context, status=404)


@require_safe
@never_cache
def short(request: HttpRequest, code: str, key: str = "") -> HttpResponse:
    """Lead from a competition's short address to its page, if the reader may see it.

    While its names are taken by QR it leads to the list, whoever has none there and does not run
    it; where cards are real to the list of who plays. The names of one that is not public open to
    its `key`. Wrong ones are counted.
    """
    number = number_of(code) or 0
    if key and not _opens(request, number, key):
        if refusal := refuse_guess(request):
            return refusal
        raise Http404
    if key or _chooses(request, number):
        return redirect("competitions:names", number)
    return redirect(f"competitions:{_page_of(request, find_competition(request, number))}", number)


def _page_of(request: HttpRequest, found: Competition) -> str:
    """Return where a reader of an event begins: who plays it with real cards finds their table."""
    has_place = found.organised or found.own_id is not None  # type: ignore[attr-defined]  # annotated
    knows = has_place or followed_in(request, found.pk) is not None
    return "follow" if can_be_followed(found) and not knows else "competition"


def _opens(request: HttpRequest, number: int, key: str) -> bool:
    """Note in the session that its browser may see the names; return whether the key is right."""
    found = Competition.objects.filter(pk=number, names_by_qr=True).first()
    if found is None or not door.fits(found, key):
        return False
    opened = request.session.get(door.NAMED, [])
    if number not in opened:
        request.session[door.NAMED] = [*opened, number]
    return True


def _chooses(request: HttpRequest, number: int) -> bool:
    """Tell whether a reader comes to take a name: they have none yet, and do not run the event."""
    seen = Competition.objects.visible_to(request.user).with_role_of(request.user)
    found = seen.filter(pk=number).first()
    if found is None or found.organised or found.own_id is not None:  # type: ignore[attr-defined]  # annotated
        return False
    return door.is_open(found)


def _place(request: HttpRequest, written: str) -> str | None:
    if "/" in written:
        return _page(request, written)
    number = number_of(written)
    if number and Competition.objects.visible_to(request.user).filter(pk=number).exists():
        page = "names" if _chooses(request, number) else "competition"
        return reverse(f"competitions:{page}", args=[number])
    return _invitation(written) if SECRET.fullmatch(written) else None


def _page(request: HttpRequest, link: str) -> str | None:
    """Return the page of this site that a link names; of other sites none."""
    try:
        parts = urlsplit(link if "://" in link or link.startswith("/") else f"//{link}")
        resolve(parts.path)
    except (ValueError, Resolver404):
        return None
    if parts.netloc not in ("", request.get_host()) or "\\" in parts.path:
        return None
    query = f"?{parts.query}" if parts.query else ""
    return f"{parts.path}{query}"


def _invitation(token: str) -> str | None:
    """Return the page of a club's or an entry's invitation."""
    if Entry.objects.filter(invitation=hash_token(token)).exists():
        return reverse("invitation", args=[token])
    try:
        clubs.open_invitation(token=token, now=timezone.now())
    except RefusedError:
        return None
    return reverse("clubs:join", args=[token])
