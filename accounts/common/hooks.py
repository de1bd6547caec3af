"""What the accounts app tells the rest of the house."""

from django.dispatch import Signal

person_erased = Signal()
"""Sent with `user` as it still is, `names` and `now`, inside the transaction that anonymises the
account: each receiver removes the names that its app has copied."""
person_suspended = Signal()
"""Sent with `user`, `club_id` (None: the whole site), `by` and `now`, inside the transaction that
suspends them: receivers cancel what they were still to do."""
membership_ended = Signal()
"""Sent with `user`, `club_id` and `by`, inside the transaction that ends a membership."""
guest_joined = Signal()
"""Sent with `guest`, the `user` they sign in as, and `now`, inside the transaction that makes them
one: what the guest has to play becomes the user's, or RefusedError says why not."""
access_revoked = Signal()
"""Sent with `user` when a session is ended, or a person barred from the site, without signing them
out: receivers close what was opened in their sessions."""
signed_in_on_new_device = Signal()
"""Sent with `user`, the `agent` their browser calls itself, and `now`, after a sign-in from a
browser that is new to them."""
export_user_data = Signal()
"""Sent with `user` to export the data kept of them; a receiver returns its part: plain values by
subject."""
guest_leaving = Signal()
"""Sent with `guest`, inside the transaction that deletes a guest who has long not come: receivers
delete what is nobody else's; RefusedError keeps the guest."""
