"""A person asks what their decisions in a finished game were worth."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.services.commit_hooks import on_commit
from games.models import Game, Review, Seat
from games.records.one_device import seats_on_device
from games.services.alarm import enqueue
from games.services.refusals import RefusedError

TASK = "games.tasks.prepare_reviews"
AT_ONCE = 3
"""Games of one person that wait in line: everybody's stand in the same."""


def seat_to_review(*, game_id: int, user: User) -> Seat | None:
    """Return the seat whose decisions this person may look back at; None where there is none."""
    seats = list(Seat.objects.filter(game=game_id).select_related("game").order_by("number"))
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    return own if own is not None and is_reviewable(own.game, seats) else None


def is_reviewable(game: Game, seats: Sequence[Seat]) -> bool:
    """Tell whether a game was played to its end with nobody seeing another seat's cards.

    One that was annulled or ended by agreement was not, nor one whose result was entered by hand:
    it has no winner here.
    """
    return game.status == Game.Status.FINISHED and not seats_on_device(seats)


@transaction.atomic
def ask(*, game_id: int, user: User, now: datetime) -> Review:
    """Have a review made, unless it is there or on its way.

    One that failed, or that was weighed otherwise than today, is made anew. Raises RefusedError
    `no-review`, or `too-many-reviews` while others that they asked for are not there yet.
    """
    seat = seat_to_review(game_id=game_id, user=user)
    if seat is None:
        raise RefusedError("no-review")
    if Review.objects.awaited().filter(seat__user=user).exclude(seat=seat).count() >= AT_ONCE:
        raise RefusedError("too-many-reviews")
    review, _ = Review.objects.get_or_create(seat=seat, defaults={"asked_at": now})
    if not review.is_ready and not review.is_awaited:
        review.status, review.asked_at, review.attempts = Review.Status.ASKED, now, 0
        review.save(update_fields=["status", "asked_at", "attempts"])
    on_commit(enqueue, TASK)
    return review


def before(review: Review) -> int:
    """Return how many are weighed before this one, in the line of everybody's."""
    return Review.objects.awaited().filter(asked_at__lt=review.asked_at).count()


def forget(*, user: User) -> None:
    """Delete the reviews of a person who leaves the site."""
    Review.objects.filter(seat__user=user).delete()
