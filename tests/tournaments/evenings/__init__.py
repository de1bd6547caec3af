"""Whole evenings of organisers' acts, drawn from named seeds."""
