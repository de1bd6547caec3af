"""Talking at a table: saying something, reporting what was said, forgetting it."""
