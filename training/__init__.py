"""Training of the robots' tables: a fast model of a hand, learning, and packing.

`python -m training` creates the tables. The site does not import this package.
"""
