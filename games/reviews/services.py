"""A person asks what their decisions in a finished game were worth."""

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

from accounts.common.commit_hooks import on_commit
from accounts.common.errors import RefusedError
from accounts.models import User
from games.common.transactions import enqueue, retry_on_conflict
from games.engine import write_tgn
from games.evaluation import KINDS, VERSION, Kind
from games.models import Review, Seat
from games.play.finished_game import GameRecord, is_reviewable

TASK = "games.tasks.prepare_reviews"
AT_ONCE = 3
"""Games of one person that wait in line: everybody's stand in the same."""


def seat_to_review(*, game_id: int, user: User) -> Seat | None:
    """Return the seat whose decisions this person may look back at; None where there is none."""
    seats = list(Seat.objects.filter(game=game_id).select_related("game").order_by("number"))
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    return own if own is not None and is_reviewable(own.game, seats) else None


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


LIMIT: Final = timedelta(minutes=10)
"""What is not answered by then has failed; most takes seconds, but of what tables leave free."""


def evaluate_in_subprocess(what: str, question: Mapping[str, Any], limit: timedelta = LIMIT) -> Any:
    """Return the answer to a `review`, `puzzle` or `hint`; raises as `subprocess.run`."""
    done = subprocess.run(
        [sys.executable, "-m", "games.evaluation", what],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        check=True,
        cwd=settings.BASE_DIR,
        timeout=limit.total_seconds(),
    )
    return json.loads(done.stdout)


GRACE: Final = timedelta(seconds=20)
"""What is still begun after that was left by a process that died."""
ATTEMPTS: Final = 2
logger = logging.getLogger(__name__)


def start_review_worker() -> None:
    """See to what was asked for in a thread of its own: a worker's have clocks to see to."""
    Thread(target=_prepare_all, name="reviews", daemon=True).start()


def _prepare_all() -> None:
    try:
        while run_next_review(now=timezone.now()):
            pass
    except Exception:  # asked for again within a minute
        logger.exception("reviews have to wait")
    finally:
        connections.close_all()


def run_next_review(*, now: datetime) -> bool:
    """Weigh the game that waited longest; return whether there was one and no other was begun."""
    review = _claimed(now)
    if review is None:
        return False
    try:
        content = evaluate_in_subprocess("review", _question(review))
    except subprocess.CalledProcessError as error:
        logger.error("the review of seat %s ended with %s", review.pk, error.returncode)
        _end(review, retried=error.returncode < 0)  # killed, as the site is when it stops
    except Exception:  # whatever it was, it fails this review alone
        logger.exception("the review of seat %s failed", review.pk)
        _end(review)
    else:
        _end(review, content)
    return True


@retry_on_conflict
@transaction.atomic
def _end(review: Review, content: Any = None, *, retried: bool = False) -> None:
    """Store what was weighed; else it has failed, or waits once more."""
    begun = Review.objects.filter(pk=review.pk, status=Review.Status.BEGUN)
    if retried:
        _put_back(begun)
    elif content is None:
        begun.update(status=Review.Status.FAILED)
    else:
        begun.update(status=Review.Status.READY, content=content)


def _put_back(begun: QuerySet[Review]) -> None:
    """Have what was interrupted wait again; what was so as often as it may has failed."""
    begun.filter(attempts__gte=ATTEMPTS).update(status=Review.Status.FAILED)
    begun.update(status=Review.Status.ASKED)


def _claimed(now: datetime) -> Review | None:
    """Take the next in line; the database lets one be begun at a time."""
    begun = Review.objects.filter(status=Review.Status.BEGUN)
    if begun.exists():
        _put_back(begun.filter(begun_at__lte=now - LIMIT - GRACE))
    waiting = Review.objects.filter(status=Review.Status.ASKED).order_by("asked_at", "pk")
    review = waiting.select_related("seat__game").first()
    if review is None or begun.exists():
        return None
    taken = waiting.filter(pk=review.pk).order_by()
    told = {"status": Review.Status.BEGUN, "begun_at": now, "attempts": F("attempts") + 1}
    try:
        with transaction.atomic():
            is_ours = taken.update(**told)
    except IntegrityError:  # another process was quicker
        return None
    return review if is_ours else None


def _question(review: Review) -> Mapping[str, Any]:
    """Return what the weighing needs: the record and whose decisions; no names."""
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
"""The newest that are added up."""


class Sums(NamedTuple):
    """Points a game against what the tahúr would have done, by kind; none if nothing is known."""

    games: int
    kinds: Sequence[tuple[Kind, float]]


def sums_of(user_id: int) -> Sums:
    """Add up what is stored: nothing is kept that could differ from it."""
    ready = Review.objects.filter(
        seat__user=user_id, status=Review.Status.READY, content__version=VERSION
    )
    newest = ready.order_by("-seat__game__finished_at").values_list("content", flat=True)[:GAMES]
    found, games = Counter[str](), 0
    for content in newest:
        games += 1
        for kind, row in content["sums"].items():
            found[kind] += row["against"]
    told = [(kind, found[kind] / games) for kind in KINDS if kind in found]
    return Sums(games, told)
