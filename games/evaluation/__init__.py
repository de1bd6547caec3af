"""Evaluation of the decisions of a finished game, from the information each seat had."""

from games.evaluation.decisions import KINDS, Decision, Kind, decisions
from games.evaluation.evaluate import Evaluation
from games.evaluation.game_review import VERSION, review_game

__all__ = ["KINDS", "VERSION", "Decision", "Evaluation", "Kind", "decisions", "review_game"]
