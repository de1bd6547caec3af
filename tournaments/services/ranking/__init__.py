"""Keeping the ledger, ratings, leaderboards and statistics equal to the results."""
