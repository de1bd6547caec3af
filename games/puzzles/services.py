"""Services for puzzles: the puzzle of each day, its source, and the answers.

A day is the same for readers everywhere. A puzzle comes from a reviewed game, otherwise from
hands that robots played. A person's first answer is stored and counts.
"""

import logging
from collections import defaultdict
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from threading import Lock, Thread
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import IntegrityError, connections, transaction
from django.db.models import Count, F
from django.db.models.functions import Abs
from django.utils import timezone

from accounts.common.alarms import enqueue
from accounts.common.transactions import retry_on_conflict, transactional
from accounts.i18n.time_zones import DEFAULT_ZONE
from accounts.models import User
from games.evaluation.puzzles import PUZZLE_VERSION
from games.fair import shuffle
from games.house_rules import FAMILIES, OFFERED, family_of
from games.models import Puzzle, PuzzleAnswer, PuzzleSkill, Review
from games.practice import services as practice
from games.puzzles import ratings
from games.puzzles.stored import read_set
from games.reviews.services import evaluate_in_subprocess


def day_of(instant: datetime) -> date:
    """Return the date in Buenos Aires, by which the puzzle of the day changes."""
    return instant.astimezone(ZoneInfo(DEFAULT_ZONE)).date()


OWN: Final = "own"
"""The theme of the puzzles from one's own games."""
LONGEST: Final = 400
"""Days of answers to read for a streak."""


Share = Mapping[str, int]
"""How often each answer was given, by its token."""


@transactional
def answer(*, puzzle: Puzzle, user: User, said: str, now: datetime) -> PuzzleAnswer:
    """Store an answer and return it, or the person's earlier one, which alone counts.

    A first answer changes the ratings of the person and of the puzzle, and counts as practice.
    """
    locked = Puzzle.objects.select_for_update(of=("self",)).get(pk=puzzle.pk)
    stored, is_first = PuzzleAnswer.objects.get_or_create(
        puzzle=locked, user=user, defaults={"said": said, "at": now}
    )
    if is_first:
        is_right = locked.is_right(said)
        _rate(locked, user, is_right=is_right)
        practice.record_puzzle(user=user, puzzle_id=locked.pk, is_right=is_right, now=now)
    return stored


def _rate(puzzle: Puzzle, user: User, *, is_right: bool) -> None:
    """Rate a first answer; the puzzle's row is locked. One's own mistakes are not rated."""
    if puzzle.owner_id is not None:
        return
    mu, sigma = ratings.NEW
    PuzzleSkill.objects.get_or_create(
        user=user, family=puzzle.family, defaults={"mu": mu, "sigma": sigma}
    )
    skill = PuzzleSkill.objects.select_for_update().get(user=user, family=puzzle.family)
    ratings.rate(skill, puzzle, is_right=is_right)
    skill.save(update_fields=["mu", "sigma"])
    puzzle.save(update_fields=["mu", "sigma"])


def share_of(puzzle: Puzzle) -> Share:
    """Count the answers to a puzzle."""
    rows = puzzle.answers.order_by().values_list("said").annotate(times=Count("pk"))
    return dict(rows)


def next_puzzle(*, user: User | None, family: str, theme: str) -> Puzzle | None:
    """Return the unanswered puzzle of a family that suits a person's rating best.

    `theme` is a theme, "" for any, or `OWN` for one from a game that the person lost points in.
    """
    if theme == OWN and user is None:
        return None
    puzzles = Puzzle.objects.readable().filter(family=family, day=None)
    if user is None:
        puzzles, mu = puzzles.filter(owner=None), ratings.NEW[0]
    else:
        skill = PuzzleSkill.objects.filter(user=user, family=family).first()
        mu = skill.mu if skill else ratings.NEW[0]
        puzzles = puzzles.filter(owner=user if theme == OWN else None)
        puzzles = puzzles.exclude(answers__user=user)
    if theme and theme != OWN:
        puzzles = puzzles.filter(theme=theme)
    return puzzles.order_by(Abs(F("mu") - mu), "pk").first()


def take_own(*, user: User, now: datetime) -> None:
    """Make puzzles of the mistakes in a person's reviewed games, once each.

    A review that is made again, by another version, adds those that it finds.
    """
    known = defaultdict[str, list[Any]](list)
    for key, content in Puzzle.objects.filter(owner=user).values_list("key", "content"):
        if key:
            known[key.split(":")[1]].append(content)
    ready = Review.objects.filter(
        seat__user=user, status=Review.Status.READY, content__has_key="puzzles"
    )
    puzzles = [
        Puzzle(
            family=family_of(puzzle["preset"]),
            theme=puzzle.get("theme", Puzzle.Theme.ACCEPT),
            owner=user,
            key=f"review:{review.pk}:{review.asked_at.timestamp():.0f}:{number}",
            content=puzzle,
            made_at=now,
        )
        for review in ready.order_by("pk")
        for number, puzzle in enumerate(review.content["puzzles"])
        if puzzle not in known[f"{review.pk}"]
    ]
    Puzzle.objects.bulk_create(puzzles, ignore_conflicts=True)


def store_set(*, now: datetime) -> None:
    """Store the puzzles of the sets that come with the site, once each."""
    for family in FAMILIES:
        known = set(
            Puzzle.objects.filter(family=family, key__isnull=False).values_list("key", flat=True)
        )
        missing = (puzzle for puzzle in read_set(family) if puzzle["key"] not in known)
        puzzles = [
            Puzzle(
                family=family,
                theme=puzzle.get("theme", Puzzle.Theme.ACCEPT),
                key=puzzle["key"],
                content=puzzle,
                made_at=now,
            )
            for puzzle in missing
        ]
        Puzzle.objects.bulk_create(puzzles, ignore_conflicts=True)


def streak(*, user: User, family: str, today: date) -> int:
    """Return a person's number of consecutive days with a correct answer on the day.

    Today counts once it is answered; a wrong answer resets the streak.
    """
    answers = PuzzleAnswer.objects.filter(user=user, puzzle__family=family, puzzle__day__lte=today)
    newest = answers.order_by("-puzzle__day")
    rows = newest.values_list("puzzle__day", "puzzle__content", "said", "at")[:LONGEST]
    days, expected = 0, today
    for day, content, said, at in rows:
        assert day is not None, "only daily ones are read"
        is_first = not days and day == today - timedelta(days=1)  # today's has no answer
        is_right = Puzzle(content=content).is_right(said) and day_of(at) == day
        if not is_right or not (day == expected or is_first):
            break
        days, expected = days + 1, day - timedelta(days=1)
    return days


def move(*, guest: User, user: User) -> None:
    """Move a guest's answers to an account, except to puzzles that it has answered itself."""
    own = PuzzleAnswer.objects.filter(user=user).values("puzzle")
    PuzzleAnswer.objects.filter(user=guest).exclude(puzzle__in=own).update(user=user)
    Puzzle.objects.filter(owner=guest).update(owner=user)
    rated = PuzzleSkill.objects.filter(user=user).values("family")
    PuzzleSkill.objects.filter(user=guest).exclude(family__in=rated).update(user=user)


def forget(*, user: User) -> None:
    """Delete the answers, rating and own puzzles of a person who leaves the site."""
    PuzzleAnswer.objects.filter(user=user).delete()
    PuzzleSkill.objects.filter(user=user).delete()
    Puzzle.objects.filter(owner=user).delete()


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
        store_set(now=timezone.now())
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


@transactional
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
    content = evaluate_in_subprocess("puzzle", {"preset": family, "seed": shuffle.new_seed().hex()})
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
