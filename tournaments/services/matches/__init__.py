"""Matches: calling, tables, scores, results, corrections, hours and letters."""
