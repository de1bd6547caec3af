"""The draw; where what was announced does not fit who came, the page offers what does."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.views.asked import signed_in
from games.services.refusals import RefusedError
from tournaments.models import Competition
from tournaments.pages.summary import announced, remedied
from tournaments.services.draw import drafts, drawing, what_fits
from tournaments.services.draw.what_fits import Remedy
from tournaments.views.finding import find_organised, person
from tournaments.views.refusal import answers_refusals, status_of
from tournaments.wording import refusals


@require_POST
@signed_in
@answers_refusals
def draw(request: HttpRequest, pk: int) -> HttpResponse:
    """Draw what was announced, or what was offered and `agreed` on instead; as a draft if asked."""
    competition = find_organised(request, pk)
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
        found = what_fits.remedy(competition)
        if found is None:
            raise
        return _offer(request, competition, found, error.code)
    if as_draft:
        return redirect("competitions:draft", pk)
    messages.success(request, _("El sorteo está hecho y su semilla publicada."))
    return redirect("competitions:manage", pk)


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
