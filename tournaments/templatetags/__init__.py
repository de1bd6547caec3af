"""Template tags of competitions."""
