"""Matches won in a row."""

from collections.abc import Iterable


def streaks(won: Iterable[bool]) -> tuple[int, int]:
    """Return how many of the last matches were won in a row, and the most that ever were."""
    current = best = 0
    for each in won:
        current = current + 1 if each else 0
        best = max(best, current)
    return current, best
