"""Invitations to a casual table: a signed link that its people pass on, and who followed one.

Nothing is stored on the server: the link names the table, signed with the key of the site (HMAC),
and the browser that followed it keeps that in its session, so that no later address holds it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.values.qr import qr
from games.live.admission import INVITED
from games.models import Game

MOST: Final = 20  # that a browser holds
GONE: Final = 410

_signer = Signer(salt="games.invitation", sep="~")


@dataclass(frozen=True)
class Invite:
    """The address that lets anybody sit down, as a QR code, and as a message for WhatsApp."""

    link: str
    qr: str
    whatsapp: str


def invitation(request: HttpRequest, game: Game) -> Invite:
    """Return how the people at a table invite others."""
    link = request.build_absolute_uri(reverse("tables:join", args=[_signer.sign(str(game.pk))]))
    text = _("Jugamos al truco: sentate acá %(link)s") % {"link": link}
    return Invite(link, qr(link), f"https://wa.me/?{urlencode({'text': text})}")


def invited(request: HttpRequest) -> Collection[int]:
    """Return the tables to which this browser followed an invitation, the latest last."""
    return tuple(request.session.get(INVITED, ()))


@require_safe
@never_cache
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Follow an invitation: to the table, or to a page that says it is too late."""
    try:
        pk = int(_signer.unsign(token))
    except BadSignature as forged:
        raise Http404 from forged
    game = get_object_or_404(Game.objects.with_players(), pk=pk)
    seats = list(game.seats.all())
    is_mine = any(seat.user_id == request.user.pk for seat in seats if seat.user_id)
    can_come = not game.is_over and any(seat.is_free or seat.company for seat in seats)
    if not (is_mine or can_come):
        return render(request, "games/too_late.html", {"game": game}, status=GONE)
    known = [each for each in invited(request) if each != pk]
    request.session[INVITED] = [*known[1 - MOST :], pk]
    return redirect("tables:table", pk)
