"""What the games app tells competitions."""
