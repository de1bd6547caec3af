"""The leaderboards: of all time, a season or a month; of a club, a format, a family of rules."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from tournaments.pages.people.leaderboard_page import (
    LONGEST_SEARCH,
    Asked,
    LeaderboardPage,
    choices,
)
from tournaments.views.competition.competitions import club_asked_for

LINES_A_PAGE = 50


@require_safe
def ranking(request: HttpRequest) -> HttpResponse:
    """Show the leaderboard that is asked for, fifty a page, and always the reader's own line."""
    board = LeaderboardPage(_asked(request))
    page = Paginator(board.found, LINES_A_PAGE).get_page(request.GET.get("page"))
    own = board.line_of(request.user) if isinstance(request.user, User) else None
    context = {
        "asked": board.asked,
        "choices": choices(),
        "page": page,
        "lines": list(board.lines(page.object_list)),
        "own": own,
    }
    return render(request, "tournaments/ranking.html", context)


def _asked(request: HttpRequest) -> Asked:
    """Read the address; what no form of this site asks does not exist."""
    given = request.GET
    words = given.get("q", "").replace("\0", "").strip()[:LONGEST_SEARCH]
    asked = Asked(
        period=given.get("period", ""),
        club=club_asked_for(request),
        format=given.get("format", ""),
        family=given.get("family", ""),
        words=words,
    )
    if not asked.is_known:
        raise Http404
    return asked
