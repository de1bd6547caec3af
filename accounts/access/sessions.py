"""Sessions that a person ends from another browser of theirs."""

from collections.abc import Iterable

from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.db import transaction

from accounts.models import User
from accounts.services import push
from accounts.signals import access_ended


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]  # allauth is untyped
    """What ends with a session: its row, its push subscriptions, and its sockets at once."""

    @transaction.atomic
    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """End them, and close what was opened in them, in every process."""
        for session in sessions:
            push.unsubscribe(session_key=session.session_key)
            session.end()
            access_ended.send(User, user=session.user)
