"""Keeping what clubs remember equal to the results: titles, and the bests of their players."""
