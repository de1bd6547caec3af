"""What the decisions of a finished game were worth, by what each seat knew when it decided."""

from games.evaluation.decisions import KINDS, Decision, Kind, decisions
from games.evaluation.evaluate import Weighed
from games.evaluation.game_review import VERSION, reviewed

__all__ = ["KINDS", "VERSION", "Decision", "Kind", "Weighed", "decisions", "reviewed"]
