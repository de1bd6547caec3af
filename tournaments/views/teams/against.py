"""Two teams against each other, and all that a team met."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from accounts.values.keyset import LATEST_FIRST
from accounts.values.names import searchable
from accounts.views.places import place_asked_for
from tournaments.pages.teams.against import teams_met
from tournaments.pages.teams.team_page import TeamPage
from tournaments.views.teams.finding import find_team


@require_safe
def rivals(request: HttpRequest, pk: int) -> HttpResponse:
    """List the teams that one met, most often first; `?q=` keeps some by name."""
    team = find_team(pk)
    wanted = searchable(request.GET.get("q", ""))[:60]
    found = TeamPage(team, request.user).rivals_named(wanted)
    context = {"team": team, "rivals": found, "wanted": wanted}
    return render(request, "tournaments/teams/rivals.html", context)


@require_safe
def against(request: HttpRequest, pk: int, team: int) -> HttpResponse:
    """Show what two teams played against each other; `?before=` goes on with older matches."""
    own, rival = find_team(pk), find_team(team)
    if own == rival:
        return redirect("teams:rivals", own.pk)
    before = place_asked_for(request, LATEST_FIRST)
    found = teams_met(TeamPage(own, request.user), rival, before)
    context = {"found": found, "before": before, "older": found.page.older}
    return render(request, "tournaments/teams/against.html", context)
