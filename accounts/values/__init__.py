"""What people may write: names, what they look like, time zones."""
