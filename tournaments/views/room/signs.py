"""Signs to be hung up in the room, for organisers to print."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.views.asked import signed_in
from tournaments.pages.screens.signs import paper_signs
from tournaments.views.finding import find_organised
from tournaments.views.refusal import answers_refusals


@require_safe
@signed_in
@never_cache
@answers_refusals
def signs(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the signs, one to a page."""
    competition = find_organised(request, pk)
    shown = paper_signs(competition, request.build_absolute_uri)
    return render(request, "tournaments/signs.html", {"competition": competition, "signs": shown})
