"""Pages of matches: hours, scores, judges, corrections."""
