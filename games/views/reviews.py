"""What a finished game taught one of its people: asked for, awaited, read by them alone."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.board.record.review import review_page, sums_in_words
from games.models import Review, Seat
from games.services.reviews import asking
from games.services.reviews.sums import sums_of


@require_http_methods(["GET", "POST"])
@never_cache
def review(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a seat's person what their decisions were worth, or have it weighed."""
    seat = _own_seat(request, pk)
    assert seat.user is not None
    if request.method == "POST":
        asking.ask(game_id=pk, user=seat.user, now=timezone.now())
        return redirect(request.path)
    found = Review.objects.filter(seat=seat).first()
    context = {
        "game": seat.game,
        "review": found,
        "page": review_page(found, seat.game.preset, seat.number)
        if found is not None and found.is_ready
        else None,
        "sums": sums_in_words(sums_of(seat.user.pk)),
    }
    return render(request, "games/review.html", context)


def _own_seat(request: HttpRequest, pk: int) -> Seat:
    """Nobody else is told so much as that there is something."""
    user = request.user
    seat = asking.seat_to_review(game_id=pk, user=user) if isinstance(user, User) else None
    if seat is None:
        raise Http404
    return seat
