"""`python -m tests.runner.film`: the animation of the README, from the running site."""
