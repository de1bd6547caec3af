"""Views of a player, of their rivals, and of two players head to head."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.common.page_meta import PageMeta
from accounts.friends.services import ties
from accounts.models import FormerUsername, User
from games.reviews.queries import sums_in_words
from games.reviews.services import sums_of
from tournaments.club_history.queries import titles_of
from tournaments.players.history import (
    HistoryFilter,
    HistoryForm,
    HistoryPage,
    Place,
    page_of,
    with_unranked,
)
from tournaments.players.queries import figures_of, head_to_head, rivals_of, skill_of, versus
from tournaments.ranking.achievements import honours_of, with_titles
from tournaments.ranking.queries import LeaderboardRow, line_of, total_points, with_lines

OK, UNPROCESSABLE = 200, 422


P = ParamSpec("P")


class PlayerMovedError(Exception):
    """A player has another username now; the page is at it."""

    def __init__(self, before: str, now: str) -> None:
        super().__init__(before, now)
        self.before, self.now = before, now


def follows_former_names(
    view: Callable[Concatenate[HttpRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Redirect an address with a former username to the same page under the present one.

    Not for ever (302): a person can take a former name back.
    """

    @wraps(view)
    def wrapper(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except PlayerMovedError as moved:
            assert request.resolver_match is not None, "the view has just been found"
            names = {
                key: moved.now if name == moved.before else name
                for key, name in request.resolver_match.kwargs.items()
            }
            page = reverse(request.resolver_match.view_name, kwargs=names)
            query = request.META.get("QUERY_STRING", "")
            return redirect(f"{page}?{query}" if query else page)

    return wrapper


@require_safe
@follows_former_names
def rivals(request: HttpRequest, username: str) -> HttpResponse:
    """List the opponents a player met most; `?rival=` redirects to the page of the two."""
    player = _player(username)
    form = HistoryForm(request.GET)
    rival = form.cleaned_data["rival"] if form.is_valid() else None
    if rival is not None and rival != player:
        return redirect("against", player.username, rival.username)
    context = {"player": player, "rivals": rivals_of(player, request.user), "form": form}
    status = OK if form.is_valid() else UNPROCESSABLE
    return render(request, "tournaments/players/rivals.html", context, status=status)


@require_safe
@follows_former_names
def against(request: HttpRequest, username: str, rival: str) -> HttpResponse:
    """Show the matches between two players, latest first."""
    player, other = _player(username), _player(rival)
    if player == other:
        return redirect("rivals", player.username)
    meetings = head_to_head(player, other, request.user)
    context = {"player": player, "found": meetings, "versus": meetings.versus}
    return render(request, "tournaments/players/against.html", context)


def _player(username: str) -> User:
    people = User.objects.filter(anonymised_at=None, is_guest=False, is_link=False)
    return _find_player(people, username)


def _find_player(people: QuerySet[User], username: str) -> User:
    """Return the player of a username. Raises Http404, or PlayerMovedError for a former one."""
    if player := people.filter(username=username).first():
        return player
    former = FormerUsername.objects.select_related("user").filter(username=username).first()
    if former is None:
        raise Http404
    raise PlayerMovedError(username, former.user.username)


@require_safe
@follows_former_names
def show_player(request: HttpRequest, username: str) -> HttpResponse:
    """Show a player's record, titles and match history, filtered by the query.

    With a rival in the query the two players are compared; the player's progress and relation to
    the reader are then left out.
    """
    players = with_lines(User.objects.filter(anonymised_at=None, is_guest=False, is_link=False))
    annotated = with_unranked(with_titles(players))
    player = _find_player(annotated, username)
    form = HistoryForm(request.GET)
    filters = _read_filter(form)
    history = page_of(player, request.user, filters) if form.is_valid() else HistoryPage((), None)
    line, figures = line_of(player), figures_of(player)
    context = {
        "player": player,
        "meta": _meta(player, line) if line and _is_indexed(player) else None,
        "line": line,
        "figures": figures,
        "titles": () if filters.rival else titles_of(player, request.user),
        "honours": honours_of(player, total_points(player), figures[0].sums if figures else None),
        "skill": None if filters.rival else skill_of(player),
        "form": form,
        "asked": filters,
        "history": history,
        "older": _query(request, history.older),
        "versus": versus(player, filters.rival, request.user) if filters.rival else None,
        "against_tahur": sums_in_words(sums_of(player.pk)) if request.user == player else (),
        "tie": "" if filters.rival else _tie(request.user, player),
    }
    status = OK if form.is_valid() else UNPROCESSABLE
    return render(request, "tournaments/players/player.html", context, status=status)


def _is_indexed(player: User) -> bool:
    return player.is_findable and not player.is_robot


def _meta(player: User, line: LeaderboardRow) -> PageMeta:
    """Return the head of the page of a player who has played in a competition."""
    played = ngettext(
        "%(player)s en el truco: %(number)s partido de competencia, %(points)s puntos.",
        "%(player)s en el truco: %(number)s partidos de competencia, %(points)s puntos.",
        line.matches,
    ) % {"player": player, "number": line.matches, "points": line.points}
    further = _("Sus partidos, sus títulos y su lugar en el ranking.")
    return PageMeta((player, _("Perfil de truco")), (played, further), kind="profile")


def _read_filter(form: HistoryForm) -> HistoryFilter:
    """Return what the form asks for; nothing if it cannot be understood."""
    if not form.is_valid():
        return HistoryFilter()
    before = form.cleaned_data.pop("before")
    return HistoryFilter(**form.cleaned_data, before=Place(*before) if before else None)


def _query(request: HttpRequest, place: Place | None) -> str:
    """Return the query of the older matches; "" if there are none."""
    if place is None:
        return ""
    params = {
        name: words for name, words in request.GET.dict().items() if words and name != "before"
    }
    return "?" + urlencode({**params, "before": f"{place.at.isoformat()}~{place.match_id}"})


def _tie(reader: User | AnonymousUser, player: User) -> str:
    """Return the reader's friendship with a player; "" where it cannot be asked for."""
    if player.is_robot or not player.is_active or player.pk == reader.pk:
        return ""
    if not isinstance(reader, User):
        return "none"  # to ask is to sign in first
    return ties(reader, [player.pk])[player.pk]
