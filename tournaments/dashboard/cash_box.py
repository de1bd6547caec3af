"""The page of a competition's money."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.common.replayed_post import login_required_keep_post
from tournaments.common.errors import answers_refusals
from tournaments.common.lookups import find_organised
from tournaments.dashboard.live import DeskFrame
from tournaments.entries.cash_box import CashBox


@require_safe
@login_required_keep_post
@never_cache
@answers_refusals
def cash_box(request: HttpRequest, pk: int) -> HttpResponse:
    """Show who has paid, how, and what that makes; one tap notes a payment."""
    competition = find_organised(request, pk)
    entries = [line.entry for line in DeskFrame.of(competition).snapshot.lines]
    context = {"competition": competition, "box": CashBox.of(competition, entries)}
    return render(request, "tournaments/dashboard/cash_box.html", context)
