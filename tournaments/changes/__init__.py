"""Changes of a competition in play: its end, its rounds, its games, and the stages to come."""
