"""Lessons at the table: courses as data, and the progress through one as pure functions."""

from games.lessons.course import Course, Hand, Step
from games.lessons.courses import COURSES
from games.lessons.progress import Place, answer, place

__all__ = ["COURSES", "Course", "Hand", "Place", "Step", "answer", "place"]
