"""The leaderboard, and the page of one player."""

from typing import cast

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import User
from tournaments.history import history, matches_of
from tournaments.leaderboard import line_of, lines
from tournaments.models import MatchQuerySet, PlayerStanding

LINES_A_PAGE, MATCHES_A_PAGE = 50, 20


@require_safe
def ranking(request: HttpRequest) -> HttpResponse:
    """Show the leaderboard, fifty a page, and the reader's own line."""
    standings = PlayerStanding.objects.leaderboard().select_related("user")
    page = Paginator(standings, LINES_A_PAGE).get_page(request.GET.get("page"))
    own = line_of(request.user) if isinstance(request.user, User) else None
    context = {"page": page, "lines": lines(page.object_list), "own": own}
    return render(request, "tournaments/ranking.html", context)


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show what a player has won, and every match with its record."""
    shown = get_object_or_404(User, username=username, anonymised_at=None)
    found = matches_of(shown, request.user)
    page = Paginator(found, MATCHES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "player": shown,
        "line": line_of(shown),
        "page": page,
        "played": history(shown, cast("MatchQuerySet", page.object_list)),
    }
    return render(request, "tournaments/player.html", context)
