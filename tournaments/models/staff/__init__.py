"""Who looks after a competition: its officials, links without an account, whoever runs it."""
