"""Tables in a scratch database, opened and joined through the services."""

from typing import Any


def open_tables(number: int, turn_seconds: int = 120) -> list[tuple[int, list[str]]]:
    """Open tables of two players; return each game with the sessions of its players."""
    import django

    django.setup()
    from django.core.management import call_command

    from accounts.models import User

    call_command("migrate", verbosity=0)
    names = [[f"bench{table}x{seat}" for seat in range(2)] for table in range(number)]
    return [
        _opened(
            [User.objects.create_user(name, email=f"{name}@b.example") for name in pair],
            turn_seconds,
        )
        for pair in names
    ]


def _opened(users: list[Any], turn_seconds: int) -> tuple[int, list[str]]:
    from django.utils import timezone

    from games.engine import make_rules
    from games.play import seats as seating

    game = seating.open_game(
        rules=make_rules("argentino", {"target": "60", "legs_to_win": "3"}),
        seats=[seating.SeatPlan(user=user) for user in users],
        competitive=False,
        public=True,
        turn_seconds=turn_seconds,
        title="bench",
        now=timezone.now(),
    )
    for user in users:
        seating.sit_down(game_id=game.pk, user=user, corte_hash="", address="", now=timezone.now())
    return game.pk, [session_of(user) for user in users]


def session_of(user: Any) -> str:
    """Return the key of a new session in which the user is signed in."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.create()
    assert store.session_key is not None
    return store.session_key
