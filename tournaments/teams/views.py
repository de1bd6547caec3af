"""Views of teams: their pages, members and captaincy, entries, and head-to-head records."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.common.errors import RefusedError
from accounts.common.page_meta import PageMeta, site_origin
from accounts.common.pagination import LATEST_FIRST, page, requested_cursor, requested_range
from accounts.common.qr_codes import qr
from accounts.common.rate_limit import refuse_guess
from accounts.common.requests import login_required_keep_post, person
from accounts.common.schema_org import organization
from accounts.models import Club
from accounts.names.collation import fold
from accounts.names.validation import searchable
from tournaments.common.errors import (
    BadlyWrittenError,
    RegistrationClosedError,
    answers_refusals,
    signed_in_form,
    signed_in_post,
)
from tournaments.common.lookups import find_competition
from tournaments.entries.services import takes_entries
from tournaments.entries.views import ENTERED
from tournaments.models import Competition, Entry, Team
from tournaments.teams import services as teams_services
from tournaments.teams.entries import available, enter_as_team
from tournaments.teams.errors import (
    NoSuchTeamError,
    NotForTeamsError,
    NotTeamCaptainError,
    TeamDissolvedError,
)
from tournaments.teams.forms import (
    PLAYS,
    WAITS,
    EntriesForm,
    LineUpForm,
    LookForm,
    NewTeamForm,
    PersonForm,
)
from tournaments.teams.queries import (
    BY_NAME,
    TeamPage,
    counted,
    led_by,
    played_in,
    teams_at,
    teams_met,
    teams_of,
)
from tournaments.teams.services import place_of, to_be_adopted


@signed_in_form
def enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Choose the team (`?team=`, unless there is only one) and its players, and enter it."""
    competition = find_competition(request, pk)
    if not takes_entries(competition):
        raise RegistrationClosedError()
    if competition.players_per_side == 1:
        raise NotForTeamsError()
    teams = {str(team.pk): team for team in led_by(person(request))}
    team_id = request.GET.get("team", "")
    team = teams.get(team_id) if team_id or len(teams) != 1 else next(iter(teams.values()))
    if team_id and team is None:
        raise NotTeamCaptainError()
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
            form.add_error(None, error.message)
        else:
            messages.success(request, ENTERED[Entry.State(entry.state)])
            return redirect("competitions:competition", competition.pk)
    context = {"competition": competition, "team": team, "people": people, "form": form}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournaments/teams/line_up.html", context, status=status)


def find_team(pk: int) -> Team:
    """Return a named team with its captain and vice, or raise 404."""
    teams = Team.objects.named().select_related("club", "captain", "vice", "heir")
    team = teams.filter(pk=pk).first()
    if team is None:
        raise Http404
    return team


@require_safe
def rivals(request: HttpRequest, pk: int) -> HttpResponse:
    """List the teams that one met, most often first; `?q=` keeps some by name."""
    team = find_team(pk)
    query = searchable(request.GET.get("q", ""))[:60]
    met = TeamPage(team, request.user).rivals_named(query)
    context = {"team": team, "rivals": met, "wanted": query}
    return render(request, "tournaments/teams/rivals.html", context)


@require_safe
def against(request: HttpRequest, pk: int, team: int) -> HttpResponse:
    """Show the matches between two teams; `?before=` pages to older matches."""
    own, rival = find_team(pk), find_team(team)
    if own == rival:
        return redirect("teams:rivals", own.pk)
    before = requested_cursor(request, LATEST_FIRST)
    meetings = teams_met(TeamPage(own, request.user), rival, before)
    context = {"found": meetings, "before": before, "older": meetings.page.older}
    return render(request, "tournaments/teams/against.html", context)


IN_THE_FORM = ("team-name-taken", "badly-written")  # refusals that the name's field answers


@require_safe
@login_required_keep_post
@never_cache
def show_own_teams(request: HttpRequest) -> HttpResponse:
    """List the reader's teams, and the unnamed teams the reader has entered as captain."""
    user = person(request)
    context = {"teams": teams_of(user), "to_be_named": teams_services.to_be_named(user)}
    return render(request, "tournaments/teams/own.html", context)


