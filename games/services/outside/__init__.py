"""A table and those who do not sit at it: who is told that it is there, who is asked to it."""
