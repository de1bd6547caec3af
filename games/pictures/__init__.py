"""Pictures for messages that share a page: posters drawn from a few lines and cards."""
