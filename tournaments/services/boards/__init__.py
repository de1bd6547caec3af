"""Matches of several boards: line-ups, substitutes, results board by board."""
