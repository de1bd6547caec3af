"""Totals over a person's reviewed games, as averages per game."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from games.models import Review
from games.review import KINDS, VERSION, Kind

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
