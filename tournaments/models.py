"""Competitions, matches, points."""
