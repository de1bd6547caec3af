"""Active sessions, and deletion of expired ones. Work started in a session ends with it."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User

MAX_SESSIONS = 20_000  # that a process remembers as read
NEW = timedelta(hours=1)  # a session that may not be written yet


def still_signed_in(session_keys: Iterable[str]) -> set[str]:
    """Return the sessions that still sign in an active user with the current password."""
    rows = Session.objects.filter(session_key__in=session_keys, expire_date__gt=timezone.now())
    logins = {key: _login_of(data) for key, data in rows.values_list("session_key", "session_data")}
    ids = {login.user_id for login in logins.values() if login}
    users = User.objects.filter(pk__in=ids, is_active=True).only("password")
    hashes = {str(user.pk): user.get_session_auth_hash() for user in users}
    return {key for key, login in logins.items() if login and _is_current(login, hashes)}


def forget_ended(*, now: datetime) -> None:
    """Delete expired sessions, and the records of sessions that no longer exist."""
    Session.objects.filter(expire_date__lte=now).delete()
    noted = UserSession.objects.filter(created_at__lte=now - NEW)
    noted.exclude(session_key__in=Session.objects.values("session_key")).delete()


class _Login(NamedTuple):
    user_id: str
    auth_hash: str


@lru_cache(MAX_SESSIONS)
def _login_of(session_data: str) -> _Login | None:
    """Return whom a stored session signs in; reading it takes longer than fetching it."""
    data = Session(session_data=session_data).get_decoded()
    if SESSION_KEY not in data:
        return None
    return _Login(data[SESSION_KEY], data.get(HASH_SESSION_KEY, ""))


def _is_current(login: _Login, hashes: Mapping[str, str]) -> bool:
    current = hashes.get(login.user_id)
    return current is not None and constant_time_compare(login.auth_hash, current)
