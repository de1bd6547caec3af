"""People who play without an account: they come, make an account of it or sign in to one, or go.

A guest is a row like any other, so seats, logs and results need no special case; `is_guest` marks
it until the person signs in for the first time.
"""

import logging
import secrets
from datetime import datetime, timedelta

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import models, transaction
from django.db.models import Q

from accounts.models import User
from accounts.services.refusals import RefusedError
from accounts.signals import access_ended, guest_joined, guest_leaving
from accounts.values.collation import fold
from accounts.values.skeletons import skeleton

logger = logging.getLogger(__name__)

LIFE = timedelta(days=30)  # after the last visit
DAY = timedelta(days=1)  # visits are noted by the day


def welcome(*, language: str, zone: str, now: datetime, name: str = "") -> User:
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
    if guest.visited_at is not None and guest.visited_at > now - DAY:
        return False
    User.objects.filter(pk=guest.pk, is_guest=True).update(visited_at=now)
    return True


def is_claimed(name: str) -> bool:
    """Tell whether an account bears a name, or a user name that looks like it."""
    same = Q(skeleton=skeleton(name)) | Q(display_name__fold=fold(name))
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
        access_ended.send(User, user=guest)
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
