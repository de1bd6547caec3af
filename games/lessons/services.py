"""Finished lessons: in the reader's session, and as practice of whoever has a user."""

from datetime import datetime
from typing import Final

from django.contrib.sessions.backends.base import SessionBase

from accounts.models import User
from games.practice import services as practice

LEARNT: Final = "learnt"  # session key: the numbers of the finished hands, by course


def learnt(session: SessionBase, course: str) -> list[int]:
    """Return the finished hands of a course."""
    by_course: dict[str, list[int]] = session.get(LEARNT, {})
    return by_course.get(course, [])


def finish_lesson(
    *, session: SessionBase, user: User | None, course: str, number: int, now: datetime
) -> None:
    """Store a finished hand; a visitor's counts as practice once they have a user."""
    numbers = sorted({*learnt(session, course), number})
    session[LEARNT] = {**session.get(LEARNT, {}), course: numbers}
    if user is not None:
        practice.record_lesson(user=user, course=course, number=number, now=now)


def claim_lessons(*, session: SessionBase, user: User, now: datetime) -> None:
    """Count the lessons of a session as practice of the user who signs in, once each."""
    for course, numbers in session.get(LEARNT, {}).items():
        for number in numbers:
            practice.record_lesson(user=user, course=course, number=number, now=now)
