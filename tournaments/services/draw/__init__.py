"""The draw: order, divisions, stored stages, dates, and undoing it."""
