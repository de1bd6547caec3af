"""What pages tell of a person: results, figures, leaderboards, what comes next."""
