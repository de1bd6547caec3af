"""Pages of a competition and those its organisers run it from."""
