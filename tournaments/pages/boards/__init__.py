"""Matches of several boards as pages show them."""
