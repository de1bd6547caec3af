"""What is left after a power cut."""
