"""Who takes part: entering, approval, check-in, rosters, leaving."""
