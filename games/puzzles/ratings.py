"""Ratings of puzzles and of the people who solve them: each first answer is a match of the two.

They use openskill, as the ranking of players does: one rating system on the site, already a
dependency, that needs no rating periods and states its doubt. Glicko-2 would add a second one.
"""

from typing import Final

from openskill.models import PlackettLuce

from games.models import Puzzle, PuzzleSkill

_MODEL: Final = PlackettLuce()
NEW: Final = (_MODEL.mu, _MODEL.sigma)
PER_POINT, MIDDLE = 60, 1500  # the scale that people see
SURE: Final = 3.0
"""A rating whose doubt is larger is shown as provisional."""


def rate(skill: PuzzleSkill, puzzle: Puzzle, *, is_right: bool) -> None:
    """Change both ratings by one answer; the caller has locked and saves the rows."""
    person = [_MODEL.create_rating([skill.mu, skill.sigma])]
    problem = [_MODEL.create_rating([puzzle.mu, puzzle.sigma])]
    ranks = [0.0, 1.0] if is_right else [1.0, 0.0]
    (after,), (hard,) = _MODEL.rate([person, problem], ranks=ranks)
    skill.mu, skill.sigma = after.mu, after.sigma
    puzzle.mu, puzzle.sigma = hard.mu, hard.sigma


def displayed_rating(mu: float) -> int:
    """Return a rating on the scale that people see: 1500 is where everybody begins."""
    return round(MIDDLE + PER_POINT * (mu - NEW[0]))
