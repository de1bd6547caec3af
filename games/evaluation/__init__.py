"""What the decisions of a finished game were worth, by what each seat knew when it decided."""

from games.evaluation.decisions import KINDS, Decision, Kind, decisions
from games.evaluation.evaluate import Evaluation
from games.evaluation.game_review import VERSION, review_game

__all__ = ["KINDS", "VERSION", "Decision", "Evaluation", "Kind", "decisions", "review_game"]
