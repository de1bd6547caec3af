"""The page of one player."""

from typing import cast

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.services.friends import ties
from tournaments.models import MatchQuerySet
from tournaments.pages.people.figures import figures_of, skill_of
from tournaments.pages.people.history import history, matches_of
from tournaments.pages.people.leaderboard import line_of, with_lines

MATCHES_A_PAGE = 20


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    """Show what a player has won, and every match with its record."""
    players = with_lines(User.objects.filter(anonymised_at=None, is_guest=False))
    shown = get_object_or_404(players, username=username)
    found = matches_of(shown, request.user)
    page = Paginator(found, MATCHES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "player": shown,
        "line": line_of(shown),
        "figures": figures_of(shown),
        "skill": skill_of(shown),
        "page": page,
        "played": history(shown, cast("MatchQuerySet", page.object_list)),
        "tie": _tie(request.user, shown),
    }
    return render(request, "tournaments/player.html", context)


def _tie(reader: User | AnonymousUser, shown: User) -> str:
    """Return what a player is to the reader; "" where there is nothing to ask."""
    if shown.is_robot or not shown.is_active or shown.pk == reader.pk:
        return ""
    if not isinstance(reader, User):
        return "none"  # to ask is to sign in first
    return ties(reader, [shown.pk])[shown.pk]
