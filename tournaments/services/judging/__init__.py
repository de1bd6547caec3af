"""Judges and scorers: who may, who is called, what is ruled, what is appealed."""
