"""Casual tables and all others from their opening to the first deal, and who is at them."""
