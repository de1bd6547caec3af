"""What is read by other programs: API, files, calendars, pictures, embeds."""
