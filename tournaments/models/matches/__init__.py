"""Matches and what is kept of each: who plays, what was written down, who won."""
