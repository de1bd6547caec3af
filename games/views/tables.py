"""Pages of a table: each calls one service and answers with the table as it is now."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts.access.network import address_key, client_address
from accounts.models import User
from accounts.views.asked import signed_in, to_sign_in
from games.board.signs import sign_buttons
from games.engine import IllegalActionError, NotationError
from games.house_rules import summary
from games.live.admission import Place, place_at
from games.live.hub import Audience
from games.live.render import TABLES
from games.models import Game
from games.services import cortes, presence, seating, senas
from games.services import play as play_service
from games.services.refusals import RefusedError
from games.views.forms import PlayForm

OK, NO_CONTENT, CONFLICT, FORBIDDEN, UNPROCESSABLE = 200, 204, 409, 403, 422
MINIMAL = "return=minimal"


@require_GET
@never_cache
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """The table as its reader may see it: from their seat, or as a spectator of a public one.

    htmx gets the fragment alone.
    """
    place = _place(request, pk)
    return _answer(request, place)


@require_POST
@never_cache
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """Do one action from one's own seat.

    Who hears the table through a socket may prefer a minimal answer (RFC 7240): what was done
    comes that way.
    """
    if not request.user.is_authenticated and place_at(pk, None) is None:
        return to_sign_in(request)  # in the middle of a private game: the session ended
    place = _place(request, pk)
    if place.seat is None:
        return _answer(request, place, FORBIDDEN, "spectator")
    form = PlayForm(request.POST)
    if not form.is_valid():
        return _answer(request, place, UNPROCESSABLE, "badly-written")
    address = address_key(client_address(request))
    try:
        play_service.play(
            game_id=pk, seat=place.seat, now=timezone.now(), address=address, **form.cleaned_data
        )
    except RefusedError as error:
        return _answer(request, place, CONFLICT, error.code)
    except IllegalActionError as error:
        return _answer(request, place, UNPROCESSABLE, error.code)
    except NotationError:
        return _answer(request, place, UNPROCESSABLE, "badly-written")
    if request.headers.get("Prefer") == MINIMAL:
        return HttpResponse(status=NO_CONTENT, headers={"Preference-Applied": MINIMAL})
    return _done(request, place)


@require_POST
@signed_in
@never_cache
def sit(request: HttpRequest, pk: int) -> HttpResponse:
    """Sit down at a table that waits; htmx gets the table, a plain form is sent to its page."""
    place = _place(request, pk)
    address = address_key(client_address(request))
    corte_hash = request.POST.get("corte_hash", "")
    user = _person(request)
    try:
        seat = seating.sit_down(
            game_id=pk, user=user, corte_hash=corte_hash, address=address, now=timezone.now()
        )
    except RefusedError as error:
        return _answer(request, place, CONFLICT, error.code)
    return _done(request, Place(pk, seat.number))


@require_POST
@signed_in
@never_cache
def open_corte(request: HttpRequest, pk: int) -> HttpResponse:
    """Open the corte that was sealed when one sat down."""
    place = _place(request, pk)
    corte = request.POST.get("corte", "")
    try:
        cortes.open_corte(game_id=pk, user=_person(request), corte=corte, now=timezone.now())
    except RefusedError as error:
        return _answer(request, place, CONFLICT, error.code)
    return _done(request, place)


@require_POST
@signed_in
@never_cache
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Play again oneself after a robot took over."""
    place = _place(request, pk)
    presence.take_back(game_id=pk, user_id=_person(request).pk, now=timezone.now())
    return _done(request, place)


@require_POST
@signed_in
@never_cache
def sign(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a seña to one's partners."""
    place = _place(request, pk)
    if place.seat is None:
        return _answer(request, place, FORBIDDEN, "spectator")
    asked = request.POST.get("sign", "")
    try:
        senas.make_sign(game_id=pk, seat=place.seat, sign=asked, now=timezone.now())
    except RefusedError as error:
        return _answer(request, place, CONFLICT, error.code)
    return _done(request, place)


def _place(request: HttpRequest, pk: int) -> Place:
    place = place_at(pk, request.user.pk)
    if place is None:
        raise Http404
    return place


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _fragment(place: Place, notice: str = "") -> str:
    audience = Audience(place.seat, get_language() or "es")
    return TABLES.render(place.game_id, [audience], notice).frames[audience]


def _done(request: HttpRequest, place: Place) -> HttpResponse:
    """Answer what was done: htmx gets the table, a plain form is sent to its page."""
    if _is_part(request):
        return _table(place)
    return redirect("tables:table", place.game_id)


def _answer(request: HttpRequest, place: Place, status: int = OK, notice: str = "") -> HttpResponse:
    """Show the table, with the reason if something was refused: htmx gets the table alone."""
    if _is_part(request):
        return _table(place, status, notice)
    game = Game.objects.get(pk=place.game_id)
    rules = game.rules
    context = {
        "game": game,
        "fragment": _fragment(place, notice),
        "clauses": summary(rules),
        "signs": sign_buttons(rules),
        "has_judge": bool(game.page) and place.seat is not None,
        "waits_casually": _waits_casually(game) and request.user.is_authenticated,
    }
    return render(request, "games/table.html", context, status=status)


def _waits_casually(game: Game) -> bool:
    """Whether its people have time to hear that a competition calls them elsewhere."""
    return game.status == Game.Status.WAITING and not game.page


def _is_part(request: HttpRequest) -> bool:
    return bool(request.headers.get("HX-Request"))


def _table(place: Place, status: int = OK, notice: str = "") -> HttpResponse:
    return HttpResponse(_fragment(place, notice), status=status)
