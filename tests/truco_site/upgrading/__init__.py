"""The upgrade from the release before: its tables and rows are a file, written by that release."""
