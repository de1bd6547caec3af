"""Undo a change: the latest of its kind, by the values that the log kept."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from accounts.models import User
from tournaments.changes.errors import NotTheLastChangeError
from tournaments.changes.rounds import change_rounds
from tournaments.common.errors import WrongStateError
from tournaments.models import AuditEvent

Act = AuditEvent.Act


def undo_change(*, event_id: int, actor: User, now: datetime) -> None:
    """Undo one change. Raises RefusedError `not-the-last-change`, or as the change does."""
    event = AuditEvent.objects.get(pk=event_id)
    if event.act not in _UNDOES:
        raise WrongStateError()
    if AuditEvent.objects.filter(
        competition=event.competition_id, act__in=KINDS.get(event.act, [event.act]), pk__gt=event.pk
    ).exists():
        raise NotTheLastChangeError()
    _UNDOES[event.act](event, competition_id=event.competition_id, actor=actor, now=now)


def _rounds(event: AuditEvent, **who: Any) -> None:
    change_rounds(rounds=event.before["rounds"], **who)


_UNDOES: Final[Mapping[str, Callable[..., None]]] = {Act.CHANGE_ROUNDS: _rounds}
KINDS: Final[Mapping[str, list[str]]] = {}
"""Acts that replace one another, by the act."""
UNDOABLE: Final = tuple(_UNDOES)
