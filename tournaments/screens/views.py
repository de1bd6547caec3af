"""Views of hall screens, bulletins, guest Wi-Fi, printed signs and the score overlay.

A hall screen and an overlay open by their address alone.
"""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.signing import BadSignature, Signer
from django.db.models import Max
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.common.qr_codes import qr
from accounts.common.requests import is_part, login_required_keep_post, person
from games.live.fragments import positioned_children
from tournaments.bulletins.queries import standing_in
from tournaments.bulletins.services import (
    UNHEARD,
    BulletinForm,
    NetworkForm,
    network_of,
    send_bulletin,
    set_network,
    take_bulletin_back,
)
from tournaments.common.errors import answers_refusals, signed_in_page
from tournaments.common.lookups import find_organised, posted_at_desk
from tournaments.live.competition import CompetitionView
from tournaments.models import Competition, HallTable, Match
from tournaments.name_claims.queries import read_names
from tournaments.name_claims.services import names_address
from tournaments.people.contacts import message_to_all
from tournaments.round_clock.queries import closing_clocks, round_clocks
from tournaments.screens.overlay import token_of, topic_of
from tournaments.screens.signs import paper_signs, screen_signs, with_bulletin
from tournaments.screens.wall import round_told, wall_slides
from tournaments.series.queries import table_on_wall

PLACES = {"bottom": "", "top": "top", "bottom-right": "right", "top-right": "top right"}
FIGURES = ("sticks", "numbers")
LEAF_DIGITS = 10  # of a longer number no leaf is


@require_safe
@never_cache
def overlay(request: HttpRequest, token: str) -> HttpResponse:
    """Show the overlay at a place of the picture (`?at=`), with match-sticks or not (`?score=`)."""
    topic = topic_of(token)
    if topic is None:
        raise Http404
    source, pk = topic
    score = request.GET.get("score", "")
    context = {
        "token": token,
        "overlay": positioned_children(source.pieces(pk))["overlay"],
        "place": PLACES.get(request.GET.get("at", ""), ""),
        "figures": score if score in FIGURES else FIGURES[0],
    }
    return render(request, "tournaments/screens/overlay.html", context)


LISTED = 10  # bulletins, and matches to be streamed


@signed_in_page
def screens(request: HttpRequest, pk: int) -> HttpResponse:
    """Show it all to an organiser."""
    return _page(request, find_organised(request, pk))


