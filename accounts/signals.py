"""What the accounts app tells the rest of the house."""

from django.dispatch import Signal

person_erased = Signal()
"""Sent with `user` as it still is, `names` and `now`, inside the transaction that takes the person
out of the account: whoever wrote a name down takes it out there."""
