"""How the robots' tables are made: a fast model of a hand, learning, packing. No part of the site.

`python -m training` makes the table again. Nothing here is imported when the site runs.
"""
