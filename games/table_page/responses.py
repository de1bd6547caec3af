"""Responses of a table: its current state for the reader, and the reason of a refusal."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.common.client_address import address_key, client_address
from accounts.common.errors import RefusedError
from accounts.common.requests import is_part, login_required_keep_post, person
from accounts.models import User
from games.casual import arrival
from games.chat import phrases
from games.chat import services as chat
from games.chat.queries import sign_buttons
from games.common.errors import NotYourSeatError
from games.common.hooks import expects_call, judge_url
from games.house_rules import meanings, summary
from games.invitations.views import Friend, friends_to_ask, read_invitation
from games.live.admission import Viewpoint, invited, viewpoint_of
from games.live.fragments import render_tree
from games.live.subscribers import RenderKey
from games.models import Game
from games.models.tables import Level
from games.pairing.live import render_search
from games.pairing.queries import search_at
from games.play import saved_games, table_cache
from games.play.errors import SpectatorError
from games.play.finished_game import is_practice
from games.play.seat_names import seats_on_device
from games.play.stakes import in_words, stakes_at
from games.table_page.deck_choice import with_chosen_deck
from games.table_page.live import TABLES
from games.table_view.faces import seat_faces
from games.table_view.felt import card_order


@dataclass(frozen=True)
class ExitOptions:
    """The ways in which players can leave a casual game before its end."""

    game: Game

    @property
    def may_save(self) -> bool:
        """Whether the game can be saved."""
        return saved_games.may_be_saved(self.game)

    @property
    def is_alone(self) -> bool:
        """Whether one person plays with robots or a companion and needs no agreement."""
        return self.game.seats.filter(robot=False, companion="").count() == 1

    @property
    def leaves_robot(self) -> bool:
        """Whether a robot replaces a person who leaves: not on a shared device."""
        return not self.game.seats.exclude(companion="").exists()

    @property
    def pauses(self) -> bool:
        """Whether the table is paused instead, because only robots stay."""
        return self.is_alone and not self.game.competitive


def table_response(
    view: Callable[[HttpRequest, Viewpoint], HttpResponse],
) -> Callable[[HttpRequest, int], HttpResponse]:
    """Pass the reader's viewpoint to a view; answer refusals with the table and the reason."""

    @wraps(view)
    def answered(request: HttpRequest, pk: int) -> HttpResponse:
        viewpoint = viewpoint_of(request, pk)
        try:
            return view(request, viewpoint)
        except RefusedError as error:
            return response_for(request, viewpoint, error.status, error.code)

    return answered


def posted_at_table(
    view: Callable[[HttpRequest, Viewpoint], HttpResponse],
) -> Callable[[HttpRequest, int], HttpResponse]:
    """Decorate an act at a table: a POST by a user who is signed in."""
    return require_POST(login_required_keep_post(never_cache(table_response(view))))


def seat_of(viewpoint: Viewpoint, who: int | None = None) -> int:
    """Return the reader's seat, or on a shared device the acting one: `who`.

    Raises RefusedError `spectator` if they only watch, `not-your-seat` for another person's seat.
    """
    if viewpoint.seat is None:
        raise SpectatorError()
    if who not in (None, viewpoint.seat, *viewpoint.companions):
        raise NotYourSeatError()
    return viewpoint.seat if who is None else who


def _stakes(request: HttpRequest, game: Game, viewpoint: Viewpoint) -> str:
    """Return the stakes for a reader without a seat: seated ones see them at the table."""
    if viewpoint.seat is not None or not isinstance(request.user, User):
        return ""
    address = address_key(client_address(request))
    stakes = stakes_at(game, newcomer=request.user, address=address)
    return in_words(stakes) if stakes else ""


def _fragment(viewpoint: Viewpoint, notice: str = "") -> str:
    language = get_language() or settings.LANGUAGE_CODE
    audience = RenderKey(viewpoint.seat, language, viewpoint.may_come)
    return render_tree(
        TABLES.render(viewpoint.game_id, [audience], notice).pieces[audience], "table"
    )


def done(request: HttpRequest, viewpoint: Viewpoint) -> HttpResponse:
    """Answer a completed action: htmx gets the table, a plain form a redirect to its page."""
    if is_part(request):
        return _table(viewpoint)
    return redirect("tables:table", viewpoint.game_id)


