"""Active sessions, and deletion of expired ones. Work started in a session ends with it."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User

NEW = timedelta(hours=1)  # a session that may not be written yet


def still_signed_in(session_keys: Iterable[str]) -> set[str]:
    """Return the sessions that still sign in an active user with the current password."""
    rows = Session.objects.filter(session_key__in=session_keys, expire_date__gt=timezone.now())
    sessions = {row.session_key: row.get_decoded() for row in rows}
    ids = {data[SESSION_KEY] for data in sessions.values() if SESSION_KEY in data}
    users = {str(user.pk): user for user in User.objects.filter(pk__in=ids, is_active=True)}
    return {key for key, data in sessions.items() if _signs_in(data, users)}


def forget_ended(*, now: datetime) -> None:
    """Delete expired sessions, and the records of sessions that no longer exist."""
    Session.objects.filter(expire_date__lte=now).delete()
    noted = UserSession.objects.filter(created_at__lte=now - NEW)
    noted.exclude(session_key__in=Session.objects.values("session_key")).delete()


def _signs_in(data: Mapping[str, Any], users: Mapping[str, User]) -> bool:
    user = users.get(data.get(SESSION_KEY, ""))
    session_hash = data.get(HASH_SESSION_KEY, "")
    return user is not None and constant_time_compare(session_hash, user.get_session_auth_hash())