@signed_in_form
def new(request: HttpRequest) -> HttpResponse:
    """Create a team; `?club=` names its club."""
    user = person(request)
    clubs = list(user.clubs.all())
    at = next((each for each in clubs if each.slug == request.GET.get("club")), None)
    form = NewTeamForm(request.POST if request.method == "POST" else None, clubs=clubs, at=at)
    if request.method == "POST" and form.is_valid():
        try:
            team = teams_services.make_team(
                actor=user, look=form.team_profile(), club_id=form.club_id(), now=timezone.now()
            )
        except (RefusedError, ValidationError) as error:
            _into(form, error)
        else:
            messages.success(request, _("El equipo está hecho: ahora invitá a los demás."))
            return redirect("teams:team", team.pk)
    return _form(request, form, None)


@signed_in_form
def name(request: HttpRequest, pk: int) -> HttpResponse:
    """Name a team of people who entered together; their entries become the team's."""
    unnamed = next(
        (team for team in teams_services.to_be_named(person(request)) if team.pk == pk), None
    )
    if unnamed is None:
        raise NoSuchTeamError()
    form = LookForm(request.POST) if request.method == "POST" else LookForm.of(unnamed)
    if request.method == "POST" and form.is_valid():
        try:
            teams_services.name_team(team_id=pk, actor=person(request), look=form.team_profile())
        except (RefusedError, ValidationError) as error:
            _into(form, error)
        else:
            messages.success(request, _("El equipo ya tiene nombre, y lo que jugaron juntos."))
            return redirect("teams:team", pk)
    return _form(request, form, unnamed)


@signed_in_form
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change how a team is called and drawn."""
    team = find_team(pk)
    if team.dissolved_at is not None:
        raise TeamDissolvedError()
    if not teams_services.may_dress(team, person(request)):
        raise NotTeamCaptainError()
    form = LookForm(request.POST) if request.method == "POST" else LookForm.of(team)
    if request.method == "POST" and form.is_valid():
        try:
            teams_services.edit_team(team_id=pk, actor=person(request), look=form.team_profile())
        except (RefusedError, ValidationError) as error:
            _into(form, error)
        else:
            messages.success(request, _("Listo, guardamos tus cambios."))
            return redirect("teams:team", pk)
    return _form(request, form, team)


def _into(form: LookForm, error: RefusedError | ValidationError) -> None:
    """Add an error to the form; raise any refusal that is not about its fields."""
    if isinstance(error, ValidationError):
        form.add_error(None, error.messages)
    elif error.code in IN_THE_FORM:
        form.add_error("name", error.message)
    else:
        raise error


def _form(request: HttpRequest, form: LookForm, team: Team | None) -> HttpResponse:
    is_named = team is not None and bool(team.name)
    context = {"form": form, "team": team, "drawn": form.preview_team(), "is_named": is_named}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournaments/teams/form.html", context, status=status)


A_PAGE = 24


@require_safe
@never_cache
def show_team(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a team: its members over time, its entries and titles, and the reader's actions.

    `?before=` pages to older competitions.
    """
    team = find_team(pk)
    reader = request.user
    is_going = team.dissolved_at is None
    before = requested_cursor(request, LATEST_FIRST)
    captains = is_going and team.captain_id is not None and team.captain_id == reader.pk
    context = {
        "team": team,
        "meta": _meta(request, team),
        "proposed": to_be_adopted(team, person(request)) if captains else (),
        "page": TeamPage(team, reader, before),
        "before": before,
        "captains": captains,
        "leads": is_going and team.is_led_by(reader),
        "invites": team.invites_until is not None and team.invites_until > timezone.now(),
    }
    return render(request, "tournaments/teams/team.html", context)


def _meta(request: HttpRequest, team: Team) -> PageMeta:
    address = f"{site_origin(request)}{reverse('teams:team', args=[team.pk])}"
    description = _("%(team)s, equipo de truco: sus jugadores, sus torneos y sus títulos.")
    block = organization("SportsTeam", team.name, address)
    return PageMeta((team.name, team.club), (description % {"team": team.name},), data=(block,))


