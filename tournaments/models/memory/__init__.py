"""What a club remembers: its seasons, its champions, its records."""
