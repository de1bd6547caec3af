"""A person with everything deletes their account: nothing of them is left anywhere."""
