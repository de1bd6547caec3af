"""Answers to puzzles: one a person, kept as it was first given."""

from datetime import date, datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Count, Q

from accounts.models import User
from games.models import Puzzle, PuzzleAnswer
from games.services.puzzles.days import day_of

LONGEST: Final = 400
"""Days of answers that are read for a streak."""


class Share(NamedTuple):
    """How many answered, and how many of them wanted."""

    answers: int
    wanted: int


@transaction.atomic
def answer(*, puzzle: Puzzle, user: User, wants: bool, now: datetime) -> PuzzleAnswer:
    """Keep an answer and return it, or the one that this person had given before."""
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
    """Return for how many days in a row a person answered rightly, each puzzle on its day.

    Today counts once it is answered; a wrong answer begins anew.
    """
    answers = PuzzleAnswer.objects.filter(user=user, puzzle__family=family, puzzle__day__lte=today)
    newest = answers.order_by("-puzzle__day")
    rows = newest.values_list("puzzle__day", "puzzle__content__best", "wants", "at")[:LONGEST]
    days, expected = 0, today
    for day, best, wants, at in rows:
        is_first = not days and day == today - timedelta(days=1)  # today's is still to come
        is_right = wants == (best == Puzzle.WANTED) and day_of(at) == day
        if not is_right or not (day == expected or is_first):
            break
        days, expected = days + 1, day - timedelta(days=1)
    return days


def move(*, guest: User, user: User) -> None:
    """Give a guest's answers to an account, but those to puzzles that it has answered itself."""
    own = PuzzleAnswer.objects.filter(user=user).values("puzzle")
    PuzzleAnswer.objects.filter(user=guest).exclude(puzzle__in=own).update(user=user)


def forget(*, user: User) -> None:
    """Delete the answers of a person who leaves the site."""
    PuzzleAnswer.objects.filter(user=user).delete()
