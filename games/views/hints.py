"""What every action is worth now, told in a sheet of a practice table."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access.budgets import HINTS, too_busy
from games.board.teaching.review import priced
from games.board.words import refusal
from games.models import Game
from games.services.refusals import RefusedError
from games.services.reviews import hinting
from games.views.answering import seat_of, viewpoint_of

PRICE: Final = 1.0  # seconds of a processor, of a process beside the site


@require_safe
@never_cache
def hint(request: HttpRequest, pk: int) -> HttpResponse:
    """Tell what the seat of its reader may do, with the price of each; or why there is no hint."""
    viewpoint = viewpoint_of(request, pk)
    preset = Game.objects.values_list("preset", flat=True).get(pk=pk)
    try:
        seat = seat_of(viewpoint)
        is_kept = hinting.is_kept(game_id=pk, seat=seat)
        if not is_kept and HINTS.is_spent(request):
            return too_busy(request)
        prices = hinting.hint(game_id=pk, seat=seat)
    except RefusedError as error:
        return render(request, "games/_hint.html", {"refused": refusal(error.code, preset)})
    if not is_kept:
        HINTS.charge(request, PRICE)
    return render(request, "games/_hint.html", {"prices": priced(prices, preset)})
