"""Entering a competition as a team: which team, and who of it plays."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.forms.teams import PLAYS, WAITS, LineUpForm
from tournaments.models import Competition, Entry, Team
from tournaments.pages.teams.line_up import available
from tournaments.pages.teams.lists import led_by, played_in
from tournaments.services.entries.registering import takes_entries
from tournaments.services.teams.entering import enter_as_team
from tournaments.views.entries.entering import ENTERED
from tournaments.views.finding import find_competition, person
from tournaments.views.refusal import answers_refusals
from tournaments.wording import refusals


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@answers_refusals
def enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose the team (`?team=`, unless one leads only one) and who of it plays; enter it."""
    competition = find_competition(request, pk)
    if not takes_entries(competition):
        raise RefusedError("registration-closed")
    if competition.players_per_side == 1:
        raise RefusedError("not-for-teams")
    teams = {str(team.pk): team for team in led_by(person(request))}
    asked = request.GET.get("team", "")
    team = teams.get(asked) if asked or len(teams) != 1 else next(iter(teams.values()))
    if asked and team is None:
        raise RefusedError("not-team-captain")
    if team is None:
        own = () if teams else played_in(person(request))
        context = {"competition": competition, "teams": teams.values(), "own": own}
        return render(request, "tournaments/teams/which.html", context)
    return _line_up(request, competition, team)


def _line_up(request: HttpRequest, competition: Competition, team: Team) -> HttpResponse:
    people = available(competition, team, person(request))
    form = LineUpForm(
        request.POST if request.method == "POST" else None,
        places=people.free,
        per_side=people.per_side,
        reserves=people.reserves,
    )
    if request.method == "POST" and form.is_valid():
        try:
            entry = enter_as_team(
                competition_id=competition.pk,
                team_id=team.pk,
                actor=person(request),
                players=form.chosen(PLAYS),
                reserves=form.chosen(WAITS),
                now=timezone.now(),
            )
        except RefusedError as error:
            if error.code != "wrong-line-up":
                raise
            form.add_error(None, refusals.refusal(error.code))
        else:
            messages.success(request, ENTERED[Entry.State(entry.state)])
            return redirect("competitions:competition", competition.pk)
    context = {"competition": competition, "team": team, "people": people, "form": form}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournaments/teams/line_up.html", context, status=status)
