"""Exports for other programs: documents, spreadsheets, calendars, posters and papers."""
