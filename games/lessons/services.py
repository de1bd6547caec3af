"""Finished lessons: in the reader's session, and as practice of whoever has a user."""

from collections import defaultdict
from datetime import datetime
from typing import Final

from django.contrib.sessions.backends.base import SessionBase

from accounts.models import User
from games.practice import services as practice

LEARNT: Final = "learnt"  # session key: the numbers of the finished hands, by course


def learnt(*, session: SessionBase, user: User | None) -> defaultdict[str, set[int]]:
    """Return the finished hands of each course: in this browser, and in any browser of the user."""
    by_course = practice.lessons_of(user=user) if user is not None else defaultdict(set)
    for course, numbers in session.get(LEARNT, {}).items():
        by_course[course].update(numbers)
    return by_course


def finish_lesson(
    *, session: SessionBase, user: User | None, course: str, number: int, now: datetime
) -> None:
    """Store a finished hand; a visitor's counts as practice once they have a user."""
    by_course: dict[str, list[int]] = session.get(LEARNT, {})
    numbers = sorted({*by_course.get(course, ()), number})
    session[LEARNT] = {**by_course, course: numbers}
    if user is not None:
        practice.record_lesson(user=user, course=course, number=number, now=now)


def claim_lessons(*, session: SessionBase, user: User, now: datetime) -> None:
    """Count the lessons of a session as practice of the user who signs in, once each."""
    for course, numbers in session.get(LEARNT, {}).items():
        for number in numbers:
            practice.record_lesson(user=user, course=course, number=number, now=now)
