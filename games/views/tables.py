"""Pages of a table: each calls one service and answers with the table as it is now."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from accounts.access.network import address_key, client_address
from accounts.models import User
from accounts.views.asked import signed_in, to_sign_in
from accounts.views.guests import somebody
from games.board.signs import sign_buttons
from games.engine import IllegalActionError, NotationError
from games.house_rules import summary
from games.live.admission import Viewpoint, viewpoint_at
from games.live.pieces import whole
from games.live.render import TABLES
from games.live.subscribers import Audience
from games.models import Game
from games.services import casual, presence, senas
from games.services import play as play_service
from games.services.refusals import RefusedError
from games.services.talk import saying
from games.signals import judge_sought
from games.talk import phrases
from games.talk.levels import Level
from games.views import arriving
from games.views.forms import PlayForm

OK, NO_CONTENT, CONFLICT, FORBIDDEN, UNPROCESSABLE = 200, 204, 409, 403, 422
MINIMAL = "return=minimal"


@require_GET
@never_cache
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """The table as its reader may see it: from their seat, or as a spectator of a public one.

    htmx gets the fragment alone.
    """
    viewpoint = _viewpoint(request, pk)
    return _answer(request, viewpoint)


@require_POST
@never_cache
def play(request: HttpRequest, pk: int) -> HttpResponse:
    """Do one action from one's own seat.

    Who hears the table through a socket may prefer a minimal answer (RFC 7240): what was done
    comes that way.
    """
    if not request.user.is_authenticated and viewpoint_at(pk, None) is None:
        return to_sign_in(request)  # in the middle of a private game: the session ended
    viewpoint = _viewpoint(request, pk)
    if viewpoint.seat is None:
        return _answer(request, viewpoint, FORBIDDEN, "spectator")
    form = PlayForm(request.POST)
    if not form.is_valid():
        return _answer(request, viewpoint, UNPROCESSABLE, "badly-written")
    address = address_key(client_address(request))
    try:
        play_service.play(
            game_id=pk,
            seat=viewpoint.seat,
            now=timezone.now(),
            address=address,
            **form.cleaned_data,
        )
    except RefusedError as error:
        return _answer(request, viewpoint, CONFLICT, error.code)
    except IllegalActionError as error:
        return _answer(request, viewpoint, UNPROCESSABLE, error.code)
    except NotationError:
        return _answer(request, viewpoint, UNPROCESSABLE, "badly-written")
    if request.headers.get("Prefer") == MINIMAL:
        return HttpResponse(status=NO_CONTENT, headers={"Preference-Applied": MINIMAL})
    return _done(request, viewpoint)


@require_POST
@never_cache
def sit(request: HttpRequest, pk: int) -> HttpResponse:
    """Sit down at a table that waits; htmx gets the table, a plain form is sent to its page.

    A stranger sits down as a guest, and gets the whole page: its socket was opened by a stranger.
    Who was led to a seat that somebody else took first is led to another table.
    """
    viewpoint = _viewpoint(request, pk)
    came_as_stranger = not request.user.is_authenticated
    try:
        with somebody(request) as user:
            seat = casual.take_seat(game_id=pk, sitting=_sitting(request, user))
    except RefusedError as error:
        another = _elsewhere(request, pk) if error.code == "no-seat" else None
        return another or _answer(request, viewpoint, CONFLICT, error.code)
    arriving.arrived(request)
    if came_as_stranger and _is_part(request):
        return HttpResponseClientRefresh()
    return _done(request, Viewpoint(pk, seat.number))


@require_POST
@signed_in
@never_cache
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Play again oneself after a robot took over."""
    viewpoint = _viewpoint(request, pk)
    presence.take_back(game_id=pk, user_id=_person(request).pk, now=timezone.now())
    return _done(request, viewpoint)


@require_POST
@signed_in
@never_cache
def sign(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a seña to one's partners."""
    viewpoint = _viewpoint(request, pk)
    if viewpoint.seat is None:
        return _answer(request, viewpoint, FORBIDDEN, "spectator")
    asked = request.POST.get("sign", "")
    try:
        senas.make_sign(game_id=pk, seat=viewpoint.seat, sign=asked, now=timezone.now())
    except RefusedError as error:
        return _answer(request, viewpoint, CONFLICT, error.code)
    return _done(request, viewpoint)


def _sitting(request: HttpRequest, user: User) -> casual.Sitting:
    return casual.Sitting(
        user=user,
        contribution=request.POST.get("contribution", ""),
        address=address_key(client_address(request)),
        now=timezone.now(),
    )


def _elsewhere(request: HttpRequest, pk: int) -> HttpResponse | None:
    """Lead to another table who was led here too late."""
    if not isinstance(request.user, User):
        return None
    game = arriving.find_another(request, pk, request.user)
    if game is None:
        return None
    answer = arriving.lead_to(request, game)
    return HttpResponseClientRedirect(answer["Location"]) if _is_part(request) else answer


def _viewpoint(request: HttpRequest, pk: int) -> Viewpoint:
    viewpoint = viewpoint_at(pk, request.user.pk)
    if viewpoint is None:
        raise Http404
    return viewpoint


def _person(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user


def _fragment(viewpoint: Viewpoint, notice: str = "") -> str:
    audience = Audience(viewpoint.seat, get_language() or "es")
    return whole(TABLES.render(viewpoint.game_id, [audience], notice).pieces[audience], "table")


def _done(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Answer what was done: htmx gets the table, a plain form is sent to its page."""
    if _is_part(request):
        return _table(viewpoint)
    return redirect("tables:table", viewpoint.game_id)


def _answer(
    request: HttpRequest, viewpoint: Viewpoint, status: int = OK, notice: str = ""
) -> HttpResponse:
    """Show the table, with the reason if something was refused: htmx gets the table alone."""
    if _is_part(request):
        return _table(viewpoint, status, notice)
    game = Game.objects.get(pk=viewpoint.game_id)
    rules = game.rules
    context = {
        "game": game,
        "fragment": _fragment(viewpoint, notice),
        "clauses": summary(rules),
        "signs": sign_buttons(rules),
        **_talk(request, game),
        "judge": _judge(game) if viewpoint.seat is not None else "",
        "sits_by_itself": arriving.sits_by_itself(request, viewpoint),
        "waits_casually": _waits_casually(game) and request.user.is_authenticated,
    }
    return render(request, "games/table.html", context, status=status)


def _talk(request: HttpRequest, game: Game) -> dict[str, object]:
    """Return what can be said at this table by whoever reads the page."""
    speaks = saying.may_talk(game, timezone.now())
    return {
        "speech": phrases.language(game.preset),
        "faces": phrases.FACES if speaks else (),
        "phrases": phrases.phrases(game.preset) if speaks else (),
        "partner_words": phrases.partner_words(game.rules) if speaks else (),
        "has_chat": speaks and game.talk == Level.CHAT,
        "may_write": saying.may_write(request.user),
    }


def _judge(game: Game) -> str:
    """Return the path where a seat calls the judge; "" if nobody judges this table."""
    if not game.page:
        return ""
    return next((path for _, path in judge_sought.send(Game, game=game) if path), "")


def _waits_casually(game: Game) -> bool:
    """Whether its people have time to hear that a competition calls them elsewhere."""
    return game.status == Game.Status.WAITING and not game.page


def _is_part(request: HttpRequest) -> bool:
    return bool(request.headers.get("HX-Request"))


def _table(viewpoint: Viewpoint, status: int = OK, notice: str = "") -> HttpResponse:
    return HttpResponse(_fragment(viewpoint, notice), status=status)
