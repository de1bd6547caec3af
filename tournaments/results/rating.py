"""Skill as a bell curve per person, moved by every match between teams (Plackett-Luce)."""

from collections.abc import Sequence

from openskill.models import PlackettLuce

Rating = tuple[float, float]
"""Mean and standard deviation of a person's skill."""

_MODEL = PlackettLuce()
NEWCOMER: Rating = (_MODEL.mu, _MODEL.sigma)
SURE = 3  # standard deviations: what is almost certainly reached


def strength(rating: Rating) -> float:
    """Return the one figure that orders players: it starts at 0 and grows with certainty."""
    mu, sigma = rating
    return mu - SURE * sigma


def rate(sides: Sequence[Sequence[Rating]], winner: int) -> list[list[Rating]]:
    """Return everybody's rating after a match between two sides."""
    teams = [[_MODEL.create_rating([mu, sigma]) for mu, sigma in side] for side in sides]
    ranks = [0.0 if number == winner else 1.0 for number in range(len(sides))]
    return [[(one.mu, one.sigma) for one in team] for team in _MODEL.rate(teams, ranks=ranks)]
