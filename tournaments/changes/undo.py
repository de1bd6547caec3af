"""Undo a change: the latest of its kind, by the values that the log kept."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from accounts.models import User
from tournaments.changes.endings import undo_finish
from tournaments.changes.errors import NotTheLastChangeError
from tournaments.changes.formats import restore_format
from tournaments.changes.lengths import change_length
from tournaments.changes.rounds import change_rounds
from tournaments.changes.stages import change_stages
from tournaments.common.errors import WrongStateError
from tournaments.competitions.settings import changeable_after_draw
from tournaments.lifecycle.set_up import edit_announcement
from tournaments.models import AuditEvent, Competition

Act = AuditEvent.Act


def undo_change(*, event_id: int, actor: User, now: datetime) -> None:
    """Undo one change. Raises RefusedError `not-the-last-change`, or as the change does."""
    event = AuditEvent.objects.get(pk=event_id)
    if event.act not in _UNDOES:
        raise WrongStateError()
    later = AuditEvent.objects.filter(competition=event.competition_id, pk__gt=event.pk)
    if later.filter(act__in=(event.act, UNDONE_BY.get(event.act, event.act))).exists():
        raise NotTheLastChangeError()
    _UNDOES[event.act](event, competition_id=event.competition_id, actor=actor, now=now)


def _rounds(event: AuditEvent, **arguments: Any) -> None:
    change_rounds(rounds=event.before["rounds"], **arguments)


def _finish(_event: AuditEvent, **arguments: Any) -> None:
    undo_finish(**arguments)


def _length(event: AuditEvent, **arguments: Any) -> None:
    change_length(target=event.before["target"], best_of=event.before["best_of"], **arguments)


def _stages(event: AuditEvent, **arguments: Any) -> None:
    change_stages(changed=event.before, **arguments)


def _format(event: AuditEvent, **arguments: Any) -> None:
    restore_format(shape=event.before["shape"], seed=event.before["seed"], **arguments)


def _edit(event: AuditEvent, *, competition_id: int, actor: User, now: datetime) -> None:
    names = changeable_after_draw(event.competition)
    if not is_edit_undoable(event, event.competition):
        raise WrongStateError()
    current = {name: getattr(event.competition, name) for name in names}
    edit_announcement(
        competition_id=competition_id, actor=actor, changes={**current, **event.before}, now=now
    )


def is_edit_undoable(event: AuditEvent, competition: Competition) -> bool:
    """Return whether all that an edit changed can change after the draw."""
    return competition.is_drawn and event.before.keys() <= {*changeable_after_draw(competition)}


_UNDOES: Final[Mapping[str, Callable[..., None]]] = {
    Act.EDIT: _edit,
    Act.FINISH: _finish,
    Act.CHANGE_ROUNDS: _rounds,
    Act.CHANGE_LENGTH: _length,
    Act.CHANGE_STAGES: _stages,
    Act.CHANGE_FORMAT: _format,
}
UNDONE_BY: Final[Mapping[str, str]] = {Act.FINISH: Act.UNDO_FINISH}
"""The acts that undo another; other changes are undone by one of the same kind."""
UNDOABLE: Final = tuple(_UNDOES)
