"""Robots at a table, and timeout actions; both use only the view of their seat."""

from games.robots.decide import decide
from games.robots.timing import timeout_action

__all__ = ["decide", "timeout_action"]
