"""A competition's terms and its life, from the announcement to the archive."""
