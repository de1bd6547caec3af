"""What the decisions of a finished game were worth, by what each seat knew when it decided."""

from games.review.decisions import KINDS, Decision, Kind, decisions
from games.review.game import VERSION, reviewed
from games.review.weighing import Weighed

__all__ = ["KINDS", "VERSION", "Decision", "Kind", "Weighed", "decisions", "reviewed"]
