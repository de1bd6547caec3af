"""Robots that sit at a table, and what is played for the late: by what a seat sees alone."""

from games.robots.decide import decide
from games.robots.timing import timeout_action

__all__ = ["decide", "timeout_action"]
