"""Services for puzzles: the puzzle of each day, its source, and the answers.

A day is the same for readers everywhere. A puzzle comes from a reviewed game, otherwise from
hands that robots played. A person's first answer is stored and counts.
"""

import logging
import secrets
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from threading import Lock, Thread
from typing import Any, Final, NamedTuple
from zoneinfo import ZoneInfo

from django.db import IntegrityError, connections, transaction
from django.db.models import Count, Q
from django.utils import timezone

from accounts.i18n.time_zones import DEFAULT_ZONE
from accounts.models import User
from games.common.transactions import enqueue, retry_on_conflict
from games.evaluation.puzzles import PUZZLE_VERSION
from games.house_rules import FAMILIES, OFFERED, family_of
from games.models import Puzzle, PuzzleAnswer, Review
from games.reviews.services import evaluate_in_subprocess


def day_of(instant: datetime) -> date:
    """Return the day that most readers' clocks show."""
    return instant.astimezone(ZoneInfo(DEFAULT_ZONE)).date()


LONGEST: Final = 400
"""Days of answers to read for a streak."""


class Share(NamedTuple):
    """The number of answers, and of those that accept."""

    answers: int
    wanted: int


@transaction.atomic
def answer(*, puzzle: Puzzle, user: User, wants: bool, now: datetime) -> PuzzleAnswer:
    """Store an answer and return it, or the person's earlier one."""
    given, _ = PuzzleAnswer.objects.get_or_create(
        puzzle=puzzle, user=user, defaults={"wants": wants, "at": now}
    )
    return given


def share_of(puzzle: Puzzle) -> Share:
    """Count the answers to a puzzle."""
    counted = puzzle.answers.aggregate(
        answers=Count("pk"), wanted=Count("pk", filter=Q(wants=True))
    )
    return Share(**counted)


def streak(*, user: User, family: str, today: date) -> int:
    """Return a person's number of consecutive days with a correct answer on the day.

    Today counts once it is answered; a wrong answer resets the streak.
    """
    answers = PuzzleAnswer.objects.filter(user=user, puzzle__family=family, puzzle__day__lte=today)
    newest = answers.order_by("-puzzle__day")
    rows = newest.values_list("puzzle__day", "puzzle__content__best", "wants", "at")[:LONGEST]
    days, expected = 0, today
    for day, best, wants, at in rows:
        is_first = not days and day == today - timedelta(days=1)  # today's has no answer
        is_right = wants == (best == Puzzle.WANTED) and day_of(at) == day
        if not is_right or not (day == expected or is_first):
            break
        days, expected = days + 1, day - timedelta(days=1)
    return days


def move(*, guest: User, user: User) -> None:
    """Move a guest's answers to an account, except to puzzles that it has answered itself."""
    own = PuzzleAnswer.objects.filter(user=user).values("puzzle")
    PuzzleAnswer.objects.filter(user=guest).exclude(puzzle__in=own).update(user=user)


def forget(*, user: User) -> None:
    """Delete the answers of a person who leaves the site."""
    PuzzleAnswer.objects.filter(user=user).delete()


TASK: Final = "games.tasks.set_puzzles"
AHEAD: Final = (timedelta(), timedelta(days=1))
"""Tomorrow's puzzles exist before the day starts."""
logger = logging.getLogger(__name__)
_busy = Lock()


def request_puzzles() -> None:
    """Request the missing puzzles, because a reader asks for them."""
    enqueue(TASK)


def start_puzzle_worker() -> None:
    """Create the missing puzzles in a separate thread: the workers' threads drive clocks."""
    Thread(target=_set_all, name="puzzles", daemon=True).start()


def _set_all() -> None:
    if not _busy.acquire(blocking=False):
        return
    try:
        set_puzzles(now=timezone.now())
    except Exception:  # retried within the hour, or at the next request
        logger.exception("puzzles have to wait")
    finally:
        _busy.release()
        connections.close_all()


def set_puzzles(*, now: datetime) -> None:
    """Create the missing puzzles of every family for today and tomorrow."""
    for ahead in AHEAD:
        for family in FAMILIES:
            day = day_of(now + ahead)
            if Puzzle.objects.filter(family=family, day=day).exists():
                continue
            if not _set_from_game(family, day, now):
                _set_made(family, day, now)


@retry_on_conflict
@transaction.atomic
def _set_from_game(family: str, day: date, now: datetime) -> bool:
    """Take the puzzle of the newest review that has one, of a game that anyone could watch."""
    presets = [preset for preset in OFFERED if family_of(preset) == family]
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
    content = evaluate_in_subprocess("puzzle", {"preset": family, "seed": secrets.token_hex(8)})
    if content is not None:
        _set(family, day, now, content)


@retry_on_conflict
def _set(family: str, day: date, now: datetime, content: Mapping[str, Any]) -> bool:
    """Store it, unless another process was faster."""
    try:
        with transaction.atomic():
            Puzzle.objects.create(family=family, day=day, content=content, made_at=now)
    except IntegrityError:
        return False
    return True
