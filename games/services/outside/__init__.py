"""A table and people who do not sit at it: announcements and invitations."""
