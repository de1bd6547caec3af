"""What the app below tells tables."""

from datetime import datetime
from typing import Any

from allauth.account.signals import password_changed, password_set
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from accounts.common.commit_hooks import on_commit
from accounts.common.hooks import (
    access_revoked,
    export_user_data,
    guest_joined,
    guest_leaving,
    person_erased,
    signed_in_on_new_device,
)
from accounts.models import User
from accounts.sign_in import services as sign_in
from games.casual import services as casual
from games.chat import services as chat
from games.common import broadcast
from games.common.transactions import enqueue
from games.invitations import services as invitations
from games.puzzles import services as puzzles
from games.reviews import services as reviews
from games.shared_device import services as shared_device


@receiver(guest_joined, sender=User)
def move(*, guest: User, user: User, **kwargs: Any) -> None:
    """A guest signs in to an account: their seats are its own now."""
    casual.move_seats(guest=guest, user=user)
    reviews.forget(user=guest)
    puzzles.move(guest=guest, user=user)


@receiver(guest_leaving, sender=User)
def clear(*, guest: User, **kwargs: Any) -> None:
    """A guest goes: so do the tables that nobody else ever saw."""
    casual.clear_tables(guest=guest)
    reviews.forget(user=guest)
    puzzles.forget(user=guest)


@receiver(person_erased, sender=User)
def hush(*, user: User, names: frozenset[str], **kwargs: Any) -> None:
    """A person deletes their account: what they said and reported goes with it."""
    chat.erase(user=user, names=names)


@receiver(person_erased, sender=User)
def forget(*, user: User, **kwargs: Any) -> None:
    """A person deletes their account: the invitations they sent and received go with it."""
    invitations.forget(user=user)


@receiver(person_erased, sender=User)
def forget_companions(*, user: User, **kwargs: Any) -> None:
    """A person is erased: so are the names of the companions on their device."""
    shared_device.forget_companions(user=user)


@receiver(person_erased, sender=User)
def forget_reviews(*, user: User, **kwargs: Any) -> None:
    """A person is erased: so is what their games taught them, and what they answered."""
    reviews.forget(user=user)
    puzzles.forget(user=user)


@receiver([user_logged_out, password_changed, password_set, access_revoked])
def look_after_sessions(**kwargs: Any) -> None:
    """A session ends, or all of a person's but one: what they opened in it is closed."""
    on_commit(broadcast.broadcast, broadcast.SESSIONS, {"type": "ended"})


@receiver(signed_in_on_new_device, sender=User)
def write(*, user: User, agent: str, now: datetime, **kwargs: Any) -> None:
    """A person signs in from an unknown browser: a worker writes to them."""
    enqueue(sign_in.TASK, user.pk, agent, now.isoformat())


@receiver(export_user_data, sender=User)
def add_games(*, user: User, **kwargs: Any) -> dict[str, Any]:
    """A person exports their data: their games, reviews and puzzle answers."""
    return {
        "games": casual.games_of(user=user),
        "reviews": casual.reviews_of(user=user),
        "puzzles": casual.puzzle_answers_of(user=user),
    }
