"""What is sent of a match of several boards."""
