"""The page of a team, those of a club, and the way in by a link."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access.guesses import refuse_guess
from accounts.models import Club
from accounts.values.collation import fold
from accounts.values.keyset import LATEST_FIRST, page
from accounts.values.names import searchable
from accounts.views.asked import signed_in
from accounts.views.places import place_asked_for, span_asked_for
from games.services.refusals import RefusedError
from tournaments.pages.teams.lists import BY_NAME, counted, teams_at
from tournaments.pages.teams.team_page import TeamPage
from tournaments.services.teams import joining
from tournaments.services.teams.adopting import to_be_adopted
from tournaments.services.teams.locking import place_of
from tournaments.views.finding import person
from tournaments.views.refusal import answers_refusals
from tournaments.views.teams.finding import find_team

A_PAGE = 24


@require_safe
@never_cache
def team(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a team: its people over time, what it entered and won, and what its people may do.

    `?before=` goes on with older competitions.
    """
    found = find_team(pk)
    reader = request.user
    is_going = found.dissolved_at is None
    before = place_asked_for(request, LATEST_FIRST)
    captains = is_going and found.captain_id == reader.pk
    context = {
        "team": found,
        "proposed": to_be_adopted(found, person(request)) if captains else (),
        "page": TeamPage(found, reader, before),
        "before": before,
        "captains": captains,
        "leads": is_going and found.is_led_by(reader),
        "invites": found.invites_until is not None and found.invites_until > timezone.now(),
    }
    return render(request, "tournaments/teams/team.html", context)


@require_safe
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """List the teams of a club; `?q=` keeps some by name."""
    club = get_object_or_404(Club, slug=slug)
    wanted = searchable(request.GET.get("q", ""))[:60]
    teams = teams_at(club).filter(name__fold__contains=fold(wanted))
    listed = page(teams, BY_NAME, span_asked_for(request, BY_NAME), A_PAGE)
    context = {
        "club": club,
        "wanted": wanted,
        "page": listed,
        "found": counted(listed.rows),
        "is_member": club.role_of(request.user) is not None,
    }
    return render(request, "tournaments/teams/of_club.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Show which team invites; a click comes in. Links that lead nowhere count as guesses."""
    try:
        inviting = joining.invited_to(token=token, now=timezone.now())
    except RefusedError:
        if refusal := refuse_guess(request):
            return refusal
        raise
    if request.method == "POST":
        return _join(request, token)
    reader = request.user
    is_in = reader.pk is not None and place_of(inviting, reader.pk) is not None
    return render(request, "tournaments/teams/join.html", {"team": inviting, "is_in": is_in})


@signed_in
def _join(request: HttpRequest, token: str) -> HttpResponse:
    joined = joining.join(token=token, user=person(request), now=timezone.now())
    messages.success(request, _("Ya estás en el equipo."))
    return redirect("teams:team", joined.pk)
