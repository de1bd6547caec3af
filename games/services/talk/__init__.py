"""Talking at a table: saying something, hearing it, forgetting it."""