@require_safe
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """List the teams of a club; `?q=` keeps some by name."""
    club = get_object_or_404(Club, slug=slug)
    query = searchable(request.GET.get("q", ""))[:60]
    teams = teams_at(club).filter(name__fold__contains=fold(query))
    listed = page(teams, BY_NAME, requested_range(request, BY_NAME), A_PAGE)
    context = {
        "club": club,
        "wanted": query,
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
        inviting = teams_services.invited_to(token=token, now=timezone.now())
    except RefusedError:
        if refusal := refuse_guess(request):
            return refusal
        raise
    if request.method == "POST":
        return _join(request, token)
    reader = request.user
    is_in = reader.pk is not None and place_of(inviting, reader.pk) is not None
    return render(request, "tournaments/teams/join.html", {"team": inviting, "is_in": is_in})


@login_required_keep_post
def _join(request: HttpRequest, token: str) -> HttpResponse:
    joined = teams_services.join(token=token, user=person(request), now=timezone.now())
    messages.success(request, _("Ya estás en el equipo."))
    return redirect("teams:team", joined.pk)


@require_POST
@login_required_keep_post
@never_cache
@answers_refusals
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Make a link into the team and show it, this once."""
    team = find_team(pk)
    token = teams_services.invite(team_id=team.pk, actor=person(request), now=timezone.now())
    link = request.build_absolute_uri(reverse("teams:join", args=[token]))
    days = teams_services.INVITES_FOR.days
    context = {"team": team, "link": link, "qr": qr(link), "days": days}
    return render(request, "tournaments/teams/link.html", context)


@signed_in_post
def stop_inviting(request: HttpRequest, pk: int) -> HttpResponse:
    """Disable the invitation link."""
    teams_services.stop_inviting(team_id=pk, actor=person(request))
    return _back(request, pk, _("El enlace ya no sirve."))


@signed_in_post
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    teams_services.leave(team_id=pk, user=person(request), now=timezone.now())
    return _back(request, pk, _("Ya no estás en el equipo."))


@signed_in_post
def take_out(request: HttpRequest, pk: int, player: int) -> HttpResponse:
    acting: Any = {"team_id": pk, "actor": person(request), "now": timezone.now()}
    teams_services.remove_player(player_id=player, **acting)
    return _back(request, pk, _("Ya no está en el equipo."))


@signed_in_post
def name_vice(request: HttpRequest, pk: int) -> HttpResponse:
    return _named(request, pk, teams_services.name_vice)


@signed_in_post
def offer_captaincy(request: HttpRequest, pk: int) -> HttpResponse:
    """Offer a member the captaincy, or withdraw the offer."""
    return _named(request, pk, teams_services.offer_captaincy)


@signed_in_post
def take_captaincy(request: HttpRequest, pk: int) -> HttpResponse:
    teams_services.take_captaincy(team_id=pk, user=person(request))
    return _back(request, pk, _("Ahora sos capitán del equipo."))


@signed_in_post
def dissolve(request: HttpRequest, pk: int) -> HttpResponse:
    """End the team."""
    teams_services.dissolve(team_id=pk, actor=person(request), now=timezone.now())
    return _back(request, pk, _("El equipo está disuelto. Lo que tiene empezado, se juega."))


@signed_in_post
def adopt(request: HttpRequest, pk: int) -> HttpResponse:
    """Assign the chosen earlier entries to the team."""
    form = EntriesForm(request.POST)
    if not form.is_valid():
        raise BadlyWrittenError()
    teams_services.adopt(team_id=pk, actor=person(request), entries=form.cleaned_data["entries"])
    return _back(request, pk, _("Listo, guardamos tus cambios."))


def _named(request: HttpRequest, pk: int, act: Callable[..., None]) -> HttpResponse:
    form = PersonForm(request.POST)
    if not form.is_valid():
        raise BadlyWrittenError()
    act(team_id=pk, user_id=form.cleaned_data["user"], actor=person(request))
    return _back(request, pk, _("Listo, guardamos tus cambios."))


def _back(request: HttpRequest, pk: int, words: str) -> HttpResponse:
    messages.success(request, words)
    return redirect("teams:team", pk)
