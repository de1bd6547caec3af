"""What a person can do with an account and in a club."""
