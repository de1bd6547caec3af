"""Results: entry by hand, corrections and their cascade."""
