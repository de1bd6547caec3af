"""Formats of numbers and dates for languages of which Django has none."""
