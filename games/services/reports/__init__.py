"""Reports: what people file, and what becomes of it."""
