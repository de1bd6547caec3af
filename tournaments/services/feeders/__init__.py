"""Places that are won in another competition: announced, awaited, taken."""
