"""Robots that sit at a table: they see what any seat sees, and nothing more."""

from games.robots.decide import decide

__all__ = ["decide"]
