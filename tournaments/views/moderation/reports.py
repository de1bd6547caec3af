"""What was reported to those who keep order, and their decisions."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.views.asked import page_before, signed_in
from games.services.reports.deciding import decide
from tournaments.pages.organisers.reported import decided_reports, open_reports, reports_for
from tournaments.views.finding import person
from tournaments.views.refusal import answers_refusals


@require_safe
@signed_in
@never_cache
def reports(request: HttpRequest) -> HttpResponse:
    """List what was reported to the reader, as one of a club's organisers or as an operator."""
    reader = person(request)
    if reader.is_staff and not reader.may_operate:
        return redirect("mfa_index")
    found = reports_for(reader)
    context = {"reported": open_reports(found), "decided": decided_reports(found)}
    return render(request, "tournaments/reports.html", context)


@require_POST
@signed_in
@answers_refusals
def settle(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide on a report: nothing to object, something was done, or the line goes."""
    found = get_object_or_404(reports_for(person(request)), pk=pk)
    decide(
        report_id=found.pk,
        by=person(request),
        now=timezone.now(),
        acted="acted" in request.POST,
        take_away="take_away" in request.POST,
    )
    messages.success(request, _("Listo: quedó decidido."))
    before = page_before(request)
    return redirect("talk_reports" if before == "/" else before)
