"""The page of one match: its sides, its games, what it gave to whom."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.desk import case_of
from tournaments.views.finding import find_match


@require_safe
@never_cache
def match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a match with its games and points; organisers decide here what cards do not."""
    view = find_match(request, pk)
    competition = view.match.competition
    context = {
        "case": case_of(view),
        "view": view,
        "match": view.match,
        "competition": competition,
        "organises": competition is not None and competition.club.can_organise(request.user),
        "games": view.match.games.select_related("game").order_by("pk"),
        "points": view.match.points.select_related("user"),
        "log": view.match.audit.select_related("actor"),
    }
    return render(request, "tournaments/match.html", context)
