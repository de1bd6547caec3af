"""Pages of entries: entering, the organiser's list, files, rosters."""
