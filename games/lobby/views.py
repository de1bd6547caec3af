"""Views of the lobby: the list of tables, and ways to open or join one."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.common.client_address import address_key, client_address
from accounts.common.errors import answers_refusals
from accounts.common.page_meta import PageMeta
from accounts.common.rate_limit import HOUR, RateLimit
from accounts.friends.services import friends_of
from accounts.guests.views import acting_user
from accounts.models import User
from games.casual import services as casual
from games.casual.arrival import cut_of_form, find_table
from games.casual.forms import PlayNowForm
from games.casual.visitor_rules import home_preset
from games.house_rules import (
    OFFERED,
    OPTIONS_OF,
    essentials,
    fit_to_preset,
    is_played,
    refit_if_preset_changed,
    seats_in,
    summary,
)
from games.invitations.views import invited_piece
from games.live.fragments import positioned_children
from games.lobby.live import lobby_pieces, read_lobby_tables
from games.models import Game
from games.play import advance_seals
from games.records.queries import latest
from games.robots.levels import RobotLevel
from games.rulebooks.queries import offered_to
from games.shared_device.views import open_for_two
from games.table_page.forms import OpenTableForm, QuickPracticeForm
from games.table_page.responses import lead_to_table

SHOWN = 30
NO_CONTENT, UNPROCESSABLE = 204, 422
SEALS = RateLimit("seals", 1000, HOUR)
"""Seals shown to an address: on SQLite each takes a write."""


@require_GET
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """Show waiting and live tables, friends' first, and the user's current and latest ones."""
    user = request.user if isinstance(request.user, User) else None
    friends = set(friends_of(user).values_list("pk", flat=True)) if user else set()
    own, home = Game.objects.none(), home_preset(request)
    if user:
        own = Game.objects.open().seated(user.pk).with_players().order_by("-created_at")
    context = {
        "meta": PageMeta(
            (_("Mesas de truco en vivo"),),
            (_("Jugá al truco ahora: sentate a una mesa, abrí la tuya o practicá con la casa."),),
        ),
        "pieces": positioned_children(lobby_pieces(read_lobby_tables(friends), friends)),
        "friends": " ".join(map(str, sorted(friends))),
        "own": [(game, essentials(game.rules)) for game in own[:SHOWN]],
        "latest": latest(user) if user else (),
        "invited": invited_piece(request),
        "play_now": PlayNowForm.liked(request.session, home),
        "quick_practice": QuickPracticeForm(home),
    }
    return render(request, "games/lobby/lobby.html", context)


@require_GET
def new(request: HttpRequest) -> HttpResponse:
    """Choose a table's rules; htmx requests the fields and the summary again at every change."""
    chosen = _completed(request, request.GET)
    fitted = _with_signals(chosen, fit_to_preset(chosen["preset"], chosen))
    return _form(request, _make_table_form(request, fitted))


@require_GET
@never_cache
def seal(request: HttpRequest) -> HttpResponse:
    """Answer with a seal for the table that the reader may open, or with nothing.

    Without one the page of the table seats them.
    """
    address = address_key(client_address(request))
    if SEALS.is_exceeded(address):
        return HttpResponse(status=NO_CONTENT)
    drawn = advance_seals.draw_seal(user_id=request.user.pk, now=timezone.now())
    return JsonResponse(asdict(drawn)) if drawn else HttpResponse(status=NO_CONTENT)


@require_POST
@answers_refusals
def practice(request: HttpRequest) -> HttpResponse:
    """Open a table with robots, for friends or for anyone, and redirect to it."""
    sent = _completed(request, request.POST)
    fitted = _with_signals(sent, refit_if_preset_changed(sent))
    form = _make_table_form(request, fitted)
    if not form.is_valid():
        return _form(request, form, status=UNPROCESSABLE)
    chosen = form.cleaned_data
    if chosen["company"] == OpenTableForm.TOGETHER:
        return open_for_two(request, form)
    robots = chosen["company"] == OpenTableForm.ROBOTS
    cut = cut_of_form(request)  # whose seal was shown to who this was before
    with acting_user(request) as user:
        game = casual.open_table(
            user=user,
            rules=chosen["rules"],
            robots=robots,
            private=chosen["company"] == OpenTableForm.FRIENDS,
            public=not robots and chosen["watched"] == OpenTableForm.ANYBODY,
            competitive=chosen.get("competitive", False),
            turn_seconds=chosen["turn_seconds"],
            bank_seconds=chosen["bank_minutes"] and 60 * chosen["bank_minutes"],
            robot_level=RobotLevel(chosen["robot_level"]),
            signs_caught=chosen["caught"] != "off",
            cut=cut,
            now=timezone.now(),
        )
    return lead_to_table(request, game)


@require_POST
@answers_refusals
def now(request: HttpRequest) -> HttpResponse:
    """Redirect to the first free seat with the preferred rules."""
    form = PlayNowForm(request.POST)
    if not form.is_valid():
        return render(request, "games/lobby/now.html", {"form": form}, status=UNPROCESSABLE)
    cut = cut_of_form(request)
    with acting_user(request) as user:
        game = find_table(user, form, cut)
    form.remember(request.session)
    return lead_to_table(request, game, is_found=True)


def _completed(request: HttpRequest, data: Mapping[str, Any]) -> dict[str, str]:
    """Add the default values that the short practice form omits."""
    house = {
        "preset": home_preset(request),
        "company": OpenTableForm.ROBOTS,
        "companion": _("Jugador 2"),
        "watched": OpenTableForm.ANYBODY,
        "turn_seconds": "60",
        "caught": "on",
        "robot_level": RobotLevel.BOLICHE,
    }
    return {**house, **{key: data[key] for key in data}}


def _with_signals(chosen: Mapping[str, str], fitted: dict[str, str]) -> dict[str, str]:
    """Propose señas to partners, unless the form of this preset asked about them."""
    preset = fitted["preset"]
    is_asked = "signals" in chosen and chosen.get(OPTIONS_OF, preset) == preset
    if is_asked or preset not in OFFERED or not is_played("signals", seats_in(preset, fitted)):
        return fitted
    return {**fitted, "signals": "on"}


def _make_table_form(request: HttpRequest, chosen: Mapping[str, Any]) -> OpenTableForm:
    host = str(request.user) if request.user.is_authenticated else ""
    return OpenTableForm(chosen, for_guest=_is_guest(request), host=host)


def _is_guest(request: HttpRequest) -> bool:
    """Return whether the reader opens tables as a guest, who cannot play for points."""
    return not request.user.is_authenticated or request.user.is_guest


def _form(request: HttpRequest, form: OpenTableForm, status: int = 200) -> HttpResponse:
    clauses = summary(form.cleaned_data["rules"]) if form.is_bound and form.is_valid() else ()
    context = {"form": form, "clauses": clauses, "rulebooks": offered_to(request.user)}
    return render(request, "games/lobby/new.html", context, status=status)
