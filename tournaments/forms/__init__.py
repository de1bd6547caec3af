"""What organisers and players write."""
