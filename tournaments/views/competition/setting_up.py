"""Setting up a competition from a few questions: a stranger answers, and signs up afterwards."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import Club, User
from accounts.values.collation import SortKey
from accounts.views.asked import signed_in, to_sign_up
from games.services.refusals import RefusedError
from tournaments.forms.terms.setup import DEFAULTS, SetupForm
from tournaments.forms.terms.written import written
from tournaments.pages.organisers.plan_lines import PlanList
from tournaments.services.competition.evening import usual_name, usual_start
from tournaments.services.competition.setting_up import set_up, set_up_just_now
from tournaments.views.competition.home_club import club_asked_for, club_to_open, zone_of
from tournaments.views.finding import person
from tournaments.views.refusal import answers_refusals
from tournaments.wording import refusals
from truco_site.htmx import is_part

ANSWERED: Final = "entries"  # with it an address carries what was answered before
STEPS: Final[Mapping[str, int]] = {"more": 1, "fewer": -1}
A_LONG_NUMBER: Final = 6  # digits


@require_http_methods(["GET", "HEAD", "POST"])
@answers_refusals
def new(request: HttpRequest) -> HttpResponse:
    """Ask for a new competition; anybody may, and a stranger signs up to create it."""
    if request.method == "POST":
        return _create(request) if request.user.is_authenticated else to_sign_up(request)
    asked = request.GET.dict()
    club = club_asked_for(request, asked)
    asked |= {"club": club.slug if club else ""}
    form = _form(request, _answers(asked, club), club)
    if is_part(request):
        return render(
            request, "tournaments/_plans.html", {"form": form, "plans": PlanList.of(form)}
        )
    if "all" in asked and club is not None and form.is_valid():
        return redirect(f"{reverse('competitions:new')}?{_as_address(form, club)}")
    return _page(request, form, club)


@signed_in
def _create(request: HttpRequest) -> HttpResponse:
    """Create it, in a club that is opened on the way if there is none."""
    actor, asked = person(request), request.POST.dict()
    club = club_asked_for(request, asked)
    form = _form(request, asked, club)
    if not form.is_valid():
        return _page(request, form, club)
    home = club or club_to_open(actor, form.cleaned_data["club_name"])
    try:
        created = set_up(actor=actor, home=home, terms=form.terms(), now=timezone.now())
    except RefusedError as error:
        if again := set_up_just_now(actor=actor, terms=form.terms(), now=timezone.now()):
            return redirect("competitions:paste", again.pk)
        _add_refusal(form, error.code, opens_club=club is None)
        return _page(request, form, club)
    messages.success(request, _("La competencia está lista: anotá a la gente y sorteá."))
    return redirect("competitions:paste", created.pk)


def _add_refusal(form: SetupForm, code: str, *, opens_club: bool) -> None:
    """Say beside its field why not; a club just opened has no competition of any name."""
    if code == "name-taken" and opens_club:
        form.add_error("club_name", _("Ya hay un club con ese nombre o uno muy parecido."))
    else:
        form.add_error("name", refusals.refusal(code))


def _page(request: HttpRequest, form: SetupForm, club: Club | None) -> HttpResponse:
    context = {
        "form": form,
        "plans": PlanList.of(form),
        "club": club,
        "clubs": form.clubs,
    }
    status = 422 if request.method == "POST" else 200
    return render(request, "tournaments/setup.html", context, status=status)


def _form(request: HttpRequest, answers: Mapping[str, str], club: Club | None) -> SetupForm:
    user = request.user
    own = Club.objects.organised_by(user) if isinstance(user, User) else Club.objects.none()
    return SetupForm(
        answers, clubs=own.order_by(SortKey("name")), zone=zone_of(club), now=timezone.now()
    )


def _answers(asked: Mapping[str, str], club: Club | None) -> dict[str, str]:
    """Return what the page shows: what was answered before, else what is usual."""
    if ANSWERED in asked:
        return {**asked, ANSWERED: _stepped(asked)}
    start = usual_start(timezone.now(), zone_of(club))
    usual = {"name": usual_name(start, club), "starts_at": f"{start:%Y-%m-%dT%H:%M}"}
    return {**DEFAULTS, **usual, **asked}


def _stepped(asked: Mapping[str, str]) -> str:
    """Return how many come, one more or fewer if a button without script asked for that."""
    number = asked[ANSWERED]
    if not number.isascii() or not number.isdigit() or len(number) > A_LONG_NUMBER:
        return number
    return str(int(number) + STEPS.get(asked.get("step", ""), 0))


def _as_address(form: SetupForm, club: Club) -> str:
    """Return the whole form's fields as they follow from the answers."""
    known = {key: value for key, value in written(form.terms(), club.zone).items() if value}
    told = {key: "on" if value is True else value for key, value in known.items()}
    if start := told.get("starts_at"):
        told["starts_at"] = f"{start:%Y-%m-%dT%H:%M}"
    return urlencode({**told, "club": club.slug, "written": "yes"})
