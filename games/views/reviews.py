"""What a finished game taught one of its people: asked for, awaited, read by them alone."""

from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseStopPolling, reswap

from accounts.models import User
from games.board.teaching.review import review_page, sums_in_words
from games.house_rules import family_of
from games.models import Game, Review, Seat
from games.services.reviews import asking
from games.services.reviews.sums import sums_of
from truco_site.htmx import is_part


@require_http_methods(["GET", "POST"])
@never_cache
def review(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a seat's person what their decisions were worth, or have it weighed.

    A page that waits asks again and again: it is answered nothing until there is something, and
    that it may stop once its reader is no longer the one.
    """
    seat = _own_seat(request, pk)
    if seat is None and is_part(request):
        return reswap(HttpResponseStopPolling(), "none")
    if seat is None or seat.user is None:
        return _none_yet(request, pk)
    if request.method == "POST":
        asking.ask(game_id=pk, user=seat.user, now=timezone.now())
        return redirect(request.path)
    found = Review.objects.filter(seat=seat).first()
    if found is not None and found.is_awaited and is_part(request):
        return HttpResponse(status=204)
    context = {
        "game": seat.game,
        "family": family_of(seat.game.preset),
        "review": found,
        "before": asking.before(found) if found is not None and found.is_awaited else 0,
        "page": review_page(found, seat.game.preset, seat.number)
        if found is not None and found.is_ready
        else None,
        "sums": sums_in_words(sums_of(seat.user.pk)),
    }
    return render(request, "games/review.html", context)


def _none_yet(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead who sits at a table that is not over back to it; to others there is no such page."""
    user = request.user
    if not isinstance(user, User) or not Game.objects.open().seated(user.pk).filter(pk=pk).exists():
        raise Http404
    return render(request, "games/no_review_yet.html", {"pk": pk}, status=HTTPStatus.NOT_FOUND)


def _own_seat(request: HttpRequest, pk: int) -> Seat | None:
    """Return the reader's seat if it can be reviewed; others do not even learn that it exists."""
    user = request.user
    return asking.seat_to_review(game_id=pk, user=user) if isinstance(user, User) else None
