"""Keeping order: what was reported, and what is done about it."""
