"""What a club and its people look back at: seasons, honours, years, each other."""
