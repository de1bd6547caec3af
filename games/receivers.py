"""Receivers of games for the signals and hooks of `accounts`."""

from datetime import datetime
from typing import Any

from allauth.account.signals import password_changed, password_set
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from accounts.common.alarms import enqueue
from accounts.common.hooks import (
    access_revoked,
    export_user_data,
    guest_joined,
    guest_leaving,
    person_erased,
    signed_in_on_new_device,
)
from accounts.common.transactions import on_commit
from accounts.models import User
from accounts.sign_in import services as sign_in
from games.casual import services as casual
from games.chat import services as chat
from games.common import broadcast
from games.common.hooks import game_finished
from games.invitations import services as invitations
from games.lessons import services as lessons
from games.models import Game
from games.pairing import services as pairing
from games.practice import services as practice
from games.puzzles import services as puzzles
from games.reviews import services as reviews
from games.shared_device import services as shared_device
from games.tour import services as tour


@receiver(guest_joined, sender=User)
def move(*, guest: User, user: User, **kwargs: Any) -> None:
    """Move a guest's seats to the account that they sign in to; they search anew if they wish."""
    pairing.forget(user=guest)
    casual.move_seats(guest=guest, user=user)
    reviews.forget(user=guest)
    puzzles.move(guest=guest, user=user)
    practice.move(guest=guest, user=user)
    tour.move(guest=guest, user=user)


@receiver(guest_leaving, sender=User)
def clear(*, guest: User, **kwargs: Any) -> None:
    """Delete the tables of a leaving guest that no other person used."""
    pairing.forget(user=guest)
    casual.clear_tables(guest=guest)
    reviews.forget(user=guest)
    puzzles.forget(user=guest)
    practice.forget(user=guest)
    tour.forget(user=guest)


@receiver(person_erased, sender=User)
def hush(*, user: User, names: frozenset[str], **kwargs: Any) -> None:
    """Delete what a person said and reported when they delete their account."""
    chat.erase(user=user, names=names)


@receiver(person_erased, sender=User)
def forget(*, user: User, **kwargs: Any) -> None:
    """Delete a person's invitations and search when they delete their account."""
    invitations.forget(user=user)
    pairing.forget(user=user)


@receiver(person_erased, sender=User)
def forget_companions(*, user: User, **kwargs: Any) -> None:
    """Erase the names of the companions on an erased person's device."""
    shared_device.forget_companions(user=user)


@receiver(person_erased, sender=User)
def forget_reviews(*, user: User, **kwargs: Any) -> None:
    """Delete an erased person's reviews, puzzle answers and practice."""
    reviews.forget(user=user)
    puzzles.forget(user=user)
    practice.forget(user=user)
    tour.forget(user=user)


@receiver(user_logged_in)
def claim(request: HttpRequest | None, user: User, **kwargs: Any) -> None:
    """Count the lessons that a browser finished before its reader had a user."""
    if request is not None:
        lessons.claim_lessons(session=request.session, user=user, now=timezone.now())


@receiver(game_finished, sender=Game)
def note_game(*, game: Game, now: datetime, **kwargs: Any) -> None:
    """Note the result of a round of La Gira; count the game as practice after the commit."""
    tour.note_result(game=game, now=now)
    on_commit(practice.record_game, game_id=game.pk, now=now)


@receiver([user_logged_out, password_changed, password_set, access_revoked])
def look_after_sessions(**kwargs: Any) -> None:
    """Close the sockets that belong to ended sessions."""
    on_commit(broadcast.broadcast, broadcast.SESSIONS, {"type": "ended"})


@receiver(signed_in_on_new_device, sender=User)
def write(*, user: User, agent: str, now: datetime, **kwargs: Any) -> None:
    """Notify a person of a sign-in from an unknown browser, in a worker."""
    enqueue(sign_in.TASK, user.pk, agent, now.isoformat())


@receiver(export_user_data, sender=User)
def add_games(*, user: User, **kwargs: Any) -> dict[str, Any]:
    """Add games, reviews and puzzle answers to a person's data export."""
    return {
        "games": casual.games_of(user=user),
        "reviews": casual.reviews_of(user=user),
        "puzzles": casual.puzzle_answers_of(user=user),
        "practice": practice.deeds_of(user=user),
    }
