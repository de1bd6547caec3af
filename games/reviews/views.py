"""Views of hints at a practice table, and of a game review, visible to its player only."""

from http import HTTPStatus
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseStopPolling, reswap

from accounts.common.cost_budgets import HINTS, too_busy
from accounts.common.errors import RefusedError
from accounts.common.requests import is_part
from accounts.models import User
from games.common.errors import refusal
from games.house_rules import dialect_of, family_of
from games.live.admission import viewpoint_of
from games.models import Game, Review, Seat
from games.reviews import action_values
from games.reviews import services as reviews
from games.reviews.queries import priced, review_page, sums_in_words
from games.reviews.services import sums_of
from games.table_page.responses import seat_of

PRICE: Final = 1.0  # seconds of processor time, in a process next to the site


@require_safe
@never_cache
def hint(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the values of the seat's actions, or why there is no hint."""
    viewpoint = viewpoint_of(request, pk)
    game = Game.objects.get(pk=pk)
    try:
        seat = seat_of(viewpoint)
        is_kept = action_values.is_kept(game_id=pk, seat=seat)
        if not is_kept and HINTS.is_spent(request):
            return too_busy(request)
        prices = action_values.hint(game_id=pk, seat=seat)
    except RefusedError as error:
        words = refusal(error.code, game.preset)
        return render(request, "games/reviews/_hint.html", {"refused": words})
    if not is_kept:
        HINTS.charge(request, PRICE)
    rows = priced(prices, dialect_of(game.rules))
    context = {"prices": rows, "best": next(row for row in rows if row.is_advised)}
    return render(request, "games/reviews/_hint.html", context)


@require_http_methods(["GET", "POST"])
@never_cache
def show_review(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the values of a player's decisions, or request the evaluation.

    A waiting page polls; the response is empty until the review is ready, and tells the page to
    stop if the reader is no longer the seat's player.
    """
    seat = _own_seat(request, pk)
    if seat is None and is_part(request):
        return reswap(HttpResponseStopPolling(), "none")
    if seat is None or seat.user is None:
        return _none_yet(request, pk)
    if request.method == "POST":
        reviews.ask(game_id=pk, user=seat.user, now=timezone.now())
        return redirect(request.path)
    review = Review.objects.filter(seat=seat).first()
    if review is not None and review.is_awaited and is_part(request):
        return HttpResponse(status=204)
    context = {
        "game": seat.game,
        "family": family_of(seat.game.preset),
        "review": review,
        "before": reviews.before(review) if review is not None and review.is_awaited else 0,
        "page": review_page(review, dialect_of(seat.game.rules), seat.number)
        if review is not None and review.is_ready
        else None,
        "sums": sums_in_words(sums_of(seat.user.pk)),
    }
    return render(request, "games/reviews/review.html", context)


def _none_yet(request: HttpRequest, pk: int) -> HttpResponse:
    """Redirect players of an unfinished game back to it; others get a 404."""
    user = request.user
    if not isinstance(user, User) or not Game.objects.open().seated(user.pk).filter(pk=pk).exists():
        raise Http404
    return render(
        request, "games/reviews/no_review_yet.html", {"pk": pk}, status=HTTPStatus.NOT_FOUND
    )


def _own_seat(request: HttpRequest, pk: int) -> Seat | None:
    """Return the reader's seat if it can be reviewed; others do not learn that it exists."""
    user = request.user
    return reviews.seat_to_review(game_id=pk, user=user) if isinstance(user, User) else None