@posted_at_desk
def send(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a bulletin to everyone at the event."""
    competition, form = find_organised(request, pk), BulletinForm(request.POST)
    if not form.is_valid():
        return _page(request, competition, bulletin_form=form)
    send_bulletin(competition_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data)
    messages.success(request, _("Avisado: ya se ve en todos lados."))
    return redirect("competitions:screens", pk)


@posted_at_desk
def take_back(request: HttpRequest, pk: int, bulletin: int) -> HttpResponse:
    competition = find_organised(request, pk)
    take_bulletin_back(bulletin_id=bulletin, actor=person(request), now=timezone.now())
    messages.success(request, _("El aviso ya no se ve."))
    return redirect("competitions:screens", competition.pk)


@posted_at_desk
def save_network(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep the Wi-Fi for guests."""
    competition, form = find_organised(request, pk), NetworkForm(request.POST)
    if not form.is_valid():
        return _page(request, competition, network_form=form)
    set_network(competition_id=pk, actor=person(request), now=timezone.now(), **form.cleaned_data)
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("competitions:screens", pk)


def _page(request: HttpRequest, competition: Competition, **wrong: Any) -> HttpResponse:
    tables = HallTable.objects.filter(competitions=competition).order_by("number")
    called = Match.objects.of(competition.pk).filter(state=Match.State.CALLED).placed()
    context = {
        "competition": competition,
        "bulletin_form": BulletinForm(),
        "bulletins": competition.bulletins.select_related("by")[:LISTED],
        "can_say": competition.state not in UNHEARD,
        "now": timezone.now(),
        "network_form": NetworkForm(initial=_network(competition)),
        "tables": [(table, token_of("t", table.pk)) for table in tables],
        "matches": [(match, token_of("m", match.pk)) for match in called[:LISTED]],
        **wrong,
    }
    if bulletin := standing_in(competition):
        page = request.build_absolute_uri(
            reverse("competitions:competition", args=[competition.pk])
        )
        text = f"{competition}: {bulletin.text} {page}"
        context["message"] = message_to_all(competition, text, request.user)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
    return render(request, "tournaments/screens/screens.html", context, status=status)


def _network(competition: Competition) -> dict[str, object]:
    network = network_of(competition)
    if network is None:
        return {"of_club": True}
    return {
        "name": network.name,
        "password": network.password,
        "is_hidden": network.is_hidden,
        "of_club": network.competition_id is None,
    }


@signed_in_page
def show_signs(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the signs, one to a page."""
    competition = find_organised(request, pk)
    sheets = paper_signs(competition, request.build_absolute_uri)
    return render(
        request, "tournaments/screens/signs.html", {"competition": competition, "signs": sheets}
    )


_signer = Signer(salt="tournaments.wall", sep="~")


@require_safe
@login_required_keep_post
@answers_refusals
def open_wall(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead an organiser to the screen; its address may be passed on to another computer."""
    return redirect("wall", _signer.sign(str(find_organised(request, pk).pk)))


@require_safe
@never_cache
def wall(request: HttpRequest, token: str) -> HttpResponse:
    """Show a leaf (`?leaf=`, counted from 0 and around); to the screen's own script alone.

    With `?known=`, the mark that it has, it answers nothing (204) as long as no round is published.
    """
    try:
        pk = int(_signer.unsign(token))
    except BadSignature as forged:
        raise Http404 from forged
    competition = get_object_or_404(Competition.objects.select_related("club", "series"), pk=pk)
    played = _played(competition)
    if request.GET.get("known") == played:
        return HttpResponse(status=204)
    template = (
        "tournaments/screens/_wall.html" if is_part(request) else "tournaments/screens/wall.html"
    )
    return render(request, template, {**_context(request, competition), "played": played})


def _played(competition: Competition) -> str:
    """Return a mark of what is drawn: another one once a round is published, or it ends."""
    newest = Match.objects.of(competition.pk).aggregate(newest=Max("pk"))["newest"]
    return f"{competition.state}-{newest or 0}"


def _context(request: HttpRequest, competition: Competition) -> dict[str, Any]:
    competition_view = CompetitionView.of(competition)
    entries = [line.entry for line in competition_view.entries]
    names = read_names(competition) if competition.can_claim_names else None
    table = table_on_wall(competition, timezone.now())
    with timezone.override(competition.club.zone):
        shown_leaves = wall_slides(
            competition_view.event, entries, competition_view.podium, names, table
        )
    signs = screen_signs(competition, request.build_absolute_uri)
    turning = with_bulletin(
        [*shown_leaves, *signs], competition_view.bulletin, competition.club.zone
    )
    leaf = request.GET.get("leaf", "")
    is_number = leaf.isascii() and leaf.isdigit() and len(leaf) < LEAF_DIGITS
    number = int(leaf) % len(turning) if is_number else 0
    address = names_address(competition) if names else reverse("short", args=[competition.code])
    follow = request.build_absolute_uri(address)
    clocks = [
        *(each for each in round_clocks(competition) if each.clock),
        *closing_clocks(view.stage for view in competition_view.event.stages),
    ]
    clock, now = next(iter(clocks), None), timezone.now()
    return {
        "competition": competition,
        "leaf": turning[number],
        "number": number + 1,
        "numbers": range(1, len(turning) + 1),
        "round": round_told(competition_view.event),
        "clock": clock,
        "has_rung": clock is not None and clock.bell_at is not None and clock.bell_at <= now,
        "host": request.get_host(),
        "address": address,
        "qr": qr(follow),
        "now": now,
    }
