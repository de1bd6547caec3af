"""Live updates of competitions and matches: fragments of their pages, sent as they change."""
