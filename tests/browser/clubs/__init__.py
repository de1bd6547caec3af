"""Clubs and their teams among themselves: journeys over more than one evening."""
