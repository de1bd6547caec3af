"""Pages of the games app: the lobby, the table, the record."""
