"""The lobby: which tables are being played, and how to open one."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.models import User
from accounts.views.asked import signed_in
from games.house_rules import fitting, summary
from games.models import Game
from games.services import seating
from games.services.seating import SeatPlan
from games.views.forms import OpenTableForm

SHOWN = 30
UNPROCESSABLE = 422


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the public tables that wait or are being played, and one's own."""
    tables = Game.objects.public().with_players()
    own = Game.objects.none()
    if request.user.is_authenticated:
        own = Game.objects.open().seated(request.user.pk).with_players().order_by("-created_at")
    context = {
        "waiting": tables.with_a_free_seat().order_by("-created_at")[:SHOWN],
        "tables": tables.live().order_by("-started_at")[:SHOWN],
        "own": own[:SHOWN],
    }
    return render(request, "games/lobby.html", context)


@require_GET
@signed_in
def new(request: HttpRequest) -> HttpResponse:
    """Choose a table's rules; htmx asks again at every change for the fields and the summary."""
    chosen = _completed(request.GET)
    return _form(request, OpenTableForm(fitting(chosen["preset"], chosen)))


@require_POST
@signed_in
def practice(request: HttpRequest) -> HttpResponse:
    """Open a private table with robots, or a public one for whoever comes.

    The table's page sits its person down: their browser seals a corte for it first.
    """
    form = OpenTableForm(_completed(request.POST))
    if not form.is_valid():
        return _form(request, form, status=UNPROCESSABLE)
    assert isinstance(request.user, User)
    return redirect("tables:table", _open(request.user, form.cleaned_data).pk)


def _completed(data: Mapping[str, Any]) -> dict[str, str]:
    """Fill in what the short practice form leaves to the house."""
    house = {
        "preset": OpenTableForm.FIRST,
        "company": OpenTableForm.ROBOTS,
        "turn_seconds": "60",
    }
    return {**house, **{key: data[key] for key in data}}


def _open(user: User, chosen: Mapping[str, Any]) -> Game:
    robots, rules, now = chosen["company"] == OpenTableForm.ROBOTS, chosen["rules"], timezone.now()
    return seating.open_game(
        rules=rules,
        seats=[SeatPlan(user=user), *[SeatPlan(robot=robots)] * (rules.seats - 1)],
        competitive=chosen["competitive"] and not robots,
        public=not robots,
        turn_seconds=chosen["turn_seconds"],
        title=_("Mesa de práctica") if robots else _("Mesa de %(name)s") % {"name": user},
        now=now,
    )


def _form(request: HttpRequest, form: OpenTableForm, status: int = 200) -> HttpResponse:
    clauses = summary(form.cleaned_data["rules"]) if form.is_bound and form.is_valid() else ()
    context = {"form": form, "clauses": clauses}
    return render(request, "games/new.html", context, status=status)
