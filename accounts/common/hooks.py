"""Signals and hooks that the accounts app offers to other apps."""

from django.dispatch import Signal

person_erased = Signal()
"""Sent with `user` before the change, `names` and `now`, when an account is anonymised.

Receivers run in its transaction; each removes the names that its app has copied.
"""
person_suspended = Signal()
"""Sent with `user`, `club_id` (None for the site), `by` and `now`, when a user is suspended.

Receivers run in its transaction and cancel the user's future participation.
"""
membership_ended = Signal()
"""Sent with `user`, `club_id` and `by`, in the transaction that ends a membership."""
guest_joined = Signal()
"""Sent with `guest`, the `user` they sign in as, and `now`, in the transaction that merges them.

Receivers move the guest's open games and entries to the user, or raise RefusedError.
"""
guest_signed_up = Signal()
"""Sent with `user`, in the transaction in which a guest becomes that account, in the same row.

Receivers recognise the account in what it entered as a guest.
"""
access_revoked = Signal()
"""Sent with `user` when a session ends, or a person is barred from the site, without a sign-out.

Receivers close the sockets of their sessions.
"""
signed_in_on_new_device = Signal()
"""Sent with `user`, the browser's `agent` string, and `now`, after a sign-in from a new one."""
export_user_data = Signal()
"""Sent with `user` to export their data. A receiver returns its part as plain values by subject."""
guest_leaving = Signal()
"""Sent with `guest`, in the transaction that deletes a guest after a long absence.

Receivers delete what no one else needs; RefusedError keeps the guest.
"""
