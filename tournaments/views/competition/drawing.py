"""The draw; where what was announced does not fit who came, the page offers what does."""

from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.forms.schedule import FirstDayForm
from tournaments.models import Competition
from tournaments.pages.outlook import announced, remedied
from tournaments.services.competition import editing
from tournaments.services.competition.evening import usual_start
from tournaments.services.competition.terms import Terms
from tournaments.services.draw import drafts, drawing, what_fits
from tournaments.services.draw.what_fits import Remedy
from tournaments.views.finding import find_organised, person
from tournaments.views.posting import posted_at_desk
from tournaments.views.refusal import answers_refusals, status_of
from tournaments.wording import refusals

NO_FIRST_DAY: Final = "no-first-hour"
A_WEEK: Final = timedelta(days=7)


@posted_at_desk
@signed_in
@answers_refusals
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw what was announced, or what was offered and `agreed` on instead; as a draft if asked."""
    competition = find_organised(request, pk)
    if "starts_at" in request.POST and (asked := _first_day(request, competition)):
        return asked
    agreed = request.POST.get("agreed", "")
    as_draft = "draft" in request.POST or not competition.publishes_alone
    who: dict[str, Any] = {"competition_id": pk, "actor": person(request), "now": timezone.now()}
    who["seed"] = drawing.fresh_draw_seed()
    drawn = drafts.draft_draw if as_draft else drawing.draw
    try:
        if agreed:
            what_fits.draw_what_fits(agreed=agreed, drawn=drawn, **who)
        else:
            drawn(**who)
    except RefusedError as error:
        if error.code == NO_FIRST_DAY:
            return _ask_first_day(request, competition)
        found = what_fits.remedy(competition)
        if found is None:
            raise
        return _offer(request, competition, found, error.code)
    if as_draft:
        return redirect("competitions:draft", pk)
    messages.success(request, _("El sorteo está hecho y su semilla publicada."))
    return redirect("competitions:manage", pk)


def _first_day(request: HttpRequest, competition: Competition) -> HttpResponse | None:
    """Write down when a league begins; return the question again where the answer cannot be."""
    form = FirstDayForm(request.POST, zone=competition.club.zone, now=timezone.now())
    if not form.is_valid():
        return _ask_first_day(request, competition, form)
    terms = replace(Terms.of(competition), starts_at=form.cleaned_data["starts_at"])
    editing.edit_competition(
        competition_id=competition.pk, actor=person(request), terms=terms, now=timezone.now()
    )
    return None


def _ask_first_day(
    request: HttpRequest, competition: Competition, form: FirstDayForm | None = None
) -> HttpResponse:
    """Ask when a league begins: a week from now, unless the organiser says otherwise."""
    zone, now = competition.club.zone, timezone.now()
    if form is None:
        form = FirstDayForm(zone=zone, now=now)
        form.initial = {"starts_at": usual_start(now + A_WEEK, zone)}
    as_draft = "draft" in request.POST
    context = {"competition": competition, "form": form, "as_draft": as_draft}
    return render(
        request, "tournaments/first_day.html", context, status=422 if form.errors else 200
    )


def _offer(
    request: HttpRequest, competition: Competition, remedy: Remedy, code: str
) -> HttpResponse:
    """Say why it was not drawn, and what those who came can play."""
    context = {
        "competition": competition,
        "code": code,
        "words": refusals.refusal(code),
        "as_draft": "draft" in request.POST,
        "announced": announced(remedy),
        "remedy": remedy,
        "told": remedied(remedy),
    }
    return render(request, "tournaments/unfit.html", context, status=status_of(code))
