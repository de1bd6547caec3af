"""Pages of a table: each calls one service and answers with the table as it is now."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from accounts.access.network import address_key, client_address
from accounts.models import User
from accounts.views.asked import signed_in, to_sign_in
from accounts.views.guests import somebody
from games.engine import IllegalActionError, NotationError
from games.live.admission import viewpoint_at
from games.services import casual, presence, senas
from games.services import play as play_service
from games.services.refusals import RefusedError
from games.views import arriving
from games.views.answering import (
    CONFLICT,
    FORBIDDEN,
    NO_CONTENT,
    UNPROCESSABLE,
    answer,
    done,
    is_part,
    person,
    viewpoint_of,
)
from games.views.forms import PlayForm, SeatForm
from games.views.invited import invited

MINIMAL = "return=minimal"


@require_GET
@never_cache
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """The table as its reader may see it: from their seat, or as a spectator of a public one.

    htmx gets the fragment alone.
    """
    viewpoint = viewpoint_of(request, pk)
    return answer(request, viewpoint)


@require_POST
@never_cache
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """Do one action from one's own seat.

    Who hears the table through a socket may prefer a minimal answer (RFC 7240): what was done
    comes that way.
    """
    if not request.user.is_authenticated and viewpoint_at(pk, None, invited(request)) is None:
        return to_sign_in(request)  # in the middle of a private game: the session ended
    viewpoint = viewpoint_of(request, pk)
    if viewpoint.seat is None:
        return answer(request, viewpoint, FORBIDDEN, "spectator")
    form = PlayForm(request.POST)
    if not form.is_valid():
        return answer(request, viewpoint, UNPROCESSABLE, "badly-written")
    address = address_key(client_address(request))
    try:
        play_service.play(
            game_id=pk,
            seat=viewpoint.acting(form.cleaned_data["who"]),
            now=timezone.now(),
            address=address,
            **form.action,
        )
    except RefusedError as error:
        return answer(request, viewpoint, CONFLICT, error.code)
    except IllegalActionError as error:
        return answer(request, viewpoint, UNPROCESSABLE, error.code)
    except NotationError:
        return answer(request, viewpoint, UNPROCESSABLE, "badly-written")
    if request.headers.get("Prefer") == MINIMAL:
        return HttpResponse(status=NO_CONTENT, headers={"Preference-Applied": MINIMAL})
    return done(request, viewpoint)


@require_POST
@never_cache
def sit(request: HttpRequest, pk: int) -> HttpResponse:
    """Sit down at a table that waits; htmx gets the table, a plain form is sent to its page.

    A stranger sits down as a guest, and gets the whole page: its socket was opened by a stranger.
    Who was led to a seat that somebody else took first is led to another table.
    """
    viewpoint = viewpoint_of(request, pk)
    came_as_stranger = not request.user.is_authenticated
    try:
        with somebody(request) as user:
            casual.take_seat(game_id=pk, sitting=_sitting(request, pk, user))
    except RefusedError as error:
        another = _elsewhere(request, pk) if error.code == "no-seat" else None
        return another or answer(request, viewpoint, CONFLICT, error.code)
    arriving.arrived(request)
    if came_as_stranger and is_part(request):
        return HttpResponseClientRefresh()
    return done(request, viewpoint_of(request, pk))


@require_POST
@signed_in
@never_cache
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Play again oneself after a robot took over."""
    viewpoint = viewpoint_of(request, pk)
    presence.take_back(game_id=pk, user_id=person(request).pk, now=timezone.now())
    return done(request, viewpoint)


@require_POST
@signed_in
@never_cache
def sign(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a seña to one's partners."""
    viewpoint = viewpoint_of(request, pk)
    if viewpoint.seat is None:
        return answer(request, viewpoint, FORBIDDEN, "spectator")
    asked = request.POST.get("sign", "")
    try:
        senas.make_sign(game_id=pk, seat=viewpoint.seat, sign=asked, now=timezone.now())
    except RefusedError as error:
        return answer(request, viewpoint, CONFLICT, error.code)
    return done(request, viewpoint)


def _sitting(request: HttpRequest, pk: int, user: User) -> casual.Sitting:
    form = SeatForm(request.POST)
    return casual.Sitting(
        user=user,
        contribution=request.POST.get("contribution", ""),
        address=address_key(client_address(request)),
        now=timezone.now(),
        number=form.cleaned_data.get("seat") if form.is_valid() else None,
        invited=pk in invited(request),
    )


def _elsewhere(request: HttpRequest, pk: int) -> HttpResponse | None:
    """Lead to another table who was led here too late."""
    if not isinstance(request.user, User):
        return None
    game = arriving.find_another(request, pk, request.user)
    if game is None:
        return None
    led = arriving.lead_to(request, game)
    return HttpResponseClientRedirect(led["Location"]) if is_part(request) else led
