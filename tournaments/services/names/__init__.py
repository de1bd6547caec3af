"""Names that were written down, and the people who say with their phones that they are theirs."""
