"""Pages of people and clubs, through the real application."""