def response_for(
    request: HttpRequest, viewpoint: Viewpoint, status: int = HTTPStatus.OK, notice: str = ""
) -> HttpResponse:
    """Render the table, with the reason of a refusal if any; htmx gets the table only."""
    if is_part(request):
        return _table(viewpoint, status, notice)
    game = Game.objects.get(pk=viewpoint.game_id)
    rules = game.rules
    context = {
        "game": game,
        "fragment": _fragment(viewpoint, notice),
        "stakes": _stakes(request, game, viewpoint),
        "clauses": summary(rules),
        "calls": meanings(rules),
        "order": card_order(rules),
        "signs": sign_buttons(rules),
        "own_head": _own_head(game, viewpoint),
        **_talk(request, game),
        "paces": User.Motion.choices,
        "judge": _judge(game) if viewpoint.seat is not None else "",
        "sings_flor": viewpoint.seat is not None and _sings_flor(person(request), game),
        "sits_by_itself": arrival.should_sit_automatically(request, viewpoint),
        "way_out": ExitOptions(game) if game.is_casual and not game.is_over else None,
        "invite": read_invitation(request, game) if _may_invite(request, game, viewpoint) else None,
        "friends_to_ask": _friends_to_ask(request, game, viewpoint),
        "asks_name": game.pk in invited(request) and has_no_name(request.user),
        **_search(request, game),
        "hears_calls": _hears_calls(request.user, game),
        "gives_hints": viewpoint.seat is not None
        and is_practice(game, table_cache.cached_seats(game)),
    }
    page = render(request, "games/table_page/table.html", context, status=status)
    return with_chosen_deck(page, request.user)


SHOWS_ADDRESS = "shows_address"  # sent by a browser that shows a table's address on any page


def lead_to_table(request: HttpRequest, game: Game, *, is_found: bool = False) -> HttpResponse:
    """Lead the reader to a table, to sit down there.

    A form whose browser says so gets the page itself, which saves the round trip of a redirect.
    """
    redirection = arrival.redirect_to_table(request, game, is_found=is_found)
    if SHOWS_ADDRESS not in request.POST:
        return redirection
    page = response_for(request, viewpoint_of(request, game.pk))
    add_never_cache_headers(page)
    return page


def _talk(request: HttpRequest, game: Game) -> dict[str, object]:
    """Return the phrases and controls for the reader's talk at this table."""
    speaks = chat.may_talk(game, timezone.now())
    return {
        "speech": phrases.language(game.preset),
        "faces": phrases.FACES if speaks else (),
        "phrases": phrases.phrases(game.preset) if speaks else (),
        "partner_words": phrases.partner_words(game.rules) if speaks else (),
        "has_chat": speaks and game.talk == Level.CHAT,
        "may_write": chat.may_write(request.user),
    }


def _search(request: HttpRequest, game: Game) -> dict[str, object]:
    """Return the reader's search for rivals at their practice table, or where they wait for one."""
    may_be = game.private or game.status == Game.Status.WAITING
    if not (game.is_casual and may_be and isinstance(request.user, User)):
        return {}
    now = timezone.now()
    search = search_at(request.user, game.pk, now)
    if search is None:
        return {}
    return {"search": search, "search_piece": mark_safe(render_search(search, now))}


def has_no_name(user: User | AnonymousUser) -> bool:
    """Return whether a reader would sit down as a guest without a name."""
    return not isinstance(user, User) or user.is_nameless


def _own_head(game: Game, viewpoint: Viewpoint) -> str:
    """Return the symbol of the reader's head, which shows how each seña is made."""
    seats = table_cache.cached_seats(game)
    return seat_faces(seats, game.names_of(seats))[viewpoint.seat or 0]


def _sings_flor(user: User, game: Game) -> bool:
    """Return whether this reader's flor is announced automatically; never for a companion."""
    return user.sings_flor and not seats_on_device(list(game.seats.all()))


def _friends_to_ask(request: HttpRequest, game: Game, viewpoint: Viewpoint) -> Sequence[Friend]:
    if viewpoint.seat is None or not game.is_open_casually or person(request).is_guest:
        return ()
    return friends_to_ask(person(request), game)


def _judge(game: Game) -> str:
    """Return the path for calling the judge; "" if this table has no judge."""
    if game.is_casual:
        return ""
    return next((path for _, path in judge_url.send(Game, game=game) if path), "")


def _may_invite(request: HttpRequest, game: Game, viewpoint: Viewpoint) -> bool:
    """Return whether the reader can share the link.

    For a private table these are its players and invited people.
    """
    is_asked = viewpoint.seat is not None or game.pk in invited(request)
    return game.is_open_casually and (is_asked or not game.private)


def _hears_calls(user: User | AnonymousUser, game: Game) -> bool:
    """Return whether the page reserves a line for the reader's next match.

    It does while they wait at a casual table or have a match.
    """
    if not isinstance(user, User):
        return False
    return game.is_open_casually or any(
        expects for _, expects in expects_call.send(Game, user=user)
    )


def _table(viewpoint: Viewpoint, status: int = HTTPStatus.OK, notice: str = "") -> HttpResponse:
    return HttpResponse(_fragment(viewpoint, notice), status=status)
