"""Services for guests: creation, conversion to an account, deletion, and their limits.

A guest is a user row, so seats, logs and results need no special case; `is_guest` is set until
the person signs in for the first time.

Limits per address prevent floods of guests and accounts. A hall or a bar is one address. Guests
who follow the link of an event or a table count against that event or table; all guests of tables
together have a larger limit, because anyone can open tables.
"""

import logging
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.common.client_address import address_key
from accounts.common.errors import RefusedError
from accounts.common.hooks import access_revoked, guest_joined, guest_leaving, guest_signed_up
from accounts.common.rate_limit import DAY, HOUR, RateLimit
from accounts.common.transactions import transactional
from accounts.models import FormerUsername, User
from accounts.names.collation import fold
from accounts.names.validation import confusable_skeleton


class TooManyAccountsError(RefusedError):
    code = "too-many-accounts"
    message = _(
        "Desde tu conexión ya se crearon varias cuentas en poco tiempo. Probá dentro de una "
        "hora: mientras tanto podés jugar como invitado."
    )


class GuestGoneError(RefusedError):
    code = "guest-gone"


class TooManyGuestsError(RefusedError):
    code = "too-many-guests"
    status = HTTPStatus.TOO_MANY_REQUESTS
    message = _(
        "Desde tu conexión ya se sentaron muchos invitados en poco tiempo. Entrá con tu "
        "cuenta, creá una, o probá dentro de una hora."
    )


PER_PLAYER = 2  # a lost or reset phone makes a second guest
TABLES = "tables"  # counts the guests of all tables together


def everyday() -> RateLimit:
    """Return the limit for ordinary visitors."""
    return RateLimit("guests:", settings.GUESTS_PER_ADDRESS, HOUR)


def of_event(event: str, players: int) -> RateLimit:
    """Return the limit for guests who follow an event's link, for its number of players."""
    return RateLimit(f"guests:{event}", PER_PLAYER * players, DAY)


def of_table(table: int, seats: int) -> RateLimit:
    """Return the limit for guests who sit down at a waiting table."""
    return RateLimit(f"guests:table-{table}", PER_PLAYER * seats, DAY)


def of_tables() -> RateLimit:
    """Return the limit for the guests of all tables together."""
    return RateLimit(f"guests:{TABLES}", settings.TABLE_GUESTS_PER_ADDRESS, HOUR)


def check_guest_limit(address: str, *allowances: RateLimit) -> None:
    """Count one more guest of an address against each limit.

    Raises RefusedError `too-many-guests` if one of them is exceeded; then none counts it.
    """
    home = address_key(address)
    for number, allowance in enumerate(allowances, start=1):
        if allowance.is_exceeded(home):
            _give_back(home, allowances[:number])
            raise TooManyGuestsError()


@contextmanager
def guest_counted(address: str, *allowances: RateLimit) -> Iterator[None]:
    """Count one more guest while an act is done, as `check_guest_limit`.

    An act that is refused does not count: a few bad requests would keep everybody at an address
    from a table or an event for a day.
    """
    check_guest_limit(address, *allowances)
    try:
        yield
    except Exception:
        _give_back(address_key(address), allowances)
        raise


def _give_back(home: str, allowances: Iterable[RateLimit]) -> None:
    for allowance in allowances:
        allowance.give_back(home)


def check_signup_limit(address: str) -> None:
    """Count one more account of an address within an hour; RefusedError `too-many-accounts`."""
    limit = RateLimit("accounts", settings.ACCOUNTS_PER_ADDRESS, HOUR)
    if limit.is_exceeded(address_key(address)):
        raise TooManyAccountsError()


logger = logging.getLogger(__name__)
LIFE = timedelta(days=30)  # after the last visit
VISIT_INTERVAL = timedelta(days=1)  # visits are stored by the day


def create_guest(*, language: str, zone: str, now: datetime, name: str = "") -> User:
    """Create a user without an account, with a username that cannot be registered."""
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
    """Store the name chosen by a guest without one."""
    guest.display_name = name
    guest.save(update_fields=["display_name"])


def note_visit(*, guest: User, now: datetime) -> bool:
    """Record a guest's visit, at most once a day; return whether it was recorded."""
    if guest.visited_at is not None and guest.visited_at > now - VISIT_INTERVAL:
        return False
    User.objects.filter(pk=guest.pk, is_guest=True).update(visited_at=now)
    return True


def is_claimed(name: str) -> bool:
    """Return whether an account has this name, or a username that resembles it."""
    if FormerUsername.objects.filter(skeleton=confusable_skeleton(name)).exists():
        return True
    same = Q(skeleton=confusable_skeleton(name)) | Q(display_name__fold=fold(name))
    return User.objects.filter(same, is_guest=False, is_link=False).exists()


def lock_guest(guest_id: int) -> User:
    """Lock a guest about to become an account; RefusedError `guest-gone` if it already is one."""
    guest = User.objects.select_for_update(no_key=True).filter(pk=guest_id, is_guest=True).first()
    if guest is None:
        raise GuestGoneError()
    return guest


@transactional
def become_account(*, user: User) -> None:
    """Turn a guest's row into an account at the first sign-in after sign-up."""
    user.is_guest, user.visited_at, user.match_mail = False, None, True
    user.save(update_fields=["is_guest", "visited_at", "match_mail"])
    guest_signed_up.send(User, user=user)


@transaction.atomic
def join_account(*, guest_id: int, user: User, now: datetime) -> None:
    """Move a guest's open games and entries to an account that they sign in to.

    Raises RefusedError `both-seated` or `both-entered` if the account also takes part.
    """
    guest = User.objects.filter(pk=guest_id, is_guest=True).first()
    if guest is None:  # deleted in the meantime, or turned into an account in another window
        return
    guest_joined.send(User, guest=guest, user=user, now=now)
    # Lock after the tables, which come first in the lock order.
    guest = User.objects.select_for_update(no_key=True).filter(pk=guest_id, is_guest=True).first()
    if guest is not None:
        _leave(guest)


def forget_old(*, now: datetime) -> int:
    """Delete the guests without a visit for thirty days; return their number.

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
    """Delete one guest unless something refers to them; an error affects no other guest."""
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
    """Delete a guest's row; deactivate it instead if results refer to it for its name."""
    if _is_named(guest):
        guest.is_active = False
        guest.set_unusable_password()  # also ends every session
        guest.save(update_fields=["is_active", "password"])
        access_revoked.send(User, user=guest)
    else:
        guest.delete()


def _is_named(guest: User) -> bool:
    """Return whether other rows would lose a name if this row were deleted."""
    own = (models.CASCADE,)
    relations = (each for each in User._meta.related_objects if each.on_delete not in own)
    return any(
        each.related_model._base_manager.filter(**{each.field.name: guest}).exists()
        for each in relations
    )
