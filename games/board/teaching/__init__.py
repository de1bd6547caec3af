"""What robots teach, in words: reviews of finished games, puzzles, prices of actions."""
