"""The embedded database, as Django names one: its backend is in `base`."""
