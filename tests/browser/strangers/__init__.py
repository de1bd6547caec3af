"""First visits of users who do not know the site."""
