"""What an organiser announces of a competition, as forms."""
