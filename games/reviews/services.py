"""Services for game reviews: requests, the worker that evaluates them, and totals.

The worker evaluates one review at a time, in a separate process (`games.evaluation.__main__`) and
outside any transaction: the process that serves tables cannot spare seconds of arithmetic, and
many players may ask at once. Totals are averages per game over a player's reviewed games.
"""

import json
import logging
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from threading import Thread
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import IntegrityError, connections, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.common.alarms import enqueue
from accounts.common.transactions import on_commit, transactional
from accounts.models import User
from games.engine import write_tgn
from games.evaluation import KINDS, VERSION, Kind
from games.models import Review, Seat
from games.play.finished_game import GameRecord, is_reviewable
from games.reviews.errors import NoReviewError, TooManyReviewsError
from truco_site.thread_turns import without_turn

TASK = "games.tasks.prepare_reviews"
AT_ONCE = 3
"""Requests that one person can have in the queue, which is common to all."""


def seat_to_review(*, game_id: int, user: User) -> Seat | None:
    """Return the seat whose decisions this person can review, or None."""
    seats = list(Seat.objects.filter(game=game_id).select_related("game").order_by("number"))
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    return own if own is not None and is_reviewable(own.game, seats) else None


@transaction.atomic
def ask(*, game_id: int, user: User, now: datetime) -> Review:
    """Request a review, unless it exists or is in progress.

    A failed review, and one made by an older evaluation, is made again. Raises RefusedError
    `no-review`, or `too-many-reviews` while other requests of the person are in the queue.
    """
    seat = seat_to_review(game_id=game_id, user=user)
    if seat is None:
        raise NoReviewError()
    if Review.objects.unfinished().filter(seat__user=user).exclude(seat=seat).count() >= AT_ONCE:
        raise TooManyReviewsError()
    review, _ = Review.objects.get_or_create(seat=seat, defaults={"asked_at": now})
    if not review.is_ready and not review.is_awaited:
        review.status, review.asked_at, review.attempts = Review.Status.ASKED, now, 0
        review.save(update_fields=["status", "asked_at", "attempts"])
    on_commit(enqueue, TASK)
    return review


def before(review: Review) -> int:
    """Return the number of reviews before this one in the common queue."""
    return Review.objects.unfinished().filter(asked_at__lt=review.asked_at).count()


def forget(*, user: User) -> None:
    """Delete the reviews of a person who leaves the site."""
    Review.objects.filter(seat__user=user).delete()


LIMIT: Final = timedelta(minutes=10)
"""The time limit of an evaluation. Most take seconds, but only of processor time left by tables."""


def evaluate_in_subprocess(kind: str, question: Mapping[str, Any], limit: timedelta = LIMIT) -> Any:
    """Return the answer to a `review`, `puzzle` or `hint`; raises as `subprocess.run`."""
    with without_turn():
        process = subprocess.run(
            [sys.executable, "-m", "games.evaluation", kind],
            input=json.dumps(question),
            capture_output=True,
            text=True,
            check=True,
            cwd=settings.BASE_DIR,
            timeout=limit.total_seconds(),
        )
    return json.loads(process.stdout)


GRACE: Final = timedelta(seconds=20)
"""A review in progress this long after its limit was left by a process that died."""
ATTEMPTS: Final = 2
logger = logging.getLogger(__name__)


def start_review_worker() -> None:
    """Process requests in a separate thread, because the worker's threads drive clocks."""
    Thread(target=_prepare_all, name="reviews", daemon=True).start()


def _prepare_all() -> None:
    try:
        while run_next_review(now=timezone.now()):
            pass
    except Exception:  # requested again within a minute
        logger.exception("reviews have to wait")
    finally:
        connections.close_all()


def run_next_review(*, now: datetime) -> bool:
    """Evaluate the game that waited longest.

    Return whether there was one and the worker was free.
    """
    review = _claimed(now)
    if review is None:
        return False
    try:
        content = evaluate_in_subprocess("review", _question(review))
    except subprocess.CalledProcessError as error:
        logger.error("the review of seat %s ended with %s", review.pk, error.returncode)
        _end(review, retried=error.returncode < 0)  # killed, as the site is when it stops
    except Exception:  # any error fails only this review
        logger.exception("the review of seat %s failed", review.pk)
        _end(review)
    else:
        _end(review, content)
    return True


@transactional
def _end(review: Review, content: Any = None, *, retried: bool = False) -> None:
    """Store the content; without it the review has failed, or waits again."""
    begun = Review.objects.filter(pk=review.pk, status=Review.Status.BEGUN)
    if retried:
        _put_back(begun)
    elif content is None:
        begun.update(status=Review.Status.FAILED)
    else:
        begun.update(status=Review.Status.READY, content=content)


def _put_back(begun: QuerySet[Review]) -> None:
    """Return interrupted reviews to the queue; fail those without attempts left."""
    begun.filter(attempts__gte=ATTEMPTS).update(status=Review.Status.FAILED)
    begun.update(status=Review.Status.ASKED)


def _claimed(now: datetime) -> Review | None:
    """Claim the next review in the queue; the database permits one in progress at a time."""
    begun = Review.objects.filter(status=Review.Status.BEGUN)
    if begun.exists():
        _put_back(begun.filter(begun_at__lte=now - LIMIT - GRACE))
    waiting = Review.objects.filter(status=Review.Status.ASKED).order_by("asked_at", "pk")
    review = waiting.select_related("seat__game").first()
    if review is None or begun.exists():
        return None
    claim = waiting.filter(pk=review.pk).order_by()
    fields = {"status": Review.Status.BEGUN, "begun_at": now, "attempts": F("attempts") + 1}
    try:
        with transaction.atomic():
            is_ours = claim.update(**fields)
    except IntegrityError:  # another process was faster
        return None
    return review if is_ours else None


def _question(review: Review) -> Mapping[str, Any]:
    """Return the input of the evaluation: the record and the seat, without names."""
    game = review.seat.game
    record = GameRecord(game, list(game.seats.order_by("number")))
    seat = review.seat.number
    return {
        "tgn": write_tgn(record.plain()),
        "seat": seat,
        "automatic": [each for each in sorted(record.played_by_robots) if each[1] == seat],
        "seed": f"{game.pk} {seat}",
    }


GAMES: Final = 20
"""The number of newest reviews to add up."""


class Sums(NamedTuple):
    """Points per game compared with the tahúr's play, by kind; none without data."""

    games: int
    kinds: Sequence[tuple[Kind, float]]


def sums_of(user_id: int) -> Sums:
    """Add up the stored reviews; the sums are not stored, so they cannot diverge."""
    ready = Review.objects.filter(
        seat__user=user_id, status=Review.Status.READY, content__version=VERSION
    )
    newest = ready.order_by("-seat__game__finished_at").values_list("content", flat=True)[:GAMES]
    totals, games = Counter[str](), 0
    for content in newest:
        games += 1
        for kind, row in content["sums"].items():
            totals[kind] += row["against"]
    averages = [(kind, totals[kind] / games) for kind in KINDS if kind in totals]
    return Sums(games, averages)
