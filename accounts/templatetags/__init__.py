"""Template filters of people and clubs."""
