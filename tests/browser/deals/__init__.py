"""Cortes and records in real browsers, over plain HTTP."""
