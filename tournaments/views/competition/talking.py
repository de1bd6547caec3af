"""What organisers say about talk: how much there may be, and what should not have been said."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.views.asked import signed_in
from games.board.talk.lines import listed
from games.services.talk import reporting
from tournaments.pages.organisers.reported import reported_lines, reported_to
from tournaments.services.competition.talk import change_talk
from tournaments.views.finding import find_organised, person
from tournaments.views.posting import posted_at_desk
from tournaments.views.refusal import answers_refusals


@posted_at_desk
@signed_in
@answers_refusals
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Allow more or less to be said at the tables of a competition."""
    find_organised(request, pk)
    asked, now = request.POST.get("talk", ""), timezone.now()
    change_talk(competition_id=pk, actor=person(request), talk=asked, now=now)
    messages.success(request, _("Listo, guardamos tus cambios."))
    return redirect("competitions:manage", pk)


@require_safe
@signed_in
@never_cache
def reports(request: HttpRequest) -> HttpResponse:
    """List what was reported at the tables that the reader keeps in order."""
    reader = person(request)
    if reader.is_staff and not reader.may_operate:
        return redirect("mfa_index")
    lines = [(line, listed(line, line.game)) for line in reported_lines(reader)]
    return render(request, "tournaments/reports.html", {"lines": lines})


@require_POST
@signed_in
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a reported line away, or find nothing wrong with it."""
    line = get_object_or_404(reported_to(person(request)), pk=pk)
    reporting.settle(line_id=line.pk, take_away="take_away" in request.POST)
    return redirect("talk_reports")
