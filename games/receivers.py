"""What the app below tells tables."""

from datetime import datetime
from typing import Any

from allauth.account.signals import password_changed, password_set
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver

from accounts.common.commit_hooks import on_commit
from accounts.common.hooks import (
    access_ended,
    data_sought,
    guest_joined,
    guest_leaving,
    person_erased,
    signed_in_anew,
)
from accounts.models import User
from accounts.sign_in import services as devices
from games.casual import services as guests
from games.casual import services as own_data
from games.chat import services as forgetting
from games.common import broadcast as hints
from games.common.transactions import enqueue
from games.invitations import services as inviting
from games.puzzles import services as answering
from games.reviews import services as asking
from games.shared_device import services as one_device


@receiver(guest_joined, sender=User)
def move(*, guest: User, user: User, **kwargs: Any) -> None:
    """A guest signs in to an account: their seats are its own now."""
    guests.move_seats(guest=guest, user=user)
    asking.forget(user=guest)
    answering.move(guest=guest, user=user)


@receiver(guest_leaving, sender=User)
def clear(*, guest: User, **kwargs: Any) -> None:
    """A guest goes: so do the tables that nobody else ever saw."""
    guests.clear_tables(guest=guest)
    asking.forget(user=guest)
    answering.forget(user=guest)


@receiver(person_erased, sender=User)
def hush(*, user: User, names: frozenset[str], **kwargs: Any) -> None:
    """A person deletes their account: what they said and reported goes with it."""
    forgetting.erase(user=user, names=names)


@receiver(person_erased, sender=User)
def forget(*, user: User, **kwargs: Any) -> None:
    """A person deletes their account: the invitations they sent and received go with it."""
    inviting.forget(user=user)


@receiver(person_erased, sender=User)
def forget_companions(*, user: User, **kwargs: Any) -> None:
    """A person is erased: so are the names of the companions on their device."""
    one_device.forget_companions(user=user)


@receiver(person_erased, sender=User)
def forget_reviews(*, user: User, **kwargs: Any) -> None:
    """A person is erased: so is what their games taught them, and what they answered."""
    asking.forget(user=user)
    answering.forget(user=user)


@receiver([user_logged_out, password_changed, password_set, access_ended])
def look_after_sessions(**kwargs: Any) -> None:
    """A session ends, or all of a person's but one: what they opened in it is closed."""
    on_commit(hints.announce, hints.SESSIONS, {"type": "ended"})


@receiver(signed_in_anew, sender=User)
def write(*, user: User, agent: str, now: datetime, **kwargs: Any) -> None:
    """A person signs in from an unknown browser: a worker writes to them."""
    enqueue(devices.TASK, user.pk, agent, now.isoformat())


@receiver(data_sought, sender=User)
def add_games(*, user: User, **kwargs: Any) -> dict[str, Any]:
    """A person exports their data: their games, reviews and puzzle answers."""
    return {
        "games": own_data.games_of(user=user),
        "reviews": own_data.reviews_of(user=user),
        "puzzles": own_data.puzzle_answers_of(user=user),
    }
