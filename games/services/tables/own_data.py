"""The finished games of a person, and what they taught them, for whom they are."""

from typing import Any

from django.db.models import F
from django.urls import reverse

from accounts.models import User
from games.models import Game, PuzzleAnswer, Review


def games_of(*, user: User) -> list[dict[str, Any]]:
    """Return each with the address of its record."""
    played = Game.objects.filter(seats__user=user, finished_at__isnull=False).distinct()
    rows = played.order_by("pk").values("pk", "preset", "started_at", "finished_at")
    return [{**row, "record": reverse("tables:tgn", args=[row["pk"]])} for row in rows]


def reviews_of(*, user: User) -> list[dict[str, Any]]:
    """Return each as it is stored (docs/robots.md)."""
    asked = Review.objects.filter(seat__user=user).order_by("seat__game")
    rows = asked.values("asked_at", "status", "content", game=F("seat__game"))
    return [dict(row) for row in rows]


def puzzle_answers_of(*, user: User) -> list[dict[str, Any]]:
    """Return what they answered to the puzzles, day by day."""
    given = PuzzleAnswer.objects.filter(user=user).order_by("puzzle__day", "puzzle__family")
    rows = given.values("wants", "at", day=F("puzzle__day"), family=F("puzzle__family"))
    return [dict(row) for row in rows]
