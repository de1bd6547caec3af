"""Limits how many guests and accounts one address makes, so that nobody floods the site.

A hall or a bar is one address. Guests who come by the link of an event or a table count against
that event or table; all guests of tables together have a larger limit, because anybody can open
tables.
"""

import logging
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import models, transaction
from django.db.models import Q

from accounts.common.errors import RefusedError
from accounts.common.hooks import access_revoked, guest_joined, guest_leaving
from accounts.common.rate_limit import address_key, increment_counter
from accounts.models import User
from accounts.names.collation import fold
from accounts.names.validation import confusable_skeleton

HOUR, DAY = 60 * 60, 24 * 60 * 60
PER_PLAYER = 2  # a phone that is lost or cleared comes again
TABLES = "tables"  # counts the guests of all tables together


@dataclass(frozen=True)
class GuestLimit:
    """So many guests of one address within so many seconds, counted under a name of its own."""

    name: str
    most: int
    seconds: int


def everyday() -> GuestLimit:
    """Return the allowance for ordinary visitors."""
    return GuestLimit("", settings.GUESTS_PER_ADDRESS, HOUR)


def of_event(event: str, players: int) -> GuestLimit:
    """Return the allowance for guests who come by an event's link, for so many players."""
    return GuestLimit(event, PER_PLAYER * players, DAY)


def of_table(table: int, seats: int) -> GuestLimit:
    """Return the allowance for guests who sit down at a table that waits for players."""
    return GuestLimit(f"table-{table}", PER_PLAYER * seats, DAY)


def of_tables() -> GuestLimit:
    """Return the allowance for the guests of all tables together."""
    return GuestLimit(TABLES, settings.TABLE_GUESTS_PER_ADDRESS, HOUR)


def check_guest_limit(address: str, *allowances: GuestLimit) -> None:
    """Count one more guest of an address against each allowance.

    Raises RefusedError `too-many-guests` if one of them is used up.
    """
    for allowance in allowances:
        key = f"guests:{allowance.name}:{address_key(address)}"
        if increment_counter(key, allowance.seconds) > allowance.most:
            raise RefusedError("too-many-guests")


def check_signup_limit(address: str) -> None:
    """Count one more account of an address in an hour; RefusedError `too-many-accounts`."""
    if increment_counter(f"accounts:{address_key(address)}", HOUR) > settings.ACCOUNTS_PER_ADDRESS:
        raise RefusedError("too-many-accounts")


logger = logging.getLogger(__name__)
LIFE = timedelta(days=30)  # after the last visit
VISIT_INTERVAL = timedelta(days=1)  # visits are noted by the day


def create_guest(*, language: str, zone: str, now: datetime, name: str = "") -> User:
    """Create a row for a person without an account, under a user name nobody can register."""
    guest = User(
        username=f"~{secrets.token_hex(12)}",
        display_name=name,
        language=language,
        zone=zone,
        is_guest=True,
        visited_at=now,
        match_mail=False,
    )
    guest.set_unusable_password()
    guest.save()
    return guest


def take_name(*, guest: User, name: str) -> None:
    """Give a nameless guest the name that they chose."""
    guest.display_name = name
    guest.save(update_fields=["display_name"])


def note_visit(*, guest: User, now: datetime) -> bool:
    """Note that a guest has come, once a day; return whether that was due."""
    if guest.visited_at is not None and guest.visited_at > now - VISIT_INTERVAL:
        return False
    User.objects.filter(pk=guest.pk, is_guest=True).update(visited_at=now)
    return True


def is_claimed(name: str) -> bool:
    """Tell whether an account bears a name, or a user name that looks like it."""
    same = Q(skeleton=confusable_skeleton(name)) | Q(display_name__fold=fold(name))
    return User.objects.filter(same, is_guest=False, is_link=False).exists()


def lock_guest(guest_id: int) -> User:
    """Lock a guest about to become an account; RefusedError `guest-gone` if it already has."""
    guest = User.objects.select_for_update(no_key=True).filter(pk=guest_id, is_guest=True).first()
    if guest is None:
        raise RefusedError("guest-gone")
    return guest


@transaction.atomic
def become_account(*, user: User) -> None:
    """A guest who has signed up signs in for the first time: the row is an account's now."""
    user.is_guest, user.visited_at, user.match_mail = False, None, True
    user.save(update_fields=["is_guest", "visited_at", "match_mail"])


@transaction.atomic
def join_account(*, guest_id: int, user: User, now: datetime) -> None:
    """A guest signs in to an account: what they still have to play is the account's now.

    Raises RefusedError `both-seated` or `both-entered` where the account plays, too.
    """
    guest = User.objects.filter(pk=guest_id, is_guest=True).first()
    if guest is None:  # went in the meantime, or became an account in another window
        return
    guest_joined.send(User, guest=guest, user=user, now=now)
    # After the tables, which come first in the order of locks.
    left = User.objects.select_for_update(no_key=True).filter(pk=guest_id, is_guest=True).first()
    if left is not None:
        _leave(left)


def forget_old(*, now: datetime) -> int:
    """Delete the guests who have not come for thirty days; return how many went.

    A guest who has signed up and only has to confirm an address stays.
    """
    old = User.objects.filter(
        is_guest=True,
        is_active=True,
        visited_at__lte=now - LIFE,
        password__startswith=UNUSABLE_PASSWORD_PREFIX,
    )
    return sum(_forget(guest_id, now) for guest_id in list(old.values_list("pk", flat=True)))


def _forget(guest_id: int, now: datetime) -> bool:
    """Let one guest go, unless something keeps them; a fault in one stays its own."""
    try:
        with transaction.atomic():
            guest = lock_guest(guest_id)
            if guest.visited_at is None or guest.visited_at > now - LIFE:
                return False
            guest_leaving.send(User, guest=guest)
            _leave(guest)
    except RefusedError:
        return False
    except Exception:
        logger.exception("guest %s cannot go", guest_id)
        return False
    return True


def _leave(guest: User) -> None:
    """Delete a guest's row; one that results hang on stays for its name, and nobody can be it."""
    if _is_named(guest):
        guest.is_active = False
        guest.set_unusable_password()  # which ends every session as well
        guest.save(update_fields=["is_active", "password"])
        access_revoked.send(User, user=guest)
    else:
        guest.delete()


def _is_named(guest: User) -> bool:
    """Tell whether anything else would lose a name with this row."""
    own = (models.CASCADE,)
    relations = (each for each in User._meta.related_objects if each.on_delete not in own)
    return any(
        each.related_model._base_manager.filter(**{each.field.name: guest}).exists()
        for each in relations
    )
