"""Read models of teams with a name."""
