"""Parts of the site that are killed, in play."""
