"""Views of the leaderboards, and of suspicious series of games."""

from collections.abc import Sequence

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Club, User
from tournaments.common.lookups import club_asked_for
from tournaments.models import Season
from tournaments.ranking.queries import (
    LONGEST_SEARCH,
    LeaderboardFilter,
    LeaderboardPage,
    choices,
    of_club,
)
from tournaments.ranking.ratings import pending_mark
from tournaments.ranking.repeat_opponents import may_watch, suspicious_series

LINES_A_PAGE = 50


@require_safe
def ranking(request: HttpRequest) -> HttpResponse:
    """Show the leaderboard that is asked for, fifty a page, and always the reader's own line."""
    club = club_asked_for(request)
    seasons = list(club.seasons.all()) if club else []
    board = LeaderboardPage(_read_filter(request, club, seasons))
    page = Paginator(board.found, LINES_A_PAGE).get_page(request.GET.get("page"))
    own = board.line_of(request.user) if isinstance(request.user, User) else None
    context = {
        "asked": board.asked,
        "choices": choices(seasons),
        "season": next((each for each in seasons if each.period == board.asked.period), None),
        "page": page,
        "lines": list(board.lines(page.object_list)),
        "own": own,
        "replays": pending_mark() is not None,
        "watches": isinstance(request.user, User) and may_watch(request.user),
    }
    return render(request, "tournaments/ranking/ranking.html", context)


@require_safe
@never_cache
def series(request: HttpRequest) -> HttpResponse:
    """Show the odd series of casual games to site staff and to the organisers of a club."""
    if not (isinstance(request.user, User) and may_watch(request.user)):
        raise Http404
    found = suspicious_series(request.user, now=timezone.now())
    return render(request, "tournaments/ranking/odd_series.html", {"series": found})


def _read_filter(
    request: HttpRequest, club: Club | None, seasons: Sequence[Season]
) -> LeaderboardFilter:
    """Read the address; what no form of this site asks does not exist."""
    given = request.GET
    words = given.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    asked = LeaderboardFilter(
        period=of_club(given.get("period", ""), seasons),
        club=club,
        format=given.get("format", ""),
        family=given.get("family", ""),
        words=words,
        kind=given.get("kind", ""),
    )
    if not asked.is_known:
        raise Http404
    return asked
