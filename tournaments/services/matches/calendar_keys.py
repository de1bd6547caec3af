"""The private address of a person's calendar: made, renewed and taken back by them alone.

The address carries an HMAC over a stored nonce. Stored whole it could be read out of a copy of the
database; stored as a hash the page could not show it again, and each look would need a new one.
"""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from tournaments.models import CalendarKey

SALT = "tournaments.calendar"
NONCE_BYTES = 16
TOKEN_LENGTH = 32  # hexadecimal digits: 128 bits


@transaction.atomic
def renew_calendar(*, user: User, now: datetime) -> None:
    """Give a player's calendar a new address; an older one leads nowhere."""
    CalendarKey.objects.update_or_create(
        user=user, defaults={"nonce": secrets.token_hex(NONCE_BYTES), "made_at": now}
    )


@transaction.atomic
def revoke_calendar(*, user: User) -> None:
    """Have no such address any more."""
    CalendarKey.objects.filter(user=user).delete()


def token_of(key: CalendarKey) -> str:
    """Return the secret part of the address."""
    signed = salted_hmac(SALT, f"{key.user_id}:{key.nonce}", algorithm="sha256")
    return signed.hexdigest()[:TOKEN_LENGTH]


def owner_of(user_id: int, token: str) -> User | None:
    """Return whose calendar an address is, if it is one."""
    owners = User.objects.filter(pk=user_id, is_active=True)
    key = CalendarKey.objects.select_related("user").filter(user__in=owners).first()
    if key is None or not constant_time_compare(token_of(key), token):
        return None
    return key.user
