"""Concurrent histories of acts, checked for linearizability.

Threads act at one table, match or draw; each act is recorded with its start, its end and its
answer. A history is correct if the acts can be put in one order, in which each takes effect at an
instant between its start and its end, and in which a sequential model gives the same answers.
"""
