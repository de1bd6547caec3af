"""Following competitions and matches: what their pages show, sent as it changes."""
