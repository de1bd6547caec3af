"""What the accounts app tells the rest of the house."""

from django.dispatch import Signal

person_erased = Signal()
"""Sent with `user` as it still is, `names` and `now`, inside the transaction that takes the person
out of the account: whoever wrote a name down takes it out there."""

guest_joined = Signal()
"""Sent with `guest`, the `user` they sign in as, and `now`, inside the transaction that makes them
one: what the guest has to play becomes the user's, or RefusedError says why not."""

access_ended = Signal()
"""Sent with `user` by whoever ends a session, or bars a person from the site, without signing them
out: what was opened in their sessions is closed."""

signed_in_anew = Signal()
"""Sent with `user`, the `agent` their browser calls itself, and `now`, after a sign-in from a
browser that is new to them."""

data_sought = Signal()
"""Sent with `user` by whoever gathers what the site keeps of them; a receiver returns its part:
plain values by subject."""

guest_leaving = Signal()
"""Sent with `guest`, inside the transaction that lets a guest go who has long not come: what is
nobody else's goes with them; RefusedError keeps them."""
