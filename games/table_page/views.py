"""Views of a table: each calls one service and responds with the current table."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRefresh

from accounts.common.client_address import address_key, client_address
from accounts.common.errors import RefusedError
from accounts.common.rate_limit import RateLimit
from accounts.common.requests import (
    htmx_redirect,
    is_part,
    person,
    to_sign_in,
)
from accounts.guests.services import of_table, of_tables
from accounts.guests.views import acting_user, recall_guest
from accounts.models import User
from games.casual import arrival
from games.casual import services as casual
from games.chat import services as chat
from games.common.errors import BadlyWrittenError
from games.engine import IllegalActionError, NotationError
from games.live.admission import Viewpoint, invited, viewpoint_at, viewpoint_of
from games.models import Game, Seat
from games.play import actions, cut_secrets, hand_pause, presence, rate_limit
from games.play.actions import Actor
from games.table_page.forms import PlayForm, SeatForm, SeatNameForm
from games.table_page.responses import (
    done,
    has_no_name,
    posted_at_table,
    response_for,
    seat_of,
    table_response,
)

MINIMAL = "return=minimal"


@require_GET
@never_cache
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """Render the table for its reader: from their seat, or as a spectator of a public one.

    htmx gets the fragment only.
    """
    viewpoint = viewpoint_of(request, pk)
    return response_for(request, viewpoint)


@require_POST
@never_cache
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """Do one action from the user's seat.

    Clients connected to the table's socket may prefer a minimal answer (RFC 7240): the socket sends
    them the result.
    """
    if not request.user.is_authenticated and viewpoint_at(pk, None, invited(request)) is None:
        return to_sign_in(request)  # in the middle of a private game: the session ended
    return _play(request, pk)


@table_response
def _play(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    form = PlayForm(request.POST)
    if not form.is_valid():
        raise BadlyWrittenError()
    rate_limit.check_rate_limit(viewpoint.game_id, request.user.pk)
    try:
        actions.play(
            game_id=viewpoint.game_id,
            seat=seat_of(viewpoint, form.cleaned_data["who"]),
            now=timezone.now(),
            address=address_key(client_address(request)),
            actor=Actor(request.user.pk),
            **form.action,
        )
    except IllegalActionError as error:
        return response_for(request, viewpoint, HTTPStatus.UNPROCESSABLE_ENTITY, error.code)
    except NotationError as error:
        raise BadlyWrittenError() from error
    if request.headers.get("Prefer") == MINIMAL:
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"Preference-Applied": MINIMAL})
    return done(request, viewpoint)


@require_POST
@never_cache
def sit(request: HttpRequest, pk: int) -> HttpResponse:
    """Sit down at a waiting table; htmx gets the table, a plain form a redirect to its page.

    An anonymous visitor sits down as a guest, and gets the full page, because the socket was opened
    without an account; if it is lost, the repeated request gets it again. If another player took
    the intended seat first, redirect to another table.
    """
    came_as_stranger = not request.user.is_authenticated
    recall_guest(request)
    viewpoint = viewpoint_of(request, pk)
    form = _name_form(request, pk)
    if form is not None and not form.is_valid():
        words = " ".join(map(str, form.errors["name"]))
        return HttpResponse(
            words, status=HTTPStatus.UNPROCESSABLE_ENTITY, content_type="text/plain"
        )
    name = form.cleaned_data["name"] if form else ""
    try:
        with acting_user(request, *_allowances(pk), name=name) as user:
            casual.take_seat(game_id=pk, sitting=_sitting(request, pk, user))
    except RefusedError as error:
        another = _lead_to_other_table(request, pk) if error.code == "no-seat" else None
        return another or response_for(request, viewpoint, HTTPStatus.CONFLICT, error.code)
    arrival.mark_arrived(request)
    if came_as_stranger and is_part(request):
        return HttpResponseClientRefresh()
    return done(request, viewpoint_of(request, pk))


def _name_form(request: HttpRequest, pk: int) -> SeatNameForm | None:
    """Return the form with the name that a guest without one has chosen; None for anybody else."""
    if "name" not in request.POST or not has_no_name(request.user):
        return None
    game = Game.objects.with_players().get(pk=pk)
    return SeatNameForm(request.POST.dict(), [name for name in game.people if name])


def _allowances(pk: int) -> list[RateLimit]:
    """Return the limits for guests who sit down at a table, the table's own first."""
    seats = Seat.objects.filter(game=pk).count()
    return [of_table(pk, seats), of_tables()]


@posted_at_table
def open_corte(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Reveal the corte that was sealed when the player sat down."""
    cut_secrets.reveal_cut(
        game_id=viewpoint.game_id,
        user=person(request),
        corte=request.POST.get("corte", ""),
        now=timezone.now(),
    )
    return done(request, viewpoint)


@posted_at_table
def take_back(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Take the seat back from the robot."""
    presence.take_back(game_id=viewpoint.game_id, user_id=person(request).pk, now=timezone.now())
    return done(request, viewpoint)


@posted_at_table
def go_on(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Go on after a finished hand."""
    user_id = person(request).pk
    rate_limit.check_rate_limit(viewpoint.game_id, user_id)
    hand_pause.go_on(
        game_id=viewpoint.game_id,
        user_id=user_id,
        hand=request.POST.get("hand", ""),
        now=timezone.now(),
    )
    return done(request, viewpoint)


@posted_at_table
def sign(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Make a seña to the partners."""
    chat.make_sign(
        game_id=viewpoint.game_id,
        seat=seat_of(viewpoint),
        sign=request.POST.get("sign", ""),
        now=timezone.now(),
    )
    return done(request, viewpoint)


@posted_at_table
def watch(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Look at a rival's face, or at the partners again."""
    form = SeatForm(request.POST)
    watched = form.cleaned_data["seat"] if form.is_valid() else None
    chat.watch(game_id=viewpoint.game_id, seat=seat_of(viewpoint), watched=watched)
    return done(request, viewpoint)


def _sitting(request: HttpRequest, pk: int, user: User) -> casual.SeatTaken:
    form = SeatForm(request.POST)
    return casual.SeatTaken(
        user=user,
        corte_hash=request.POST.get("corte_hash", ""),
        corte=request.POST.get("corte", ""),
        address=address_key(client_address(request)),
        now=timezone.now(),
        number=form.cleaned_data.get("seat") if form.is_valid() else None,
        invited=pk in invited(request),
    )


def _lead_to_other_table(request: HttpRequest, pk: int) -> HttpResponse | None:
    """Redirect a reader to another table if this one has filled up."""
    if not isinstance(request.user, User):
        return None
    game = arrival.find_another(request, pk, request.user)
    if game is None:
        return None
    return htmx_redirect(request, arrival.redirect_to_table(request, game, is_found=True))
