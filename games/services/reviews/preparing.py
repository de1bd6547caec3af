"""Weighing what was asked for: one at a time, in a process of its own, outside any transaction.

The site may be one process that serves tables, so that seconds of arithmetic must not happen in it;
and a whole evening may ask at once, so that they wait in line and leave the machine its cores.
"""

import logging
import subprocess
from collections.abc import Mapping
from datetime import datetime, timedelta
from threading import Thread
from typing import Any, Final

from django.db import IntegrityError, connections, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.engine import write_tgn
from games.models import Review
from games.records.finished import GameRecord
from games.services.retry import retrying
from games.services.reviews.beside import LIMIT, asked

GRACE: Final = timedelta(seconds=20)
"""What is still begun after that was left by a process that died."""
ATTEMPTS: Final = 2

logger = logging.getLogger(__name__)


def begin() -> None:
    """See to what was asked for in a thread of its own: a worker's have clocks to see to."""
    Thread(target=_prepare_all, name="reviews", daemon=True).start()


def _prepare_all() -> None:
    try:
        while prepare_next(now=timezone.now()):
            pass
    except Exception:  # asked for again within a minute
        logger.exception("reviews have to wait")
    finally:
        connections.close_all()


def prepare_next(*, now: datetime) -> bool:
    """Weigh the game that waited longest; return whether there was one and no other was begun."""
    review = _claimed(now)
    if review is None:
        return False
    try:
        content = asked("review", _question(review))
    except subprocess.CalledProcessError as error:
        logger.error("the review of seat %s ended with %s", review.pk, error.returncode)
        _end(review, retried=error.returncode < 0)  # killed, as the site is when it stops
    except Exception:  # whatever it was, it fails this review alone
        logger.exception("the review of seat %s failed", review.pk)
        _end(review)
    else:
        _end(review, content)
    return True


@retrying
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
