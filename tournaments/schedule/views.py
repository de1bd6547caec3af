"""Views to accept or decline the proposed times of a match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.common.replayed_post import login_required_keep_post
from tournaments.common.errors import BadlyWrittenError, answers_refusals, refuse
from tournaments.common.lookups import person
from tournaments.matches.lookups import find_match
from tournaments.models import TimeProposal
from tournaments.schedule import services as schedule
from tournaments.schedule.forms import AnswerForm


@require_POST
@login_required_keep_post
@answers_refusals
def accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one of the hours on offer."""
    find_match(request, pk)
    form = AnswerForm(request.POST)
    if not form.is_valid():
        return refuse(request, BadlyWrittenError())
    offer = get_object_or_404(TimeProposal, pk=form.cleaned_data["proposal"], match=pk)
    schedule.accept_time(proposal_id=offer.pk, user=person(request), now=timezone.now())
    messages.success(request, _("Quedó acordado. La mesa se abre sola a esa hora."))
    return redirect("match", pk)


@require_POST
@login_required_keep_post
@answers_refusals
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Take none of them."""
    find_match(request, pk)
    schedule.decline_times(match_id=pk, user=person(request), now=timezone.now())
    messages.success(request, _("Les avisamos que no. El partido sigue a su hora."))
    return redirect("match", pk)
