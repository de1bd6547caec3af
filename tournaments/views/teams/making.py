"""One's own teams; making one, naming one of the past, changing how it looks."""

from http import HTTPStatus

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.forms.teams import LookForm, NewTeamForm
from tournaments.models import Team
from tournaments.pages.teams.lists import teams_of
from tournaments.services.teams import making
from tournaments.views.finding import person
from tournaments.views.refusal import answers_refusals
from tournaments.views.teams.finding import find_team
from tournaments.wording import refusals

IN_THE_FORM = ("team-name-taken", "badly-written")  # refusals that the name's field answers


@require_safe
@signed_in
@never_cache
def own(request: HttpRequest) -> HttpResponse:
    """List one's teams, and with whom one has entered as captain without a name so far."""
    user = person(request)
    context = {"teams": teams_of(user), "to_be_named": making.to_be_named(user)}
    return render(request, "tournaments/teams/own.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@answers_refusals
def new(request: HttpRequest) -> HttpResponse:
    """Make a team; `?club=` says whose it is to be."""
    user = person(request)
    clubs = list(user.clubs.all())
    at = next((each for each in clubs if each.slug == request.GET.get("club")), None)
    form = NewTeamForm(request.POST if request.method == "POST" else None, clubs=clubs, at=at)
    if request.method == "POST" and form.is_valid():
        try:
            team = making.make_team(
                actor=user, look=form.look(), club_id=form.club_id(), now=timezone.now()
            )
        except (RefusedError, ValidationError) as error:
            _into(form, error)
        else:
            messages.success(request, _("El equipo está hecho: ahora invitá a los demás."))
            return redirect("teams:team", team.pk)
    return _form(request, form, None)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@answers_refusals
def name(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a name to people who entered together; then what they entered is the team's."""
    named = next((team for team in making.to_be_named(person(request)) if team.pk == pk), None)
    if named is None:
        raise RefusedError("no-such-team")
    form = LookForm(request.POST) if request.method == "POST" else LookForm.of(named)
    if request.method == "POST" and form.is_valid():
        try:
            making.name_team(team_id=pk, actor=person(request), look=form.look())
        except (RefusedError, ValidationError) as error:
            _into(form, error)
        else:
            messages.success(request, _("El equipo ya tiene nombre, y lo que jugaron juntos."))
            return redirect("teams:team", pk)
    return _form(request, form, named)


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
@never_cache
@answers_refusals
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Change how a team is called and drawn."""
    team = find_team(pk)
    if team.dissolved_at is not None:
        raise RefusedError("team-dissolved")
    if not making.may_dress(team, person(request)):
        raise RefusedError("not-team-captain")
    form = LookForm(request.POST) if request.method == "POST" else LookForm.of(team)
    if request.method == "POST" and form.is_valid():
        try:
            making.edit_team(team_id=pk, actor=person(request), look=form.look())
        except (RefusedError, ValidationError) as error:
            _into(form, error)
        else:
            messages.success(request, _("Listo, guardamos tus cambios."))
            return redirect("teams:team", pk)
    return _form(request, form, team)


def _into(form: LookForm, error: RefusedError | ValidationError) -> None:
    """Say in the form what is wrong there; any other refusal is a page of its own."""
    if isinstance(error, ValidationError):
        form.add_error(None, error.messages)
    elif error.code in IN_THE_FORM:
        form.add_error("name", refusals.refusal(error.code))
    else:
        raise error


def _form(request: HttpRequest, form: LookForm, team: Team | None) -> HttpResponse:
    is_named = team is not None and bool(team.name)
    context = {"form": form, "team": team, "drawn": form.drawn(), "is_named": is_named}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournaments/teams/form.html", context, status=status)
