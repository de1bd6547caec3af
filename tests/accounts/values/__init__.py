"""Values that people give, or are told."""
