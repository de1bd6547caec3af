"""Which puzzle is of which day: of a game that was looked back at, else of hands robots played."""

import logging
import secrets
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from threading import Lock, Thread
from typing import Any, Final

from django.db import IntegrityError, connections, transaction
from django.utils import timezone

from games.engine import PRESETS
from games.house_rules import FAMILIES, family_of
from games.models import Puzzle, Review
from games.review.puzzles import PUZZLE_VERSION
from games.services.alarm import enqueue
from games.services.puzzles.days import day_of
from games.services.retry import retrying
from games.services.reviews.beside import asked

TASK: Final = "games.tasks.set_puzzles"
AHEAD: Final = (timedelta(), timedelta(days=1))
"""Tomorrow's are there before the day begins."""

logger = logging.getLogger(__name__)
_busy = Lock()


def need() -> None:
    """Have the missing puzzles set soon: a reader asks for them."""
    enqueue(TASK)


def begin() -> None:
    """Set the missing puzzles in a thread of its own: the workers' threads drive clocks."""
    Thread(target=_set_all, name="puzzles", daemon=True).start()


def _set_all() -> None:
    if not _busy.acquire(blocking=False):
        return
    try:
        set_puzzles(now=timezone.now())
    except Exception:  # tried again within the hour, or when somebody asks
        logger.exception("puzzles have to wait")
    finally:
        _busy.release()
        connections.close_all()


def set_puzzles(*, now: datetime) -> None:
    """Give today and tomorrow a puzzle of every family, as far as they have none."""
    for ahead in AHEAD:
        for family in FAMILIES:
            day = day_of(now + ahead)
            if Puzzle.objects.filter(family=family, day=day).exists():
                continue
            if not _set_from_game(family, day, now):
                _set_made(family, day, now)


@retrying
@transaction.atomic
def _set_from_game(family: str, day: date, now: datetime) -> bool:
    """Take the puzzle of the newest review that has one of a game anybody could watch."""
    presets = [preset for preset in PRESETS if family_of(preset) == family]
    reviews = Review.objects.select_for_update(of=("self",)).filter(
        status=Review.Status.READY,
        content__puzzle__version=PUZZLE_VERSION,
        seat__game__public=True,
        seat__game__preset__in=presets,
    )
    review = reviews.order_by("-asked_at", "-pk").first()
    if review is None:
        return False
    if _set(family, day, now, review.content["puzzle"]):
        del review.content["puzzle"]
        review.save(update_fields=["content"])
    return True


def _set_made(family: str, day: date, now: datetime) -> None:
    content = asked("puzzle", {"preset": family, "seed": secrets.token_hex(8)})
    if content is not None:
        _set(family, day, now, content)


@retrying
def _set(family: str, day: date, now: datetime, content: Mapping[str, Any]) -> bool:
    """Store it, unless another process was quicker."""
    try:
        with transaction.atomic():
            Puzzle.objects.create(family=family, day=day, content=content, made_at=now)
    except IntegrityError:
        return False
    return True
