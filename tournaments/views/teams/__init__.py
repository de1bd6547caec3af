"""Pages of teams with a name."""
