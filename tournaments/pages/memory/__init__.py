"""What clubs and people look back at: honours, records, years, each other."""
